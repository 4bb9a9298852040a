import { signOutEverywhere } from '../../../actions/member.ts';
import { sql } from '../../../database/sql.ts';
import { count } from '../../../formatting/index.ts';
import { workspaceId } from '../../../operations/define.ts';
import { form } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import type { PageContext } from '../../requests/pageContext.ts';

/** The browsers in which the person is signed in to this workspace. */
export interface OwnSessions {
  browsers: number;
}

export const signOutPost = byAction(signOutEverywhere, {
  path: '/settings/members/sign-out',
  redirectTo: () => '/sign-in',
});

export const ownSessionsQuery = sql.fragment`
  select count(*) as browsers
    from corkboard.sessions s
   where s.workspace_id = ${workspaceId} and s.member_id = admitted.member_id and s.expires_at > clock_timestamp()`;

/** Where the person is signed in, and the form with which they end all of it. */
export function ownSessions(context: PageContext, { browsers }: OwnSessions): Html {
  const others = browsers - 1;
  const { locale } = context.person;
  return html`
    <section><h2>Where you are signed in</h2>
    <p>${others === 0 ? 'Only in this browser.' : `In this browser and ${count(others, locale)} ${others === 1 ? 'other' : 'others'}.`}
      If someone else may have used your account, sign out everywhere, then sign in again.</p>
    ${form(context, signOutPost, { quiet: true })}</section>`;
}
