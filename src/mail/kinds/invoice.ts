import type { MailKind } from '../mailKind.ts';

/** Its action sends estimates too. */
export const invoice: MailKind = {
  name: 'Invoice',
  role: 'billing',
  on: 'invoice',
  pageOf: ({ recordId }) => `/invoices/${recordId}`,
  action: {
    entry: 'emailed an invoice or estimate',
    failure: 'could not email an invoice or estimate',
    shows: 'version',
    isReviewed: true,
  },
};
