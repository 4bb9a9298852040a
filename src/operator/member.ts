import { email, id, inWorkspace, required } from './parameters.ts';
import { call, json, listIn } from './query.ts';
import type { Noun } from './verb.ts';

const record = json('id email role createdAt');

export const member: Noun = {
  name: 'member',
  summary: 'the people of a workspace',
  verbs: [
    {
      name: 'add',
      summary: 'Give a person a seat',
      takes: [inWorkspace, required('--email <e>', 'the address of the person', email)],
      of: 'workspace',
      query: call('workspaces', 'add_member(it.id, $2)', `${record} as member`),
    },
    {
      name: 'list',
      summary: 'List the members of a workspace',
      takes: [inWorkspace],
      of: 'workspace',
      query: listIn('members', record, 'members'),
    },
    {
      name: 'remove',
      summary: 'Free the seat of a member; the owner stays',
      takes: [id()],
      of: 'member',
      query: call('members', 'remove_member(it.workspace_id, it.id)', `${record} as member`),
    },
  ],
};
