import { setNotifications } from '../../../actions/account.ts';
import { sql } from '../../../database/sql.ts';
import { workspaceId } from '../../../operations/define.ts';
import { notificationKinds } from '../../../vocabulary/notifications.ts';
import { form } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import type { PageContext } from '../../requests/pageContext.ts';

/** The kinds of notifications that the person gets by email. */
export interface OwnNotifications {
  notifiedOf: string[];
}

export const notificationsPost = byAction(setNotifications, {
  path: '/settings/members/set-notifications',
  looks: { notifiedOf: { options: Object.entries(notificationKinds) } },
  redirectTo: () => '/settings/members',
});

export const ownNotificationsQuery = sql.fragment`
  select m.notified_of as "notifiedOf"
    from corkboard.members m
   where m.workspace_id = ${workspaceId} and m.id = admitted.member_id`;

/** The form with which people choose what they are told by email. */
export function ownNotifications(context: PageContext, { notifiedOf }: OwnNotifications): Html {
  const { person, sendsMail } = context;
  const noMail = html`<p class="hint">This server sends no email yet, because no mail server is set up. What you choose applies
    once the operator of your Corkboard server has set one up.</p>`;
  return html`
    <section id="notifications"><h2>Your email notifications</h2>
    <p>Choose which emails Corkboard sends to <b>${person.email}</b>. You get none about what you do yourself.</p>
    ${sendsMail ? null : noMail}
    ${form(context, notificationsPost, { values: { notifiedOf }, quiet: true })}</section>`;
}
