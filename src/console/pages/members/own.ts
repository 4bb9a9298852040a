import { changeEmail, confirmEmail, setMemberName, setNotifications } from '../../../actions/account.ts';
import { leaveWorkspace, signOutEverywhere } from '../../../actions/member.ts';
import { sql } from '../../../database/sql.ts';
import { count, moment } from '../../../formatting/index.ts';
import { object, workspaceId } from '../../../records/fragments.ts';
import { notificationKinds } from '../../../vocabulary/notifications.ts';
import { disclosure } from '../../components/disclosure.ts';
import { form } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import type { PageContext } from '../../requests/pageContext.ts';

/** The person's own membership, as the page shows it. */
export interface Own {
  /** The pending change of email address, which waits for its code; null if there is none. */
  pending: { newEmail: string; expiresAt: string } | null;
  /** The kinds of notifications that the person gets by email. */
  notifiedOf: string[];
  /** In how many browsers the person is signed in to this workspace. */
  browsers: number;
}

const path = '/settings/members';
const redirectTo = () => path;
const rename = byAction(setMemberName, {
  path: `${path}/set-name`,
  looks: { name: { autocomplete: 'name' } },
  redirectTo,
});
const change = byAction(changeEmail, {
  path: `${path}/change-email`,
  looks: { newEmail: { autocomplete: 'email' } },
  redirectTo,
});
const confirm = byAction(confirmEmail, {
  path: `${path}/confirm-email`,
  looks: { code: { autocomplete: 'one-time-code' } },
  redirectTo,
});
const notify = byAction(setNotifications, {
  path: `${path}/set-notifications`,
  looks: { notifiedOf: { options: Object.entries(notificationKinds) } },
  redirectTo,
});
const signOut = byAction(signOutEverywhere, { path: `${path}/sign-out`, redirectTo: () => '/sign-in' });
const leave = byAction(leaveWorkspace, { path: `${path}/leave`, redirectTo: () => '/sign-in' });
export const ownPosts = [rename, change, confirm, notify, signOut, leave];

export const ownQuery = sql.fragment`
  select m.notified_of as "notifiedOf",
    (select count(*) from corkboard.sessions s
      where s.workspace_id = ${workspaceId} and s.member_id = m.id and s.expires_at > clock_timestamp()) as browsers,
    ${object(sql.fragment`
      c.new_email as "newEmail", corkboard.iso(c.expires_at) as "expiresAt"
        from corkboard.email_changes c
       where c.workspace_id = ${workspaceId} and c.member_id = m.id and c.expires_at > clock_timestamp()
       order by c.id desc limit 1`)} as pending
  from corkboard.members m where m.workspace_id = ${workspaceId} and m.id = admitted.member_id`;

/** The person's own name, address, notifications, sessions and membership, each with its forms. */
export const ownSections = (context: PageContext, { pending, notifiedOf, browsers }: Own): Html => html`
  ${nameSection(context)}
  ${addressSection(context, pending)}
  ${notificationSection(context, notifiedOf)}
  ${sessionSection(context, browsers)}
  ${context.person.role === 'owner' ? null : html`<section><h2>Your membership</h2>${form(context, leave, { quiet: true })}</section>`}`;

/** The form with which people say what they are called. */
const nameSection = (context: PageContext): Html => {
  const { email, names } = context.person;
  return html`
    <section><h2>Your name</h2>
    ${form(context, rename, { values: { name: names.get(email) ?? null }, quiet: true })}</section>`;
};

/** The forms with which people change their own email address: first the address, then the code mailed to it. */
function addressSection(context: PageContext, pending: Own['pending']): Html {
  const { person, rejected } = context;
  // An expired code is rejected beside its field.
  const asksForCode = pending !== null || rejected?.path === confirm.path;
  return html`
    <section><h2>Your email address</h2>
    <p>You sign in to this workspace as <b>${person.email}</b>.</p>
    ${pending === null ? null : pendingNote(context, pending)}
    ${asksForCode ? form(context, confirm) : null}
    ${asksForCode ? html`<h3>Use another address</h3>` : null}
    ${disclosure(context, change.button, change, { isLong: true })}</section>`;
}

const pendingNote = ({ person }: PageContext, { newEmail, expiresAt }: NonNullable<Own['pending']>): Html =>
  html`<p>We emailed a code to <b>${newEmail}</b>. Enter it here, in the browser where you requested it, before
    ${moment(expiresAt, person.locale, person.time_zone)}. Your address stays the same until you do.</p>`;

/** The form with which people choose what they are told by email. */
function notificationSection(context: PageContext, notifiedOf: string[]): Html {
  const noMail = html`<p class="hint">This server sends no email yet, because no mail server is set up. What you choose applies
    once the operator of your Corkboard server has set one up.</p>`;
  return html`
    <section id="notifications"><h2>Your email notifications</h2>
    <p>Choose which emails Corkboard sends you. You get none about what you do yourself.</p>
    ${context.sendsMail ? null : noMail}
    ${form(context, notify, { values: { notifiedOf }, quiet: true })}</section>`;
}

/** Where the person is signed in, and the form with which they end all of it. */
function sessionSection(context: PageContext, browsers: number): Html {
  const others = browsers - 1;
  const { locale } = context.person;
  return html`
    <section><h2>Where you are signed in</h2>
    <p>${others === 0 ? 'Only in this browser.' : `In this browser and ${count(others, locale)} ${others === 1 ? 'other' : 'others'}.`}
      If someone else may have used your account, sign out everywhere, then sign in again.</p>
    ${form(context, signOut, { quiet: true })}</section>`;
}
