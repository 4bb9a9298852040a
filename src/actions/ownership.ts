import { z } from 'zod';
import { action, field } from './define.ts';
import { email } from './fields.ts';
import { memberAnswer, ownMembership } from './member.ts';

export const makeOwner = action({
  name: 'member.make-owner',
  summary: 'Make a member the owner at once, in place of an owner who is gone; both are told',
  on: 'member',
  only: 'command',
  sqlFunction: 'make_owner',
  answer: memberAnswer,
  auditEntries: { 'member.made_owner': 'made a member the owner' },
});

export const offerOwnership = action({
  name: 'member.offer-ownership',
  button: 'Make owner',
  role: 'owner',
  only: 'console',
  requiresRecentAuthentication: true,
  input: z.strictObject({
    email: field(email, 'you stay the owner until they accept', '<e>', {
      label: 'Email address of the member',
    }),
  }),
  sqlFunction: 'offer_ownership',
  answer: memberAnswer,
  done: 'You offered ownership of the workspace. You stay the owner until it is accepted.',
  auditEntries: { 'member.ownership_offered': 'offered a member the ownership of the workspace' },
});

export const withdrawOwnership = action({
  name: 'member.withdraw-ownership',
  button: 'Withdraw offer',
  on: 'member',
  role: 'owner',
  only: 'console',
  sqlFunction: 'withdraw_ownership',
  answer: memberAnswer,
  done: 'The offer was withdrawn. You are still the owner.',
  auditEntries: { 'member.ownership_withdrawn': 'withdrew the offer of ownership made to a member' },
});

export const acceptOwnership = action({
  ...ownMembership,
  name: 'member.accept-ownership',
  button: 'Accept ownership',
  requiresRecentAuthentication: true,
  irreversible:
    'You become the owner, with control of settings, members, API keys and webhooks, and the current owner becomes a member. Only you can hand ownership on from then on.',
  sqlFunction: 'accept_ownership',
  done: 'You are the owner of this workspace now.',
  auditEntries: { 'member.ownership_accepted': 'accepted the ownership of the workspace' },
});

export const declineOwnership = action({
  ...ownMembership,
  name: 'member.decline-ownership',
  button: 'Decline',
  sqlFunction: 'decline_ownership',
  done: 'You declined the offer. Nothing has changed.',
  auditEntries: { 'member.ownership_declined': 'declined the ownership of the workspace' },
});
