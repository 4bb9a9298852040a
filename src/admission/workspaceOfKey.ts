import { z } from 'zod';
import type { Deadline } from '../concurrency/deadline.ts';
import type { Database } from '../database/database.ts';
import { prepared, sql } from '../database/pool.ts';
import { canBeKey, hashOfSecret } from './key.ts';

const Row = z.object({ workspace_id: z.string().nullable() });

/**
 * The workspace of a key, before the request is admitted; null if the key is invalid. It takes a round trip only for a key
 * that the tenant cache doesn't know. A cached workspace may be out of date: admission still decides. Throws Overload.
 */
export async function workspaceOfKey(
  database: Database,
  key: string,
  deadline: Deadline,
): Promise<string | null> {
  if (!canBeKey(key)) return null;
  const hash = hashOfSecret(key);
  const tenant = database.tenants.of(hash);
  if (!database.tenants.isUnknown(hash)) return tenant;
  const { workspace_id } = await database
    .for(deadline, tenant)
    .one(prepared(sql.type(Row)`select corkboard.workspace_of_key(${sql.binary(hash)}) as workspace_id`));
  database.tenants.put(hash, workspace_id ?? undefined);
  return workspace_id;
}
