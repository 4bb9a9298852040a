import { z } from 'zod';
import { signingIn } from '../../database/holders.ts';
import { prepared, sql } from '../../database/pool.ts';
import type { Handler, Request } from '../../http/handler.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { readBrought } from '../brought.ts';
import { type Field, fieldsOf } from '../fields.ts';
import { refuseForeign } from '../guard.ts';
import { html } from '../html.ts';
import { alone } from '../layout.ts';
import { type Console, originOf } from '../open.ts';
import { sendOn, sendPage } from '../reply.ts';
import { cookie, hashOf, newToken, readCookie } from '../session.ts';
import { nextField, simpleForm } from './form.ts';
import { hashOfCode, readCode } from './mail.ts';

const [codeField] = fieldsOf(z.strictObject({ code: z.string() }), {
  code: { label: 'The code from the mail', autocomplete: 'one-time-code' },
}) as [Field];

const page = (typed: string, next: string, wrong?: string) =>
  alone(
    'Enter the code',
    html`<p>If the address is that of a member, a mail with a code is on its way there. It works in this browser, for 15
      minutes.</p>
      ${simpleForm('/sign-in/code', 'Sign in', codeField, typed, next, wrong)}
      <p><a href="/sign-in">Ask for another code</a></p>`,
  );

/** Asks for the code; the mail's link brings it along, and uses nothing up. */
export const codePage =
  (onwards: (req: Request) => string): Handler =>
  async (req, res) => {
    const typed = new URLSearchParams(req.search ?? '').get('code') ?? '';
    sendPage(req, res, 200, page(typed, onwards(req)));
  };

const Tried = z.object({ signIns: z.array(z.string()) });

const Row = z.object({
  outcome: z.enum(['signed_in', 'wrong', 'choose']),
  workspaces: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
});

/** What is wrong with a code. It does not tell whether the address is a member's. */
const wrong = {
  wrong: 'This is not the code.',
  unknown:
    'Ask for another code: this one was for another browser, is too old, or there were too many tries.',
};

/** Signs a browser in. Whoever is a member of several workspaces says which, by the same code. */
export function signInByCode(given: Console, next: (wanted: string | null) => string): Handler {
  const { database, isSecure } = given;
  return async (req, res) => {
    refuseForeign(req, originOf(given, req));
    const form = await readBrought(req, res);
    const typed = form.get('code') ?? '';
    const onwards = next(form.get('next'));
    const token = newToken();
    const hashed = (name: 'corkboard' | 'corkboard-browser') =>
      sql.binary(hashOf(readCookie(req, name, isSecure)));
    const browser = hashed('corkboard-browser');
    const { signIns } = await database
      .for(req.patience, signingIn)
      .one(prepared(sql.type(Tried)`select corkboard.try_code(${browser}) as "signIns"`));
    if (signIns.length === 0) return sendPage(req, res, 422, page(typed, onwards, wrong.unknown));
    const code = readCode(typed);
    const hashes = await Promise.all(signIns.map(id => hashOfCode(id, code, req.patience)));
    const { outcome, workspaces } = await database.for(req.patience, signingIn).one(
      prepared(sql.type(Row)`
        select s.outcome, s.workspaces from corkboard.sign_in(
          ${browser}, ${sql.array(signIns, 'uuid')}, ${sql.array(hashes, 'bytea')},
          ${asUuid(form.get('workspace') ?? '')}, ${hashed('corkboard')}, ${sql.binary(hashOf(token))}) s`),
    );
    if (outcome === 'choose') return sendPage(req, res, 200, choice(workspaces!, typed, onwards));
    if (outcome === 'wrong') return sendPage(req, res, 422, page(typed, onwards, wrong.wrong));
    res.setHeader('Set-Cookie', [
      cookie('corkboard', token, isSecure),
      cookie('corkboard-browser', '', isSecure),
    ]);
    sendOn(req, res, onwards);
  };
}

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
