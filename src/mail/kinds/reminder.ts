import type { MailKind } from '../mailKind.ts';

export const reminder: MailKind = {
  name: 'Payment reminder',
  role: 'billing',
  on: 'invoice',
  pageOf: ({ recordId }) => `/invoices/${recordId}`,
  action: {
    done: 'The reminder is on its way.',
    entry: 'sent a payment reminder',
    failure: 'could not send a payment reminder',
    shows: 'version',
  },
};
