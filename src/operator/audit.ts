import { integer } from '../operations/input.ts';
import { json, list } from './json.ts';
import { inWorkspace, option, whole } from './parameters.ts';
import type { Noun } from './verb.ts';

export const audit: Noun = {
  name: 'audit',
  summary: 'who did what',
  verbs: [
    {
      name: 'list',
      summary: 'List what was done in a workspace, newest first; with --json {"audits": […]}',
      takes: [
        inWorkspace,
        option('--limit <n>', 'how many entries at most', whole(integer(1, 10_000))).default(100),
      ],
      of: 'workspace',
      // Ids are in the order of time, and the primary key has them at hand.
      query: `select ${list(`
          select ${json('a', 'id at via actor action recordType recordId')}
          from corkboard.audit_log a where a.workspace_id = w.id order by a.id desc limit $2`)} as audits
        from corkboard.workspaces w where w.id = $1`,
      columns: { time: 'at', actor: 'actor', via: 'via', action: 'action', record: 'recordType recordId' },
    },
  ],
};
