import { z } from 'zod';
import { json } from '../records/columns.ts';
import { action, field } from './define.ts';
import { email } from './fields.ts';

/** The common part of all actions on invitations. */
const inviting = {
  role: 'owner',
  only: 'console',
  requiresRecentAuthentication: true,
  answer: `${json('id email expiresAt')} as invitation`,
} as const;

export const inviteMember = action({
  ...inviting,
  name: 'invitation.send',
  button: 'Send invitation',
  input: z.strictObject({
    email: field(email, 'we email them a link to join, valid for 7 days', '<e>', { label: 'Email' }),
  }),
  sqlFunction: 'invite_member',
  done: 'Invitation sent. The person becomes a member when they accept it.',
  auditEntries: { 'invitation.sent': 'invited a person' },
});

export const resendInvitation = action({
  ...inviting,
  name: 'invitation.resend',
  button: 'Resend',
  on: 'invitation',
  done: 'Invitation sent again. The earlier link no longer works.',
  auditEntries: { 'invitation.resent': 'sent an invitation again' },
});

export const withdrawInvitation = action({
  ...inviting,
  name: 'invitation.withdraw',
  button: 'Withdraw',
  on: 'invitation',
  done: 'Invitation withdrawn. Its link no longer works.',
  auditEntries: { 'invitation.withdrawn': 'withdrew an invitation' },
});
