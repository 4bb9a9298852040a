import { setMember } from '../actions/account.ts';
import { addMember, memberFields, removeMember, signInLink, signOutMember } from '../actions/member.ts';
import { makeOwner } from '../actions/ownership.ts';
import { json } from '../records/columns.ts';
import { verbOf } from './derive.ts';
import { listIn } from './list.ts';
import type { Noun } from './verb.ts';

export const member: Noun = {
  name: 'member',
  summary: 'the people of a workspace',
  verbs: [
    verbOf(addMember),
    listIn('members', json(memberFields), 'members', { summary: 'List the members of a workspace' }),
    verbOf(removeMember),
    verbOf(setMember),
    verbOf(makeOwner),
    verbOf(signInLink),
    verbOf(signOutMember),
  ],
};
