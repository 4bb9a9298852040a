import type { MailKind } from '../../mailKind.ts';
import { texts } from './texts.ts';

export const estimate: MailKind = {
  name: 'Estimate',
  texts,
  on: 'invoice',
  pageOf: ({ recordId }) => `/invoices/${recordId}`,
};
