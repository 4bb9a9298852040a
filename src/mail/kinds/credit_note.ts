import { numberInPath } from '../../vocabulary/documents.ts';
import type { MailKind } from '../mailKind.ts';

export const creditNote: MailKind = {
  name: 'Credit note',
  role: 'billing',
  on: 'creditNote',
  pageOf: ({ recordId, recordName = '' }) => `/invoices/${recordId}/credit-notes/${numberInPath(recordName)}`,
  action: {
    entry: 'emailed a credit note',
    failure: 'could not email a credit note',
  },
};
