import type { MailKind } from '../mailKind.ts';

export const portal: MailKind = {
  name: 'Client portal',
  on: 'client',
  pageOf: ({ recordId }) => `/clients/${recordId}`,
  action: {
    summary: 'Email the link of a client’s portal to the client',
    button: 'Email portal link',
    entry: 'emailed the link of a portal',
    failure: 'could not email the link of a portal',
    isOffered: ({ portalPath }) => portalPath !== null,
  },
};
