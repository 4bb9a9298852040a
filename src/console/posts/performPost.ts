import type { Config } from '../../config.ts';
import { fragment } from '../../database/fragment.ts';
import { sql } from '../../database/pool.ts';
import { writerOf } from '../../database/tenantCache.ts';
import type { Request, Resources } from '../../http/handler.ts';
import type { Query } from '../../webhooks/attempts.ts';
import { idempotencyKey, secretBytesOf } from '../forms/idempotency.ts';
import { parseInput } from '../forms/parseInput.ts';
import type { PageRequest } from '../routing/pageRequest.ts';
import { addressOf } from '../routing/paths.ts';
import { notFound, ownerOnly } from '../routing/refused.ts';
import { hashOf } from '../sessions/session.ts';
import { admitPerson, mayDo } from '../sessions/visit.ts';
import type { Answer, Post } from './post.ts';
import { type Outcome, outcomeOf, type TurnedAway } from './postOutcome.ts';
import { postStatement } from './postStatement.ts';

/**
 * Does what a form asks for, in one transaction and one round trip; the same form sent again does nothing more. `token` is
 * that of the session. Throws Refused, and faults of ours.
 */
export async function performPost(
  { given, req, at }: PageRequest,
  token: string,
  post: Post,
  form: URLSearchParams,
): Promise<Outcome> {
  const { database, config } = given;
  const { issues, value: input } = parseInput(post, form, post.pathInput?.(at.params));
  if (issues) return { kind: 'invalid', issues };
  const session = hashOf(token);
  const key = idempotencyKey(addressOf(post.path, at.params), form);
  const secret = post.secret?.from(secretBytesOf(token, key, form)) ?? '';
  // Waiting for other servers takes seconds, so each query of a slow post has the whole deadline of a new request.
  const queries = () =>
    database.for(
      post.slow ? database.deadline(() => req.socket.destroyed) : req.deadline,
      writerOf(database.tenants.of(session)),
    );
  const query: Query = async (text, values) => ({
    rows: [...(await queries().any(sql.unsafe`${fragment(text, values)}`))],
  });
  try {
    const person = await checkPerson(given, req, token, post);
    if ('kind' in person) return person;
    const asker = { session: session.toString('hex'), deadline: req.deadline };
    const context = { config, query, secret, asker, at, ...person };
    const extraArgs = (await post.prepare?.(input, context)) ?? {};
    const row = await queries().one(
      postStatement(post, post.sqlCall(input, at, config, extraArgs), { req, session, key, at, form }),
    );
    if (row.answer === null) throw notFound();
    const answer: Answer = JSON.parse(row.answer);
    if (row.replayed) return replayed(post, answer, row.stored, secret, config);
    return { kind: 'done', answer: post.finish ? await post.finish(answer, input, context) : answer };
  } catch (error) {
    return outcomeOf(error, post);
  }
}

/**
 * Checks the person before a slow post looks up an address or sends anything: the query's own checks would come too late.
 * It also tells whose share of the connections a session has that is not known yet. Any other post is left to its query.
 */
async function checkPerson(
  resources: Resources,
  req: Request,
  token: string,
  { by, fresh, slow }: Post,
): Promise<TurnedAway | { workspaceId: string }> {
  if (!slow && !resources.database.tenants.isUnknown(hashOf(token))) return { workspaceId: '' };
  const admitted = await admitPerson(resources, req, token);
  if (admitted === null) return { kind: 'signed_out' };
  const { person } = admitted;
  if (!mayDo(person, by)) throw ownerOnly();
  if (fresh && !person.is_recently_authenticated) return { kind: 'unconfirmed' };
  return { workspaceId: person.workspace_id };
}

/** The outcome of a form that was sent before: with the same secret, if that is still valid and may be shown again. */
function replayed(
  post: Post,
  answer: Answer,
  stored: readonly string[] | null,
  secret: string,
  config: Config,
): Outcome {
  const isShownAgain = stored !== null && post.secret?.isAmong(stored, secret, answer, config);
  return isShownAgain ? { kind: 'done', answer: { ...answer, secret } } : { kind: 'replayed', answer };
}
