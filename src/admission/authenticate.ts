import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Deadline } from '../concurrency/deadline.ts';
import type { Database } from '../database/database.ts';
import { prepared, sql } from '../database/pool.ts';
import type { Failure } from '../errors/failure.ts';
import type { Caller, Scope } from '../operations/define.ts';
import { canBeKey, hashOfSecret } from './key.ts';
import { type Kind, quotas, type Rate } from './rates.ts';
import { invalidKey, refusal } from './refusals.ts';

/** What is checked of a request before anything else is done. */
export interface AuthenticationRequest {
  key: string;
  kind: Kind;
  /** Null asks for key and rate only. */
  scope: Scope | null;
  /** The SQL of a read, which is answered in the same round trip; left out for anything else. */
  read?: FragmentSqlToken | undefined;
  /** How long it waits. */
  deadline: Deadline;
}

export interface Admission {
  rate: Rate;
  /** Why the caller may not go on, although the key is good; null: they may. */
  refusal: Failure | null;
  caller: Caller;
  /** The SHA-256 of the key, by which a write checks it again (src/admission/write.ts). */
  keyHash: Buffer;
  /** The JSON that `read` answered; null where it found nothing, was refused, or was not given. */
  answer: string | null;
}

/** What the database says of a request whose key is good (sql/functions/admission/authorize_request.sql). */
const Admitted = z.object({
  workspace_id: z.string(),
  label: z.string(),
  refusal: z.enum(['rate_limited', 'plan_limit', 'scope_required']).nullable(),
  used: z.number(),
  resets_in: z.number(),
  tax_rate_bps: z.number(),
  prices_include_tax: z.boolean(),
});
const Row = Admitted.extend({ answer: z.string().nullable() });

/** Each by its name: a statement that was prepared with `*` fails as soon as a later version adds a column. Composed once, because every request has it. */
const columns = sql.fragment`${sql.join(
  Object.keys(Admitted.shape).map(name => sql.identifier(['admitted', name])),
  sql.fragment`, `,
)}`;

/**
 * Checks a request in one round trip: the key, the minute's rate (charged in any case), the plan and the scope, and
 * answers a read that is admitted. It waits within its workspace's share of the connections: requests of one workspace
 * charge the same rate, so more connections would only wait for each other. Throws invalid_key, the same for every key
 * that opens nothing (spec: Authentication 3), and Overload where the database was busy for too long.
 *
 * A text that cannot be a key is rejected without asking the database, so that such requests don't take connections
 * from callers whose workspace is not known yet. Only the time of the answer differs, and the form of a key is no secret.
 */
export async function authenticate(
  database: Database,
  { key, kind, scope, read, deadline }: AuthenticationRequest,
): Promise<Admission> {
  if (!canBeKey(key)) throw invalidKey();
  const keyHash = hashOfSecret(key);
  const answer = read
    ? sql.fragment`case when admitted.refusal is null then (select row_to_json(a)::text from (${read}) a) end`
    : sql.fragment`null::text`;
  const row = await database.for(deadline, database.tenants.of(keyHash)).maybeOne(
    prepared(sql.type(Row)`
      select ${columns}, ${answer} as answer
      from corkboard.authorize_request(${sql.binary(keyHash)}, ${kind}, ${quotas[kind]}, ${scope}) admitted`),
  );
  database.tenants.put(keyHash, row?.workspace_id);
  if (row === null) throw invalidKey();
  const rate = { kind, used: row.used, resetsInSeconds: row.resets_in };
  return {
    rate,
    refusal: row.refusal === null ? null : refusal(row.refusal, rate, scope),
    caller: {
      workspaceId: row.workspace_id,
      label: row.label,
      taxRateBps: row.tax_rate_bps,
      pricesIncludeTax: row.prices_include_tax,
    },
    keyHash,
    answer: row.answer,
  };
}
