import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { clearable, memberName } from '../../actions/fields.ts';
import { validate } from '../../admission/check.ts';
import { prepared, sql } from '../../database/pool.ts';
import { signInTenant } from '../../database/tenantCache.ts';
import { moment } from '../../formatting/index.ts';
import type { Handler, Request } from '../../http/handler.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { type Field, fieldsOf } from '../forms/fields.ts';
import { readForm } from '../forms/formBody.ts';
import { hiddenField } from '../forms/hiddenFields.ts';
import { messageOf } from '../forms/rejectedForm.ts';
import { type Html, html } from '../html/html.ts';
import { standalonePage } from '../html/layout.ts';
import { type ConsoleResources, sessionOf } from '../requests/console.ts';
import { PageError } from '../requests/pageError.ts';
import { redirect, sendPage } from '../requests/reply.ts';
import { browserToken, cookie, hashOf, readCookie, sessionToken, workspaceIn } from '../sessions/session.ts';
import { oneFieldForm } from './form.ts';

/** The pages of an invitation: by the emailed link, or by its id for people who have just proven their address. */
export const invitationPath = '/invite/:token';

/** The address of an invitation for people who have just proven their address. Unlike the emailed one it contains no secret. */
export const invitationAddress = (id: string) => invitationPath.replace(':token', id);

/** An open invitation (sql/functions/invitations/invitation_to_answer.sql). */
const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  workspaceName: z.string(),
  ownerEmail: z.string(),
  ownerName: z.string().nullable(),
  expiresAt: z.string(),
  locale: z.string(),
  timeZone: z.string(),
  /** Whether this browser has proven that it belongs to the invited person. */
  isProven: z.boolean(),
});
type Invitation = z.infer<typeof Invitation>;

const Answered = z.object({
  outcome: z.enum(['joined', 'declined', 'unproven', 'unknown']),

  suffix: z.string(),
});

/** What the person wants to be called. */
const Input = z.strictObject({ name: clearable(memberName) });
const [nameField] = fieldsOf(Input, {
  name: {
    label: 'Your name',
    hint: 'Shown to other members, and to clients beside the workspace’s',
    autocomplete: 'name',
  },
}) as [Field];

/** A name that was rejected, and why. */
interface WrongName {
  typed: string;
  wrong: string;
}

/** The arguments that find the invitation of a request, and tell whether the browser has proven its address. */
function credentials(resources: ConsoleResources, req: Request) {
  const token = req.params.token ?? '';
  const browser = readCookie(req, 'corkboard-browser', resources.isSecure);
  const browserHash = browser === '' ? null : sql.binary(hashOf(browser));
  const session = sql.binary(hashOf(sessionOf(resources, req)));
  return {
    browser,
    proofs: sql.fragment`${sql.binary(hashOf(token))}, ${asUuid(token)}::uuid, ${session}, ${browserHash}`,
    workspaceId: workspaceIn(token),
  };
}

/** Shows an invitation, and never answers it, because programs that scan email open links too. */
export function invitationPage(resources: ConsoleResources): Handler {
  return (req, res) => showInvitation(resources, req, res, 200);
}

async function showInvitation(
  resources: ConsoleResources,
  req: Request,
  res: ServerResponse,
  status: 200 | 403 | 422,
  name?: WrongName,
): Promise<void> {
  const { database, isSecure } = resources;
  const { proofs, workspaceId } = credentials(resources, req);
  const invitation = await database.for(req.deadline, signInTenant).maybeOne(
    prepared(sql.type(Invitation)`
      select i.id, i.email, i."workspaceName", i."ownerEmail", i."ownerName", i."expiresAt", i.locale, i."timeZone",
             i.proven_at is not null as "isProven"
        from corkboard.invitation_to_answer(${proofs}, ${workspaceId}::uuid) i`),
  );
  if (invitation === null) throw invitationEnded();
  res.setHeader('Set-Cookie', cookie('corkboard-browser', browserToken(req, isSecure), isSecure));
  const here = invitationAddress(req.params.token ?? '');
  sendPage(req, res, status, view(invitation, here, sessionOf(resources, req) !== '', name));
}

/** The page of an invitation: what it is, and the buttons that answer it, or the form that proves the address first. */
function view(
  { id, workspaceName, ownerEmail, ownerName, email, expiresAt, locale, timeZone, isProven }: Invitation,
  here: string,
  isSignedIn: boolean,
  name?: WrongName,
): Html {
  const invited = html`<p>${ownerName === null ? html`<b>${ownerEmail}</b>` : html`<b>${ownerName}</b> (${ownerEmail})`} invites <b>${email}</b> to become a member of the workspace <b>${workspaceName}</b>.
    The invitation expires on ${moment(expiresAt, locale, timeZone)}.</p>`;
  const answers = html`<p>Members can see and do everything in the workspace except owner-only settings.</p>
    ${oneFieldForm(here, 'Accept invitation', nameField, name?.typed ?? '', '/', name?.wrong)}
    <div class="actions">
      <form method="post" action="${here}/decline"><button class="quiet">Decline</button></form>
      ${isSignedIn ? html`<a href="/">Decide later</a>` : null}
    </div>`;
  const proof = html`<p>To accept or decline, confirm that this is your email address.</p>
    <form method="post" action="/sign-in">${hiddenField(['email', email])}${hiddenField(['next', invitationAddress(id)])}
      <p class="actions"><button>Email me a code</button></p></form>`;
  return standalonePage('Invitation', html`${invited}${isProven ? answers : proof}`);
}

/** Answers an invitation for the invited person. One who accepts becomes a member, and the browser is signed in to the workspace. */
export function answerInvitation(resources: ConsoleResources, answer: 'accept' | 'decline'): Handler {
  const { database, isSecure } = resources;
  return async (req, res) => {
    const name = ((await readForm(resources, req, res)).get('name') ?? '').trim() || null;
    const { issues } = validate(Input, { name });
    if (issues) {
      const wrong = messageOf(issues[0]!, [nameField]).text;
      return showInvitation(resources, req, res, 422, { typed: name ?? '', wrong });
    }
    const { browser, proofs, workspaceId } = credentials(resources, req);
    const token = sessionToken(browser, 'invitation', req.params.token ?? '');
    const hash = sql.binary(hashOf(token));
    const call =
      answer === 'accept'
        ? sql.fragment`corkboard.accept_invitation(${proofs}, ${hash}, ${workspaceId}::uuid, ${name})`
        : sql.fragment`corkboard.decline_invitation(${proofs}, ${workspaceId}::uuid)`;
    const { outcome, suffix } = await database.for(req.deadline, signInTenant).one(
      prepared(sql.type(Answered)`
        select ${call} as outcome, corkboard.session_suffix(${hash}) as suffix`),
    );
    if (outcome === 'unknown') throw invitationEnded();
    if (outcome === 'unproven') return showInvitation(resources, req, res, 403);
    if (outcome === 'declined')
      return sendPage(req, res, 200, standalonePage('Invitation declined', declined));
    res.setHeader('Set-Cookie', cookie('corkboard', token + suffix, isSecure));
    redirect(req, res, '/');
  };
}

const declined = html`<p>You declined the invitation, and are not a member of the workspace.</p><p><a href="/">Go to Home</a></p>`;

const invitationEnded = () =>
  new PageError(404, {
    title: 'This invitation no longer works',
    text: 'It was answered, withdrawn or sent again, or it expired. Ask the owner of the workspace for a new one. If you are a member already, sign in.',
  });
