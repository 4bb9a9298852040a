import type { MailKind } from '../mailKind.ts';

export const contract: MailKind = {
  name: 'Contract',
  role: 'approval',
  on: 'project',
  pageOf: ({ projectId }) => `/projects/${projectId}?tab=scope`,
  action: {
    entry: 'emailed the contract of a project',
    failure: 'could not email the contract of a project',
    shows: 'document',
  },
};
