import { json } from '../records/columns.ts';
import { verbsOf } from './derive.ts';
import { listIn } from './list.ts';
import type { Noun } from './verb.ts';

const record = json('id name email company receivedAt convertedAt dismissedAt clientId projectId');

export const inquiry: Noun = {
  name: 'inquiry',
  summary: 'what people who aren’t clients yet send',
  verbs: [
    listIn('inquiries', record, 'inquiries', {
      summary: 'List the inquiries of a workspace, oldest first',
      columns: { id: 'id', name: 'name', email: 'email', company: 'company', received: 'receivedAt' },
    }),
    ...verbsOf('inquiry'),
  ],
};
