import type { MailKind } from '../mailKind.ts';

export const changeOrder: MailKind = {
  name: 'Change order',
  role: 'approval',
  on: 'proposal',
  pageOf: ({ projectId, recordId }) => `/projects/${projectId}/change-orders/${recordId}`,
  action: {
    entry: 'emailed a change order',
    failure: 'could not email a change order',
    shows: 'version',
  },
};
