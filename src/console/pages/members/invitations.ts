import { inviteMember, resendInvitation, withdrawInvitation } from '../../../actions/invitation.ts';
import { sql } from '../../../database/sql.ts';
import { objects, workspaceId } from '../../../records/fragments.ts';
import { isConfirmedOwner } from '../../components/confirmFirst.ts';
import { table } from '../../components/table.ts';
import { listDay } from '../../components/time.ts';
import { form, formOfMany } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import type { PageContext } from '../../requests/pageContext.ts';

/** The invitations that have not been answered or withdrawn, and how many of them are open. */
export interface Invitations {
  rows: { id: string; email: string; expiresAt: string; isOpen: boolean }[];
  open: number;
}

const redirectTo = () => '/settings/members';
export const invite = byAction(inviteMember, { path: '/settings/members/add', redirectTo });
const at = (verb: string) => ({
  path: `/settings/members/invitations/:invitation/${verb}`,
  record: 'invitation',
  redirectTo,
});
const resend = byAction(resendInvitation, at('resend'));
const withdraw = byAction(withdrawInvitation, at('withdraw'));
export const invitationPosts = [invite, resend, withdraw];

/** How many invitations the page shows, the newest first. */
const maxShown = 50;

export const invitationsQuery = sql.fragment`
  select ${objects(sql.fragment`
      select i.id, i.email, corkboard.iso(i.expires_at) as "expiresAt",
             i.expires_at > clock_timestamp() as "isOpen"
        from corkboard.invitations i
       where i.workspace_id = ${workspaceId} and i.ended_at is null
       order by i.created_at desc limit ${maxShown}`)} as rows,
    (select count(*) from corkboard.invitations i
      where i.workspace_id = ${workspaceId} and i.ended_at is null and i.expires_at > clock_timestamp()) as open`;

/** The people who were invited and have not answered; null if there are none. */
export function invitationList(context: PageContext, { rows }: Invitations): Html | null {
  if (rows.length === 0) return null;
  const may = isConfirmedOwner(context);
  const list = table(
    'Invitations',
    ['Email', 'Status', ...(may ? ['Actions'] : [])],
    rows.map(({ id, email, expiresAt, isOpen }) => [
      email,
      isOpen ? html`Open until ${listDay(expiresAt, context.person)}` : 'Expired',
      ...(may
        ? [
            html`<div class="actions">${[resend, withdraw].map(post =>
              form(context, post, { params: { invitation: id }, recordName: email }),
            )}</div>`,
          ]
        : []),
    ]),
  );
  return html`<section><h2>Invitations</h2>${formOfMany(list)}</section>`;
}
