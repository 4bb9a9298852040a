import type { MailKind } from '../mailKind.ts';

export const changeOrder: MailKind = {
  name: 'Change order',
  role: 'approval',
  on: 'proposal',
  pageOf: ({ projectId, recordId }) => `/projects/${projectId}/change-orders/${recordId}`,
  action: {
    summary: 'Email a change order to its client, which sends a draft',
    entry: 'emailed a change order',
    failure: 'could not email a change order',
    shows: 'version',
  },
};
