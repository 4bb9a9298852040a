import { removeMember, signOutMember } from '../../actions/member.ts';
import { sql } from '../../database/sql.ts';
import { count, counted } from '../../formatting/index.ts';
import { objects, workspaceId } from '../../records/fragments.ts';
import { nilId } from '../../vocabulary/id.ts';
import { confirmFirst, isConfirmedOwner, ownersOnly } from '../components/confirmFirst.ts';
import { cursorOf, keysetPagination, pageRows as shown } from '../components/keysetPagination.ts';
import { settingsTabs } from '../components/settingsTabs.ts';
import { table } from '../components/table.ts';
import { listDay } from '../components/time.ts';
import { form, formOfMany } from '../forms/form.ts';
import { word } from '../forms/labels.ts';
import { html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { limitPlusOne } from '../queries/pageLimit.ts';
import {
  type Invitations,
  invitationList,
  invitationPosts,
  invitationsQuery,
  invite,
} from './members/invitations.ts';
import { type Own, ownPosts, ownQuery, ownSections } from './members/own.ts';
import { handOverForm, type Offer, offerNote, openOffer, ownershipPosts } from './members/ownership.ts';

interface Members {
  rows: {
    id: string;
    email: string;
    name: string | null;
    role: 'owner' | 'member';
    createdAt: string;
    seenAt: string | null;
  }[];
  used: number;
  /** The number of members that the plan allows; null for no limit. */
  allowed: number | null;
}

const at = (verb: string) => ({
  path: `/settings/members/:member/${verb}`,
  record: 'member',
  redirectTo: () => '/settings/members',
});
const remove = byAction(removeMember, at('remove'));
const signOut = byAction(signOutMember, at('sign-out'));

const members = (search: URLSearchParams) => sql.fragment`
  select ${objects(sql.fragment`
      select m.id, m.email, m.name, m.role, corkboard.iso(m.created_at) as "createdAt",
             (select corkboard.iso(max(s.seen_at)) from corkboard.sessions s
               where s.workspace_id = ${workspaceId} and s.member_id = m.id) as "seenAt"
        from corkboard.members m
       where m.workspace_id = ${workspaceId} and m.id > ${cursorOf(search) ?? nilId}::uuid
       order by m.id ${limitPlusOne}`)} as rows,
    (select count(*) from corkboard.members m where m.workspace_id = ${workspaceId}) as used, p.seats as allowed
  from corkboard.workspaces w join corkboard.plans p on p.name = w.plan
  where w.id = ${workspaceId}`;

interface Rows {
  members: Members;
  offer: Offer | null;
  own: Own;
  invitations: Invitations;
}

/** The members of the workspace, the offer of ownership, and the person's own membership. */
export const membersPage = page<Rows>({
  path: '/settings/members',
  reads: ({ search }) => ({
    members: members(search),
    invitations: invitationsQuery,
    offer: openOffer,
    own: ownQuery,
  }),
  view: ({ members: { rows, used, allowed }, invitations, offer, own }, context) => {
    const may = isConfirmedOwner(context);
    const list = table(
      'Members',
      ['Member', 'Role', 'Added', 'Last active', ...(may ? ['Actions'] : [])],
      shown(rows).map(member => [
        member.name === null
          ? member.email
          : html`${member.name}<br><span class="sub">${member.email}</span>`,
        word(member.role),
        listDay(member.createdAt, context.person),
        member.seenAt === null ? 'Never' : listDay(member.seenAt, context.person),
        ...(may
          ? [
              member.role === 'owner'
                ? ''
                : html`<div class="actions">${[signOut, remove].map(post =>
                    form(context, post, {
                      params: { member: member.id },
                      record: member,
                      recordName: member.name ?? member.email,
                      ...(post === remove && { irreversible: 'Remove member?' }),
                    }),
                  )}</div>`,
            ]
          : []),
      ]),
    );
    return {
      title: 'Members',
      body: html`
        ${settingsTabs(context, '/settings/members')}
        <p>${seats(used, invitations.open, allowed, context.person.locale)} Members can see and do everything except owner-only settings.${may ? ' If you remove one, they are signed out at once. Their work stays, and you can invite them again later.' : null}</p>
        ${ownersOnly(context, 'invite and remove members')}${confirmFirst(context, 'invite or remove a member')}
        ${offerNote(context, offer)}
        ${formOfMany(list)}
        ${keysetPagination(context.here, rows)}
        ${invitationList(context, invitations)}
        ${may ? html`<section><h2>Invite a member</h2>${form(context, invite)}</section>` : null}
        ${may && used > 1 ? handOverForm(context, offer) : null}
        ${ownSections(context, own)}`,
    };
  },
  posts: [remove, signOut, ...invitationPosts, ...ownershipPosts, ...ownPosts],
});

/** How many seats are used, and how many more are reserved for people with an open invitation. */
function seats(used: number, invited: number, allowed: number | null, locale: string) {
  const reserved = invited === 0 ? '' : `, and ${counted(invited, 'open invitation', locale)}`;
  if (allowed === null) return `${count(used, locale)} seats used${reserved}. Your plan has no seat limit.`;
  const more = html` <a href="/settings/billing">See plan and billing</a> to add more.`;
  return html`${count(used, locale)} of ${count(allowed, locale)} seats used${reserved}.${used + invited < allowed ? null : more}`;
}
