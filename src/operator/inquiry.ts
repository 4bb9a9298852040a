import { json } from '../records/columns.ts';
import { verbsOf } from './derive.ts';
import { inWorkspace } from './parameters.ts';
import { listIn } from './query.ts';
import type { Noun } from './verb.ts';

const record = json('id name email company receivedAt convertedAt dismissedAt clientId projectId');

export const inquiry: Noun = {
  name: 'inquiry',
  summary: 'what people who aren’t clients yet send',
  verbs: [
    {
      name: 'list',
      summary: 'List the inquiries of a workspace, oldest first',
      parameters: [inWorkspace],
      of: 'workspace',
      query: listIn('inquiries', record, 'inquiries'),
      columns: { id: 'id', name: 'name', email: 'email', company: 'company', received: 'receivedAt' },
    },
    ...verbsOf('inquiry'),
  ],
};
