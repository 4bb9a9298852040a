import type { MailKind } from '../mailKind.ts';

export const changeOrder: MailKind = {
  name: 'Change order',
  on: 'proposal',
  pageOf: ({ projectId, recordId }) => `/projects/${projectId}/change-orders/${recordId}`,
  action: {
    summary: 'Email a change order that was sent to its client',
    button: 'Email change order',
    entry: 'emailed a change order',
    failure: 'could not email a change order',
    isOffered: ({ state }) => state === 'sent' || state === 'approved',
  },
};
