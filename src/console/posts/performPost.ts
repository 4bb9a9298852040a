import type { Config } from '../../config.ts';
import { fragment } from '../../database/fragment.ts';
import { sql } from '../../database/pool.ts';
import { writerOf } from '../../database/tenantCache.ts';
import { clientAddress } from '../../http/clientAddress.ts';
import type { Request, Resources } from '../../http/handler.ts';
import type { Query } from '../../webhooks/attempts.ts';
import { idempotencyKey, secretBytesOf } from '../forms/idempotency.ts';
import { parseInput } from '../forms/parseInput.ts';
import type { ActionRow, Post } from '../forms/post.ts';
import type { PageRequest } from '../page/pageRequest.ts';
import { notFound, ownerOnly } from '../requests/pageError.ts';
import { addressOf } from '../requests/paths.ts';
import { authenticatePerson, mayDo } from '../sessions/person.ts';
import { hashOf, workspaceIn } from '../sessions/session.ts';
import { type Denied, type Outcome, outcomeOf } from './postOutcome.ts';
import { postStatement, withCurrencyCheck } from './postStatement.ts';

/**
 * Performs a post in one transaction and one round trip. The same form sent again changes nothing. `token` is the
 * session's. Throws PageError, and faults of ours.
 */
export async function performPost(
  { resources, req, at }: PageRequest,
  token: string,
  post: Post,
  form: URLSearchParams,
): Promise<Outcome> {
  const { database, config } = resources;
  const { issues, value: input } = parseInput(post, form, post.pathInput?.(at.params));
  if (issues) return { kind: 'invalid', issues };
  const session = hashOf(token);
  const key = idempotencyKey(addressOf(post.path, at.params), form);
  const secret = post.secret?.from(secretBytesOf(token, key, form)) ?? '';
  // A slow post waits for other servers for seconds, so each of its queries gets the deadline of a new request.
  const queries = () =>
    database.for(
      post.slow ? database.deadline(() => req.socket.destroyed) : req.deadline,
      writerOf(database.tenants.of(session, workspaceIn(token))),
    );
  const query: Query = async (text, values) => ({
    rows: [...(await queries().any(sql.unsafe`${fragment(text, values)}`))],
  });
  try {
    const person = await authorizeSlowPost(resources, req, token, post);
    if ('kind' in person) return person;
    const address = clientAddress(req, config.trustProxy);
    const requester = { session: session.toString('hex'), address, deadline: req.deadline };
    const context = { config, query, secret, requester, at, ...person };
    const { requestId, traceparent } = req.access;
    const extraArgs = (await post.prepare?.(input, context)) ?? {};
    const row = await queries().one(
      postStatement({
        begin: sql.fragment`corkboard.begin_member_action(
          ${sql.binary(session)}, ${post.role}, ${post.requiresRecentAuthentication ?? false}, ${key},
          ${workspaceIn(token)}::uuid, ${requestId}, ${traceparent})`,
        call: withCurrencyCheck(post, post.sqlCall(input, at, config, extraArgs), at, form),
        key,
        secrets: post.secrets,
        createsSecret: post.secret !== undefined,
      }),
    );
    if (row.answer === null) throw notFound();
    const answer: ActionRow = JSON.parse(row.answer);
    if (row.replayed) return replayed(post, answer, row.stored, secret, config);
    return { kind: 'done', answer: post.finish ? await post.finish(answer, input, context) : answer };
  } catch (error) {
    return outcomeOf(error, post, form);
  }
}

/**
 * Authorizes the person before a slow post looks up an address or sends anything, because the checks in its query would
 * come too late. Also finds the workspace of a session that the tenant cache doesn't know, so that the post runs in
 * that workspace's share of the connections. For any other post, its query does both.
 */
async function authorizeSlowPost(
  resources: Resources,
  req: Request,
  token: string,
  { role, requiresRecentAuthentication, slow }: Post,
): Promise<Denied | { workspaceId: string }> {
  if (!slow && resources.database.tenants.workspaceOf(hashOf(token)) !== null) return { workspaceId: '' };
  const admitted = await authenticatePerson(resources, req, token);
  if (admitted === null) return { kind: 'signed_out' };
  const { person } = admitted;
  if (!mayDo(person, role)) throw ownerOnly();
  if (requiresRecentAuthentication && !person.is_recently_authenticated) return { kind: 'unconfirmed' };
  return { workspaceId: person.workspace_id };
}

/**
 * The outcome of a form that was sent before. It contains the secret if the secret is still valid and may be shown
 * again.
 */
function replayed(
  post: Post,
  answer: ActionRow,
  stored: readonly string[] | null,
  secret: string,
  config: Config,
): Outcome {
  if (stored === null || !post.secret?.isAmong(stored, secret, answer, config))
    return { kind: 'replayed', answer };
  return { kind: 'done', answer: { ...answer, secret: post.secret.shown?.(secret, answer) ?? secret } };
}
