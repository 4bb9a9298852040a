import type { MailKind } from '../mailKind.ts';

/** Its action sends estimates too. */
export const invoice: MailKind = {
  name: 'Invoice',
  on: 'invoice',
  pageOf: ({ recordId }) => `/invoices/${recordId}`,
  action: {
    summary: 'Email a sent invoice or estimate to its client',
    button: 'Email it',
    entry: 'emailed an invoice or estimate',
    failure: 'could not email an invoice or estimate',
    shows: 'version',
    isOffered: ({ status, isTrashed }) => (status === 'SENT' || status === 'PAID') && !isTrashed,
  },
};
