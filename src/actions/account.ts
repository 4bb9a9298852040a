import { z } from 'zod';
import { hashOfCode, readCode } from '../signIn/code.ts';
import { type NotificationKind, notificationKinds } from '../vocabulary/notifications.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field } from './define.ts';
import { clearable, email, memberName, names } from './fields.ts';
import { memberAnswer, ownMembership } from './member.ts';

export const setMember = action({
  name: 'member.set',
  summary: 'Change the email address of a member whose mailbox is lost; both addresses are told',
  on: 'member',
  only: 'command',
  input: z.strictObject({ email: field(email, 'the new address', '<e>') }),
  sqlFunction: 'set_member_email',
  answer: memberAnswer,
  auditEntries: { 'member.email_set': 'changed the email address of a member' },
});

// Actions of a member on their own membership: `begun` is the row of corkboard.begin_member_action, with the person's own id.

export const setMemberName = action({
  ...ownMembership,
  name: 'member.set-name',
  button: 'Save name',
  input: z.strictObject({
    name: field(
      clearable(memberName),
      'shown to other members, and to clients beside the workspace’s',
      '<n>',
    ),
  }),
  sqlFunction: 'set_member_name',
  done: 'Your name was saved.',
  auditEntries: { 'member.name_set': 'changed their name' },
});

export const changeEmail = action({
  name: 'member.change-email',
  button: 'Change email address',
  only: 'console',
  requiresRecentAuthentication: true,
  input: z.strictObject({
    newEmail: field(email, 'we email a code to this address', '<e>', { label: 'New email address' }),
  }),
  sqlCall: `request_email_change(p_workspace => begun.workspace_id, p_member => begun.member_id,
    p_email => :newEmail, p_session_hash => decode(:session, 'hex'), p_from => :address)`,
  answer: 'r.new_email as "newEmail"',
  prepare: async (_, { requester }) => ({ session: requester!.session, address: requester!.address }),
  done: 'We emailed a code to the new address. Enter it below.',
  auditEntries: { 'member.email_code_sent': 'requested a code for a new email address' },
});

export const confirmEmail = action({
  name: 'member.confirm-email',
  button: 'Confirm new address',
  only: 'console',
  input: z.strictObject({
    code: field(requiredText(40), 'eight characters', '<c>', { label: 'Code from the email' }),
  }),
  // The code itself stays here: only its hash goes to the database.
  sqlCall: `confirm_email_change(p_workspace => begun.workspace_id, p_member => begun.member_id,
    p_session_hash => decode(:session, 'hex'), p_code_hash => decode(:hash, 'hex'))`,
  answer: memberAnswer,
  prepare: async ({ code }, { query, requester }) => {
    const { session, deadline } = requester!;
    const { rows } = await query(`select corkboard.reserve_email_code_attempt(decode($1, 'hex')) as change`, [
      session,
    ]);
    const { change } = rows[0] as { change: string | null };
    // Without a change to try the code for, the function refuses; but the same form sent twice gets its first answer.
    if (change === null) return { session, hash: null };
    const hash = await hashOfCode(change, readCode(code), deadline);
    return { session, hash: hash.toString('hex') };
  },
  done: 'Your email address was changed. Your other browsers were signed out.',
  auditEntries: { 'member.email_changed': 'changed their email address' },
});

export const setNotifications = action({
  name: 'member.set-notifications',
  button: 'Save notifications',
  only: 'console',
  input: z.strictObject({
    notifiedOf: field(
      names('notifiedOf', Object.keys(notificationKinds) as NotificationKind[]).default([]),
      'each kind has an email of its own, with a link that stops it',
      '<k,…>',
      { label: 'Email me when' },
    ),
  }),
  sqlCall: `set_notifications(p_workspace => begun.workspace_id, p_member => begun.member_id,
    p_kinds => :notifiedOf)`,
  answer: memberAnswer,
  done: 'Email notifications saved.',
  auditEntries: { 'member.notifications_set': 'changed their email notifications' },
});
