import { z } from 'zod';
import { signingIn } from '../../database/holders.ts';
import { prepared, sql } from '../../database/pool.ts';
import { FairGate } from '../../gate.ts';
import type { Handler, Request } from '../../http/handler.ts';
import { Overdue, Patience } from '../../patience.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { readBrought } from '../brought.ts';
import { clientAddress } from '../clientAddress.ts';
import { type Field, fieldsOf } from '../fields.ts';
import { refuseForeign } from '../guard.ts';
import { html } from '../html.ts';
import { alone } from '../layout.ts';
import { type Console, originOf } from '../open.ts';
import { sendOn, sendPage } from '../reply.ts';
import { cookie, hashOf, readCookie, sessionToken } from '../session.ts';
import { nextField, simpleForm } from './form.ts';
import { hashCode, readCode } from './mail.ts';

const [codeField] = fieldsOf(z.strictObject({ code: z.string() }), {
  code: { label: 'The code from the mail', autocomplete: 'one-time-code' },
}) as [Field];

const page = (typed: string, next: string, wrong?: string) =>
  alone(
    'Enter the code',
    html`<p>If the address belongs to a member, we email a code to it: up to three an hour from your network, and always to
      people who signed in from here before. The code works in this browser for 15 minutes.</p>
      ${simpleForm('/sign-in/code', 'Sign in', codeField, typed, next, wrong)}
      <p><a href="/sign-in">Ask for another code</a></p>`,
  );

/** Asks for the code. The link in the email fills it in, and uses nothing up. */
export const codePage =
  (onwards: (req: Request) => string): Handler =>
  async (req, res) => {
    const typed = new URLSearchParams(req.search ?? '').get('code') ?? '';
    sendPage(req, res, 200, page(typed, onwards(req)));
  };

const Try = z.object({
  signIns: z.array(z.string()),
  salts: z.array(z.string()),
  isKnownOrigin: z.boolean(),
  network: z.string(),
});
type Try = z.infer<typeof Try>;

const Row = z.object({
  outcome: z.enum(['signed_in', 'wrong', 'choose']),
  workspaces: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
});

/** What is wrong with a code. It does not reveal whether the address is a member's. */
const wrong = {
  wrong: 'This is not the code. Check it, or ask for another one.',
  unknown:
    'This code no longer works: it was for another browser, is older than 15 minutes, or was tried too often. Ask for another one.',
  busy: 'Too many people are signing in at the moment. Your code still works: try it again in a minute.',
};

/** How long a code may wait to be checked, and after that for the database, in ms: a busy moment is no reason to reject it. */
const checkMs = 15_000;
const afterCheckMs = 5_000;

/** Signs a browser in. A person who is a member of several workspaces chooses one with the same code. */
export function signInByCode(given: Console, next: (wanted: string | null) => string): Handler {
  const { database, isSecure } = given;
  return async (req, res) => {
    refuseForeign(req, originOf(given, req));
    const form = await readBrought(req, res);
    const typed = form.get('code') ?? '';
    const onwards = next(form.get('next'));
    const code = readCode(typed);
    const workspace = form.get('workspace') ?? '';
    const browserToken = readCookie(req, 'corkboard-browser', isSecure);
    const token = sessionToken(browserToken, code, workspace);
    const browser = sql.binary(hashOf(browserToken));
    const from = clientAddress(req, given.config.trustProxy);
    const tried = await database.for(req.patience, signingIn).one(
      prepared(sql.type(Try)`
        select t.sign_ins as "signIns", t.salts, t.is_known_origin as "isKnownOrigin", t.network
          from corkboard.begin_code_try(${browser}, ${from}::inet) t`),
    );
    const signIns = sql.array(tried.signIns, 'uuid');
    const hashes = await hashesOf(code, tried).catch(error => {
      if (error instanceof Overdue) return null;
      throw error;
    });
    const patience = new Patience(afterCheckMs);
    if (hashes === null) {
      await database
        .for(patience, signingIn)
        .one(prepared(sql.type(z.object({}))`select from corkboard.cancel_code_try(${signIns})`));
      return sendPage(req, res, 503, page(typed, onwards, wrong.busy));
    }
    const { outcome, workspaces } = await database.for(patience, signingIn).one(
      prepared(sql.type(Row)`
        select s.outcome, s.workspaces from corkboard.sign_in(
          ${browser}, ${signIns}, ${sql.array(hashes, 'bytea')}, ${asUuid(workspace)},
          ${sql.binary(hashOf(readCookie(req, 'corkboard', isSecure)))}, ${sql.binary(hashOf(token))}) s`),
    );
    if (outcome === 'choose') return sendPage(req, res, 200, choice(workspaces!, typed, onwards));
    if (outcome === 'wrong') {
      const reason = tried.signIns.length === 0 ? wrong.unknown : wrong.wrong;
      return sendPage(req, res, 422, page(typed, onwards, reason));
    }
    res.setHeader('Set-Cookie', [
      cookie('corkboard', token, isSecure),
      cookie('corkboard-browser', browserToken, isSecure),
    ]);
    sendOn(req, res, onwards);
  };
}

/** The hashes of a code with the salts of each sign-in. Throws Overdue if too many others are checked before it. */
function hashesOf(code: string, { salts, isKnownOrigin, network }: Try): Promise<Buffer[]> {
  const patience = new Patience(checkMs);
  const queue = isKnownOrigin ? knownOrigins : strangers;
  return Promise.all(salts.map(salt => queue.pass(network, patience, () => hashCode(code, salt))));
}

/** Codes are checked one at a time. Those of browsers and networks that signed in before do not wait for the others. */
const strangers = new FairGate();
const knownOrigins = new FairGate();

/** Asks into which workspace. A code is good for one; for another one signs out and in again. */
const choice = (workspaces: { id: string; name: string }[], code: string, next: string) =>
  alone(
    'Which workspace?',
    html`<form method="post" action="/sign-in/code">
      ${nextField(next)}<input type="hidden" name="code" value="${code}">
      <ul class="choices">${workspaces.map(
        ({ id, name }) => html`<li><button name="workspace" value="${id}">${name}</button></li>`,
      )}</ul>
    </form>`,
  );
