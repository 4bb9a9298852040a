import type { MailKind } from '../mailKind.ts';

export const estimate: MailKind = {
  name: 'Estimate',
  role: 'approval',
  on: 'invoice',
  pageOf: ({ recordId }) => `/invoices/${recordId}`,
};
