import type { MailKind } from '../mailKind.ts';

export const statement: MailKind = {
  name: 'Statement',
  role: 'billing',
  on: 'client',
  pageOf: ({ recordId }) => `/clients/${recordId}/statement`,
  action: {
    summary: 'Email the link of a client’s statement to the client',
    entry: 'emailed a statement',
    failure: 'could not email a statement',
  },
};
