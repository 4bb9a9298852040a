import type { MailKind } from '../mailKind.ts';

export const portal: MailKind = {
  name: 'Portal link',
  role: null,
  on: 'client',
  pageOf: ({ recordId }) => `/clients/${recordId}`,
  action: {
    entry: 'emailed the link of a portal',
    failure: 'could not email the link of a portal',
  },
};
