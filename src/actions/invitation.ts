import { z } from 'zod';
import { json } from '../records/columns.ts';
import { action, field } from './define.ts';
import { email } from './fields.ts';

const answer = `${json('id email expiresAt')} as invitation`;

export const inviteMember = action({
  name: 'invitation.send',
  summary: 'Invite a person to become a member',
  button: 'Send invitation',
  on: 'workspace',
  role: 'owner',
  only: 'console',
  requiresRecentAuthentication: true,
  input: z.strictObject({
    email: field(email, 'we email them a link to join, valid for 7 days', {
      placeholder: '<e>',
      label: 'Email',
    }),
  }),
  sqlCall: 'invite_member(p_workspace => begun.workspace_id, p_email => :email)',
  answer,
  done: 'Invitation sent. The person becomes a member when they accept it.',
  auditEntries: { 'invitation.sent': 'invited a person' },
});

export const resendInvitation = action({
  name: 'invitation.resend',
  summary: 'Send an invitation again, with another link',
  button: 'Resend',
  on: 'invitation',
  role: 'owner',
  only: 'console',
  requiresRecentAuthentication: true,
  sqlCall: 'resend_invitation(p_workspace => begun.workspace_id, p_invitation => it.id)',
  answer,
  done: 'Invitation sent again. The earlier link no longer works.',
  auditEntries: { 'invitation.resent': 'sent an invitation again' },
});

export const withdrawInvitation = action({
  name: 'invitation.withdraw',
  summary: 'Withdraw an invitation',
  button: 'Withdraw',
  on: 'invitation',
  role: 'owner',
  only: 'console',
  requiresRecentAuthentication: true,
  sqlCall: 'withdraw_invitation(p_workspace => begun.workspace_id, p_invitation => it.id)',
  answer,
  done: 'Invitation withdrawn. Its link no longer works.',
  auditEntries: { 'invitation.withdrawn': 'withdrew an invitation' },
});
