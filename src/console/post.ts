import { createHash } from 'node:crypto';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Asker, Outcomes, Secret } from '../actions/define.ts';
import { emptied } from '../actions/text.ts';
import { check, complaints } from '../admission/check.ts';
import type { Config } from '../config.ts';
import { fragment } from '../database/fragment.ts';
import { writing } from '../database/holders.ts';
import { prepared, sql } from '../database/pool.ts';
import { asFailure } from '../errors.ts';
import { Failure } from '../failure.ts';
import type { Request, Resources } from '../http/handler.ts';
import type { Write } from '../operations/define.ts';
import { asUuid } from '../vocabulary/id.ts';
import type { Query } from '../webhooks/attempts.ts';
import { type Changes, changed } from './changed.ts';
import { type Field, fieldsOf, type Look } from './fields.ts';
import type { View } from './layout.ts';
import { addressOf } from './paths.ts';
import { readForm } from './readForm.ts';
import { notFound, ownerOnly } from './refused.ts';
import { secretBytesOf } from './secretBytes.ts';
import { hashOf } from './session.ts';
import { currencyName, localeName, onceName } from './unseen.ts';
import { admitPerson, mayDo, type PageAddress, type Role } from './visit.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a post answers is its query's columns, which it alone knows.
type Answer = Record<string, any>;
type Run = (more?: Answer) => Promise<Answer>;

/** What a post may work with besides its own query. */
export interface Means {
  config: Config;
  query: Query;
  secretBytes: () => Buffer;
  asker: Asker;
  /** The workspace of a slow post; empty for any other. */
  workspaceId: string;
}

/** Something that a person does on a page, by a form that is sent to an address of its own. */
export interface Post {
  /** Unique in the console: `invoice.send`. The next page's query has it, so that the page says `done`. */
  name: string;
  /** `/invoices/:id/send`: the record's page, and the verb. */
  path: string;
  /** The verb as a person says it. */
  button: string;
  by: Role;
  /** Whether it asks for a proof of who one is that is younger than 30 minutes. */
  fresh: boolean;
  /** What to say before it is done, where it cannot be undone; null: it is done at once. */
  irreversible: string | null;
  /** What to say afterwards. */
  done: string | Outcomes;
  /** What the page's query must say for the form to be on the page: `{ tab: 'scope' }`. */
  within?: Readonly<Record<string, string>>;
  /** Whether the record's present state allows it: there is a form only then. */
  offered: (record: Answer) => boolean;
  fields: readonly Field[];
  /** What of a record it changes: what was left alone in its form stays as it is, whoever changed it meanwhile. */
  changes?: Changes;
  /**
   * Whose currency its amounts are stored in, if the form has no field for the currency. Amounts that were shown in another
   * one are refused, because the currency was changed while the form was open.
   */
  amountsOf?: 'project' | 'workspace';
  /** All that it takes: the form's fields, and what the path says. */
  input: z.ZodObject;
  /** The part of the input that the path says. */
  said: (params: Record<string, string>) => Record<string, unknown>;
  /**
   * A query of one row, on `begun` (sql/functions/begin_action.sql); no row: the record is not there. `more`: what
   * `around` passes to `run`.
   */
  does: (input: Answer, at: PageAddress, config: Config, more: Answer) => FragmentSqlToken;
  /** Work around the query, which `run` runs; what it returns is the answer. Null: there is only the query. */
  around: ((run: Run, input: Answer, at: PageAddress, means: Means) => Promise<Answer>) | null;
  /** Whether `around` waits for other servers. */
  slow: boolean;
  /** Where its result is seen; null: on the page that the form was on. */
  leadsTo: ((answer: Answer) => string) | null;
  /** The fields of the answer that are secrets. They are not kept with the answer of the form. */
  secrets: readonly string[];
  /** The secret that it makes, which is shown in the answer to the form itself; null: it makes none. */
  secret: Secret | null;
  shows: ((answer: Answer, at: PageAddress) => View) | null;
}

/** The notices that may follow a post, by the value of `done` in the next page's query. */
export const noticesOf = ({ name, done }: Post): [name: string, notice: string][] =>
  typeof done === 'string'
    ? [[name, done]]
    : Object.entries(done.sentences).map(([outcome, notice]) => [`${name}.${outcome}`, notice]);

/** The value of `done` that stands for an answer. */
export const noticeAfter = ({ name, done }: Post, answer: Answer): string =>
  typeof done === 'string' ? name : `${name}.${done.of(answer)}`;

/** What a page adds to an operation's own definition. */
interface OfOperation extends Pick<Post, 'path' | 'button' | 'done'> {
  /** The looks of those fields that look otherwise than the operation's schema says. */
  looks?: Record<string, Look>;
  /** For each input field that the path says, its name in the path; left out: `id` is `id`. */
  said?: Record<string, string>;
  within?: Record<string, string>;
}

/** A write operation of the API as a post: what it makes is the person's, with createdVia `app`. */
export function byOperation(
  operation: Write,
  { path, button, done, looks, said, within = {} }: OfOperation,
): Post {
  const names = said ?? ('id' in operation.input.shape ? { id: 'id' } : {});
  return {
    name: operation.name,
    path,
    button,
    done,
    by: 'member',
    fresh: false,
    irreversible: null,
    within,
    fields: fieldsOf(operation.input, looks).filter(({ name }) => !(name in names)),
    input: operation.input,
    said: params => Object.fromEntries(Object.entries(names).map(([field, name]) => [field, params[name]])),
    does: (input, _, config) => operation.does(input, formsCaller, config),
    offered: () => true,
    around: null,
    slow: false,
    leadsTo: answer => answer.url,
    secrets: [],
    secret: null,
    shows: null,
  };
}

/**
 * The caller of an operation that a form calls. A form has to bring what an API request may leave to the workspace's
 * settings, and so needs no second round trip.
 */
const formsCaller = {
  workspaceId: '',
  label: '',
  get taxRateBps(): number {
    throw new Failure('validation', 'taxRateBps is required.', 'taxRateBps');
  },
  get pricesIncludeTax(): boolean {
    throw new Failure('validation', 'taxInclusive is required.', 'taxInclusive');
  },
};

/** What keeps a form from being done: failures, by the names of the form's fields. */
export class Unfit extends Error {
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    super('The form is not filled in as it has to be.');
    this.failures = failures;
  }
}

/** What came of a post. */
export interface Outcome {
  answer: Answer;
  /** Whether the same form was sent before, and its answer lacks something that is not kept. */
  isPartial: boolean;
}

/** Thrown where a form comes from somebody who has to sign in first, or prove again who they are. */
export class TurnedAway extends Error {
  readonly reason: 'signed_out' | 'unconfirmed';

  constructor(reason: TurnedAway['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const Row = z.object({
  answer: z.string().nullable(),
  replayed: z.boolean(),
  /** The secrets that the same form made before (sql/functions/secrets_of_form.sql). */
  stored: z.array(z.string()).nullable(),
});

/**
 * Does what a form asks for, in one transaction and one round trip; the same form sent again does nothing more. Throws
 * Unfit, TurnedAway, Refused, and whatever the database refuses.
 */
export async function perform(
  { database, config }: Resources,
  req: Request,
  token: string,
  post: Post,
  at: PageAddress,
  form: URLSearchParams,
): Promise<Outcome> {
  const input = read(post, at, form);
  const same = sameForm(addressOf(post.path, at.params), form);
  const hash = hashOf(token);
  const { requestId, traceparent } = req.access;
  const secretBytes = () => secretBytesOf(token, same, form.get(onceName));
  // Waiting for other servers takes seconds, so each query of a slow post has the whole patience of a new request.
  const queries = () =>
    database.for(
      post.slow ? database.patience(() => req.socket.destroyed) : req.patience,
      writing(database.holders.of(hash)),
    );
  const stored = post.secret
    ? sql.fragment`case when begun.response is not null then corkboard.secrets_of_form(begun.workspace_id, ${same}) end`
    : sql.fragment`null::text[]`;
  const run: Run = async (more = {}) => {
    const row = await queries().one(
      prepared(sql.type(Row)`
        select
          coalesce(begun.response, corkboard.finish_action(
            begun.workspace_id, ${same},
            (select row_to_json(a) from (${inShownCurrency(post, at, form, post.does(input, at, config, more))}) a),
            ${sql.array([...post.secrets], 'text')})) as answer,
          begun.response is not null as replayed,
          ${stored} as stored
        from corkboard.begin_action(
          ${sql.binary(hash)}, ${post.by}, ${post.fresh}, ${same}, ${requestId}, ${traceparent}) begun`),
    );
    if (row.answer === null) throw notFound();
    if (row.replayed) throw new Replayed(JSON.parse(row.answer), row.stored);
    return JSON.parse(row.answer);
  };
  const query: Query = async (text, values) => ({
    rows: [...(await queries().any(sql.unsafe`${fragment(text, values)}`))],
  });
  try {
    const workspaceId =
      post.slow || database.holders.isStranger(hash)
        ? await checkPerson({ database, config }, req, token, post)
        : '';
    const asker = { session: hash.toString('hex'), patience: req.patience };
    const means = { config, query, secretBytes, asker, workspaceId };
    const answer = await (post.around?.(run, input, at, means) ?? run());
    return { answer, isPartial: false };
  } catch (error) {
    if (error instanceof Replayed) return repeated(post.secret, error, secretBytes, config);
    throw turnedAway(error) ?? failed(error, post);
  }
}

/** The query of a post, preceded by the check that amounts typed into its form are stored in the currency that it showed. */
function inShownCurrency(
  { amountsOf, fields, changes = false }: Post,
  { params }: PageAddress,
  form: URLSearchParams,
  query: FragmentSqlToken,
): FragmentSqlToken {
  const shown = form.get(currencyName);
  if (!amountsOf || shown === null) return query;
  const isTyped = changed(fields, form, changes).some(({ kind, name }) => kind === 'money' && form.get(name));
  if (!isTyped) return query;
  const project = amountsOf === 'project' ? asUuid(params.id ?? '') : null;
  return sql.fragment`
    select d.*
      from (select corkboard.check_shown_currency(begun.workspace_id, ${project}, ${shown}) as workspace_id, begun.caller) begun
     cross join lateral (${query}) d`;
}

/**
 * By what a form is recognized when it is sent again; null: it is not. A browser that goes back shows the `once` of before,
 * so what was typed counts too: with something else in it, it is another form.
 */
export const sameForm = (sentTo: string, form: URLSearchParams): string | null =>
  form.has(onceName) ? `${sentTo} ${createHash('sha256').update(form.toString()).digest('base64url')}` : null;

/**
 * Checks the person before `around` looks up an address or sends anything: the query's own checks would come too late.
 * Answers the id of their workspace. It also tells whose share of the connections a session has that is not known yet.
 */
async function checkPerson(resources: Resources, req: Request, token: string, { by, fresh }: Post) {
  const admitted = await admitPerson(resources, req, token);
  if (admitted === null) throw new TurnedAway('signed_out');
  if (!mayDo(admitted.person, by)) throw ownerOnly();
  if (fresh && !admitted.person.is_fresh) throw new TurnedAway('unconfirmed');
  return admitted.person.workspace_id;
}

/** The same form was sent before. Thrown with the first answer, to end what `around` would still do. */
class Replayed extends Error {
  readonly answer: Answer;
  /** The secrets that the form made, as they are stored; null: none, or none that may be shown again. */
  readonly stored: readonly string[] | null;

  constructor(answer: Answer, stored: readonly string[] | null) {
    super('The form was sent before.');
    this.answer = answer;
    this.stored = stored;
  }
}

/** The outcome of a form that was sent before: with the same secret, where that is still valid and may be shown again. */
function repeated(
  secret: Secret | null,
  { answer, stored }: Replayed,
  secretBytes: () => Buffer,
  config: Config,
): Outcome {
  const same = secret && stored && secret.from(secretBytes());
  if (!same || !secret.isAmong(stored, same, answer, config)) return { answer, isPartial: true };
  return { answer: { ...answer, secret: same }, isPartial: false };
}

/** The input of a post from its form. Throws Unfit, with everything that is wrong. */
export function read(
  { fields, input, said, changes = false }: Pick<Post, 'fields' | 'input' | 'said' | 'changes'>,
  { params }: PageAddress,
  form: URLSearchParams,
): Record<string, unknown> {
  const shown = form.get(currencyName) ?? '';
  const currency = form.get('currency')?.trim();
  const given = changed(fields, form, changes);
  const { values, failures, nameOf } = readForm(given, form, {
    locale: form.get(localeName) ?? '',
    currency: currency || shown,
  });
  // Where the currency was left blank, the amounts were read in the one that was shown with them.
  if (currency === '' && shown !== '') values.currency = shown;
  const sent = given.filter(({ name }) => form.has(name)).map(({ name }) => name);
  const all = { ...emptied(input, sent, values), ...said(params) };
  // A field that cannot be read was named already, and would be named once more as missing.
  const named = new Set(failures.map(({ field }) => field));
  const more = complaints(input, all)
    .map(
      ({ code, message, field = '' }) =>
        new Failure(code, message.replace(field, nameOf(field)), nameOf(field)),
    )
    .filter(({ field }) => !named.has(field));
  if (failures.length + more.length > 0) throw new Unfit([...failures, ...more]);
  return check(input, all);
}

/** SQLSTATE of sql/functions/turn_away.sql; the detail is the reason. */
const turnedAwayState = 'ZC002';

function turnedAway(error: unknown): Error | null {
  const { code, detail } = error as { code?: string; detail?: string };
  if (code !== turnedAwayState) return null;
  return detail === 'owner_only' ? ownerOnly() : new TurnedAway(detail as TurnedAway['reason']);
}

/** A refusal by the database is shown on the form, except that the record itself is not there. */
export function failed(error: unknown, { fields, path }: Pick<Post, 'fields' | 'path'>): unknown {
  const failure = asFailure(error);
  if (failure === null || failure.code === 'internal') return error;
  // Where the path names no record, what is not there is one that was chosen in the form.
  const isChosen = !path.includes(':') && fields.some(({ name }) => name.endsWith('Id'));
  if (failure.code === 'not_found' && !isChosen) return notFound();
  return new Unfit([failure]);
}
