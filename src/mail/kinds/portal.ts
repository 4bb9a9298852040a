import type { MailKind } from '../mailKind.ts';

export const portal: MailKind = {
  name: 'Portal link',
  role: null,
  on: 'client',
  pageOf: ({ recordId }) => `/clients/${recordId}`,
  action: {
    summary: 'Email the link of a client’s portal to the client, which is made first if there is none',
    entry: 'emailed the link of a portal',
    failure: 'could not email the link of a portal',
  },
};
