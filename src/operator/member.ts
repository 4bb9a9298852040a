import { json, list } from './json.ts';
import { email, id, inWorkspace, required } from './parameters.ts';
import type { Noun } from './verb.ts';

const record = (table: string) => json(table, 'id email role createdAt');

export const member: Noun = {
  name: 'member',
  summary: 'the people of a workspace',
  verbs: [
    {
      name: 'add',
      summary: 'Give a person a seat',
      takes: [inWorkspace, required('--email <e>', 'the address of the person', email)],
      of: 'workspace',
      query: `select ${record('r')} as member
        from corkboard.workspaces w, corkboard.add_member(w.id, $2) r where w.id = $1`,
    },
    {
      name: 'list',
      summary: 'List the members of a workspace',
      takes: [inWorkspace],
      of: 'workspace',
      query: `select ${list(`
          select ${record('m')} from corkboard.members m where m.workspace_id = w.id order by m.id`)} as members
        from corkboard.workspaces w where w.id = $1`,
    },
    {
      name: 'remove',
      summary: 'Free the seat of a member; the owner stays',
      takes: [id()],
      of: 'member',
      query: `select ${record('r')} as member
        from corkboard.members m, corkboard.remove_member(m.workspace_id, m.id) r where m.id = $1`,
    },
  ],
};
