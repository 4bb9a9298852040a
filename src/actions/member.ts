import { z } from 'zod';
import { baseUrl } from '../config.ts';
import { json } from '../records/columns.ts';
import { action, field } from './define.ts';
import { clearable, email, memberName } from './fields.ts';

/** A member as a person sees one. */
export const memberFields = 'id email name role createdAt';
export const memberAnswer = `${json(memberFields)} as member`;

/** The common part of what members do to their own membership: their id is that of corkboard.begin_member_action. */
export const ownMembership = { only: 'console', passesMember: true, answer: memberAnswer } as const;

export const addMember = action({
  name: 'member.add',
  summary: 'Give a person a seat',
  only: 'command',
  input: z.strictObject({
    email: field(email, 'they sign in with a code sent to this address', '<e>', { label: 'Email' }),
    name: field(clearable(memberName), 'what colleagues and clients call them', '<n>'),
  }),
  answer: memberAnswer,
  auditEntries: { 'member.added': 'added a member' },
});

export const removeMember = action({
  name: 'member.remove',
  summary: 'Free the seat of a member; the owner stays',
  button: 'Remove',
  on: 'member',
  role: 'owner',
  requiresRecentAuthentication: true,
  irreversible:
    'The member is signed out of this workspace at once. Their work stays. You can invite them again later.',
  answer: memberAnswer,
  isOffered: ({ role }) => role !== 'owner',
  auditEntries: { 'member.removed': 'removed a member' },
});

export const signOutMember = action({
  name: 'member.sign-out',
  summary: 'Sign a member out everywhere; the owner too',
  button: 'Sign out',
  on: 'member',
  role: 'owner',
  requiresRecentAuthentication: true,
  answer: memberAnswer,
  isOffered: ({ role }) => role !== 'owner',
  done: 'The member was signed out of this workspace.',
  auditEntries: { 'member.signed_out': 'signed a member out' },
});

export const leaveWorkspace = action({
  ...ownMembership,
  name: 'member.leave',
  button: 'Leave this workspace',
  irreversible:
    'You are signed out of this workspace at once and can’t come back unless its owner invites you again. Your work stays.',
  sqlFunction: 'leave_workspace',
  done: 'You left the workspace.',
  auditEntries: { 'member.left': 'left the workspace' },
});

export const signOutEverywhere = action({
  ...ownMembership,
  name: 'member.sign-out-everywhere',
  button: 'Sign out everywhere',
  sqlFunction: 'sign_out_everywhere',
  irreversible:
    'This signs you out in every browser at once, here too, and makes unused sign-in links and codes stop working. You can sign in again with a new code.',
  done: 'You are signed out everywhere.',
  auditEntries: { 'member.signed_out_everywhere': 'signed out everywhere' },
});

export const signInLink = action({
  name: 'member.sign-in',
  summary: 'Make a link that signs a member in to the console, once, within an hour',
  on: 'member',
  only: 'command',
  sqlCall: 'create_sign_in_link(p_member => record.id)',
  answer: 'r.token, corkboard.iso(r.expires_at) as "expiresAt"',
  finish: async ({ token, expiresAt }, _, { config }) => ({
    url: `${baseUrl(config)}/sign-in/${token}`,
    expiresAt,
  }),
  auditEntries: { 'member.sign_in_link': 'created a sign-in link for a member' },
});
