import type { MailKind } from '../mailKind.ts';

/** Its action sends estimates too. */
export const invoice: MailKind = {
  name: 'Invoice',
  role: 'billing',
  on: 'invoice',
  pageOf: ({ recordId }) => `/invoices/${recordId}`,
  action: {
    summary: 'Email an invoice or estimate to its client, which sends a draft',
    entry: 'emailed an invoice or estimate',
    failure: 'could not email an invoice or estimate',
    shows: 'version',
    isReviewed: true,
  },
};
