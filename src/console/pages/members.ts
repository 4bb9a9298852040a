import { sql } from 'slonik';
import { addMember, removeMember, signOutMember } from '../../actions/member.ts';
import { count, dayOf } from '../../formatting/index.ts';
import { workspaceId } from '../../operations/define.ts';
import { array } from '../../records/fragments.ts';
import { nilId } from '../../vocabulary/id.ts';
import { form, formOfMany } from '../forms/form.ts';
import { word } from '../forms/labels.ts';
import { html } from '../html/html.ts';
import { confirmFirst, isConfirmedOwner, ownersOnly } from '../parts/confirmFirst.ts';
import { cursorOf, keysetPagination, limitPlusOne, pageRows as shown } from '../parts/keysetPagination.ts';
import { settingsTabs } from '../parts/settingsTabs.ts';
import { table } from '../parts/table.ts';
import { byAction } from '../posts/byAction.ts';
import { page } from '../routing/page.ts';
import { ownAddress, ownAddressPosts, type PendingChange, pendingChange } from './members/ownAddress.ts';
import { handOverForm, type Offer, offerNote, openOffer, ownershipPosts } from './members/ownership.ts';
import { type OwnSessions, ownSessions, ownSessionsQuery, signOutPost } from './members/ownSessions.ts';

interface Members {
  rows: { id: string; email: string; role: 'owner' | 'member'; createdAt: string; seenAt: string | null }[];
  used: number;
  /** The number of members that the plan allows; null for no limit. */
  allowed: number | null;
}

const add = byAction(addMember, { path: '/settings/members/add', redirectTo: () => '/settings/members' });
const remove = byAction(removeMember, {
  path: '/settings/members/:member/remove',
  record: 'member',
  redirectTo: () => '/settings/members',
});
const signOut = byAction(signOutMember, {
  path: '/settings/members/:member/sign-out',
  record: 'member',
  redirectTo: () => '/settings/members',
});

const members = (search: URLSearchParams) => sql.fragment`
  select ${array(sql.fragment`
      select row_to_json(r) from (
        select m.id, m.email, m.role, corkboard.iso(m.created_at) as "createdAt",
               (select corkboard.iso(max(s.seen_at)) from corkboard.sessions s
                 where s.workspace_id = ${workspaceId} and s.member_id = m.id) as "seenAt"
          from corkboard.members m
         where m.workspace_id = ${workspaceId} and m.id > ${cursorOf(search) ?? nilId}::uuid
         order by m.id ${limitPlusOne}) r`)} as rows,
    (select count(*) from corkboard.members m where m.workspace_id = ${workspaceId}) as used, p.seats as allowed
  from corkboard.workspaces w join corkboard.plans p on p.name = w.plan
  where w.id = ${workspaceId}`;

interface Rows {
  members: Members;
  offer: Offer | null;
  pending: PendingChange;
  sessions: OwnSessions;
}

/** The members of the workspace, the person's own email address, and the offer of ownership. */
export const membersPage = page<Rows>({
  path: '/settings/members',
  reads: ({ search }) => ({
    members: members(search),
    offer: openOffer,
    pending: pendingChange,
    sessions: ownSessionsQuery,
  }),
  view: ({ members: { rows, used, allowed }, offer, pending, sessions }, context) => {
    const may = isConfirmedOwner(context);
    const on = (time: string) => dayOf(time, context.person.locale, context.person.time_zone);
    const list = table(
      'Members',
      ['Email', 'Role', 'Added', 'Last active', ...(may ? ['Actions'] : [])],
      shown(rows).map(member => [
        member.email,
        word(member.role),
        on(member.createdAt),
        member.seenAt === null ? 'Never' : on(member.seenAt),
        ...(may
          ? [
              html`<div class="actions">${[signOut, remove].map(post =>
                form(context, post, {
                  params: { member: member.id },
                  record: member,
                  recordName: member.email,
                }),
              )}</div>`,
            ]
          : []),
      ]),
    );
    return {
      title: 'Members',
      body: html`
        ${settingsTabs('/settings/members')}
        <p>${seats(used, allowed, context.person.locale)} Members can see and do everything except owner-only settings.</p>
        ${ownersOnly(context, 'add and remove members')}${confirmFirst(context, 'add or remove a member')}
        ${offerNote(context, offer)}
        ${may ? formOfMany(list) : list}
        ${keysetPagination(context.here, rows)}
        ${may ? html`<section><h2>Add a member</h2>${form(context, add)}</section>` : null}
        ${may && used > 1 ? handOverForm(context, offer) : null}
        ${ownAddress(context, pending)}
        ${ownSessions(context, sessions)}`,
    };
  },
  posts: [add, remove, signOut, signOutPost, ...ownershipPosts, ...ownAddressPosts],
});

function seats(used: number, allowed: number | null, locale: string) {
  if (allowed === null) return `${count(used, locale)} seats used. Your plan has no seat limit.`;
  const more = html` <a href="/settings/billing">See plan and billing</a> to add more.`;
  return html`${count(used, locale)} of ${count(allowed, locale)} seats used.${used < allowed ? null : more}`;
}
