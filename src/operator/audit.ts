import { json } from '../records/columns.ts';
import { integer } from '../vocabulary/fields.ts';
import { assistantVia } from '../vocabulary/provenance.ts';
import { listIn } from './list.ts';
import { inWorkspace, option, whole } from './parameters.ts';
import type { Noun } from './verb.ts';

const record = json('id recordedAt via actor keyPrefix action recordType recordId requestId changes');

export const audit: Noun = {
  name: 'audit',
  summary: 'who did what',
  verbs: [
    listIn('audit_log', record, 'audits', {
      summary: 'List what was done in a workspace, newest first; with --json {"audits": […]}',
      parameters: [
        inWorkspace,
        option('--limit <n>', 'how many entries at most', whole(integer(1, 10_000))).default(100),
      ],
      // Ids are in the order of time, and the primary key is in the order of ids.
      order: 'r.id desc limit $2',
      columns: {
        time: 'recordedAt',
        actor: 'actor',
        key: 'keyPrefix',
        via: ({ via }) => (via === 'app' ? via : assistantVia(via)),
        action: 'action',
        record: 'recordType recordId',
      },
    }),
  ],
};
