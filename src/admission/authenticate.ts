import { z } from 'zod';
import type { Deadline } from '../concurrency/deadline.ts';
import { authenticatedRead, type RowsAsJson } from '../database/authenticatedRead.ts';
import type { Database } from '../database/database.ts';
import { sql } from '../database/pool.ts';
import { isStatementError } from '../errors/databaseFault.ts';
import type { Failure } from '../errors/failure.ts';
import type { Caller, Scope } from '../operations/define.ts';
import { canBeKey, hashOfSecret, workspaceIn } from './key.ts';
import { type Kind, quotas, type Rate } from './rates.ts';
import { InvalidKey, invalidKey, refusal } from './refusals.ts';
import type { Attempt } from './write.ts';

/** The part of a request that authentication and authorization check. */
export interface AuthenticationRequest {
  key: string;
  kind: Kind;
  /** The required scope; null checks only the key and the rate. */
  scope: Scope | null;
  /** A read, which runs in the same round trip. */
  read?: RowsAsJson | undefined;
  /** A write in place of a read, which is given up if PostgreSQL rejects it (attemptOf in src/admission/write.ts). */
  attempt?: Attempt | undefined;
  /** How long it waits. */
  deadline: Deadline;
}

export interface Admission {
  rate: Rate;
  /** Why the request is rejected although the key is valid; null if it is admitted. */
  refusal: Failure | null;
  caller: Caller;
  /** The SHA-256 of the key, with which a write checks the key again (src/admission/write.ts). */
  keyHash: Buffer;
  /** The JSON of `read` or `attempt`; null if it had no row, wasn't authorized, was given up, or wasn't given. */
  answer: string | null;
  /** The error of an attempt that may have been performed, and must not be made again; else null. */
  lost: unknown;
}

/** The row of a request whose key is valid (sql/functions/admission/authorize_api_request.sql). */
const Admitted = z.object({
  workspace_id: z.string(),
  label: z.string(),
  refusal: z.enum(['rate_limited', 'suspended', 'plan_limit', 'scope_required']).nullable(),
  used: z.number(),
  resets_in: z.number(),
  tax_rate_bps: z.number(),
  prices_include_tax: z.boolean(),
});
/** If the request is not admitted, only `revoked_in` has a value. */
const Row = z.union([
  Admitted.extend({ answer: z.string().nullable() }),
  z.object({ workspace_id: z.null(), revoked_in: z.string() }),
]);

/** Named, because a statement prepared with `*` fails as soon as a later version adds a column. */
const columns = sql.fragment`${sql.join(
  Object.keys(Admitted.shape).map(name => sql.identifier(['admitted', name])),
  sql.fragment`, `,
)}`;

const admission = authenticatedRead({
  names: ['keyHash', 'kind', 'quota', 'scope', 'workspaceId'],
  statement: ({ keyHash, kind, quota, scope, workspaceId }, answer) => sql.type(Row)`
    select ${columns}, ${answer} as answer,
      case when admitted.workspace_id is null
        then corkboard.workspace_of_revoked_key(${keyHash}, ${workspaceId}::uuid) end as revoked_in
    from (select 1) request
    left join corkboard.authorize_api_request(${keyHash}, ${kind}, ${quota}, ${scope}, ${workspaceId}::uuid) admitted on true`,
  mayRead: sql.fragment`admitted.workspace_id is not null and admitted.refusal is null`,
  isOnNode: true,
});

/**
 * Authorizes a request in one round trip: checks the key, the minute's rate (charged in any case), whether the workspace is
 * suspended, the plan and the scope, and runs the read of an admitted request, or attempts its write. It waits within its
 * workspace's share of the connections: requests of one workspace charge the same rate, so on more connections they would only
 * wait for each other.
 * Throws invalid_key, the same for every invalid key, and Overload if the database was busy for too long.
 *
 * A text that cannot be a key is rejected without asking the database, so that such requests don't take connections
 * from callers whose workspace is not known yet. Only the time of the answer differs, and the form of a key is no
 * secret.
 */
export async function authenticate(
  database: Database,
  { key, kind, scope, read, attempt, deadline }: AuthenticationRequest,
): Promise<Admission> {
  if (!canBeKey(key)) throw new InvalidKey();
  const keyHash = hashOfSecret(key);
  const tenant = database.tenants.of(keyHash, workspaceIn(key));
  const { workspaceId } = tenant;
  const given = { keyHash, kind, quota: quotas[kind], scope, workspaceId };
  const queries = database.for(deadline, tenant);
  let lost: unknown = null;
  const row = await (attempt
    ? queries.one(admission({ ...attempt.given, ...given }, attempt.result)).catch(error => {
        // PostgreSQL has undone the admission with the write. If the connection broke, it may have done both.
        if (!isStatementError(error)) lost = error;
        return queries.one(admission(given));
      })
    : queries.one(admission(given, read)));
  database.tenants.put(keyHash, row.workspace_id ?? undefined);
  if (row.workspace_id === null) throw invalidKey(key, row.revoked_in);
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
    lost,
  };
}
