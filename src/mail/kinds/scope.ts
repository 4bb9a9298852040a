import type { MailKind } from '../mailKind.ts';

export const scope: MailKind = {
  name: 'Scope',
  role: 'approval',
  on: 'project',
  pageOf: ({ projectId }) => `/projects/${projectId}?tab=scope`,
  action: {
    entry: 'emailed the scope of a project',
    failure: 'could not email the scope of a project',
    shows: 'version',
  },
};
