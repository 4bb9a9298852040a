import type { MailKind } from '../mailKind.ts';

export const estimate: MailKind = {
  name: 'Estimate',
  on: 'invoice',
  pageOf: ({ recordId }) => `/invoices/${recordId}`,
};
