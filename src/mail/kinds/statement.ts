import type { MailKind } from '../mailKind.ts';

export const statement: MailKind = {
  name: 'Statement',
  role: 'billing',
  on: 'client',
  pageOf: ({ recordId }) => `/clients/${recordId}/statement`,
  action: {
    entry: 'emailed a statement',
    failure: 'could not email a statement',
  },
};
