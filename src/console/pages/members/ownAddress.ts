import { changeEmail, confirmEmail } from '../../../actions/account.ts';
import { sql } from '../../../database/sql.ts';
import { moment } from '../../../formatting/index.ts';
import { workspaceId } from '../../../operations/define.ts';
import { form } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import type { PageContext } from '../../requests/pageContext.ts';

/** The person's pending change of email address, which waits for its code; null if there is none. */
export type PendingChange = { newEmail: string; expiresAt: string } | null;

const redirectTo = () => '/settings/members';
const change = byAction(changeEmail, {
  path: '/settings/members/change-email',
  looks: { newEmail: { autocomplete: 'email' } },
  redirectTo,
});
const confirm = byAction(confirmEmail, {
  path: '/settings/members/confirm-email',
  looks: { code: { autocomplete: 'one-time-code' } },
  redirectTo,
});
export const ownAddressPosts = [change, confirm];

export const pendingChange = sql.fragment`
  select c.new_email as "newEmail", corkboard.iso(c.expires_at) as "expiresAt"
    from corkboard.email_changes c
   where c.workspace_id = ${workspaceId} and c.member_id = admitted.member_id and c.expires_at > clock_timestamp()
   order by c.id desc limit 1`;

/** The forms with which people change their own email address: first the address, then the code mailed to it. */
export function ownAddress(context: PageContext, pending: PendingChange): Html {
  const { person, rejected } = context;
  // An expired code is rejected beside its field.
  const asksForCode = pending !== null || rejected?.path === confirm.path;
  return html`
    <section><h2>Your email address</h2>
    <p>You sign in to this workspace as <b>${person.email}</b>.</p>
    ${pending === null ? null : pendingNote(context, pending)}
    ${asksForCode ? form(context, confirm) : null}
    ${asksForCode ? html`<h3>Use another address</h3>` : null}
    ${form(context, change, { quiet: true })}</section>`;
}

const pendingNote = ({ person }: PageContext, { newEmail, expiresAt }: NonNullable<PendingChange>): Html =>
  html`<p>We emailed a code to <b>${newEmail}</b>. Enter it here, in the browser where you requested it, before
    ${moment(expiresAt, person.locale, person.time_zone)}. Your address stays the same until you do.</p>`;
