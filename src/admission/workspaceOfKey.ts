import { z } from 'zod';
import type { Deadline } from '../concurrency/deadline.ts';
import type { Database } from '../database/database.ts';
import { prepared, sql } from '../database/pool.ts';
import { canBeKey, hashOfSecret, workspaceIn } from './key.ts';
import { InvalidKey, invalidKey } from './refusals.ts';

const Row = z.union([
  z.object({ workspace_id: z.string() }),
  z.object({ workspace_id: z.null(), revoked_in: z.string() }),
]);

/**
 * The workspace of a key, before the request is admitted. It takes a round trip only for a key that the tenant cache doesn't
 * know. A cached workspace may be out of date: admission still decides. Throws invalid_key as `authenticate` does, and
 * Overload.
 */
export async function workspaceOfKey(database: Database, key: string, deadline: Deadline): Promise<string> {
  if (!canBeKey(key)) throw new InvalidKey();
  const hash = hashOfSecret(key);
  const known = database.tenants.workspaceOf(hash);
  if (known !== null) return known;
  const tenant = database.tenants.of(hash, workspaceIn(key));
  const row = await database.for(deadline, tenant).one(
    prepared(sql.type(Row)`
      select found.workspace_id,
        case when found.workspace_id is null
          then corkboard.workspace_of_revoked_key(${sql.binary(hash)}, ${tenant.workspaceId}::uuid) end as revoked_in
      from corkboard.workspace_of_key(${sql.binary(hash)}, ${tenant.workspaceId}::uuid) found (workspace_id)`),
  );
  database.tenants.put(hash, row.workspace_id ?? undefined);
  if (row.workspace_id === null) throw invalidKey(key, row.revoked_in);
  return row.workspace_id;
}
