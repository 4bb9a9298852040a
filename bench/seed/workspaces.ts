import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashOf, newToken } from '../../src/console/sessions/session.ts';

export interface SeededWorkspace {
  id: string;
  key: string;
}

const label = 'Bench key';

/** Adds workspaces on the plan studio, each with an owner and a key of every scope. */
export async function addWorkspaces(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `with made as (
       insert into corkboard.workspaces (name, plan, tax_rate_bps)
       select 'Studio ' || n, 'studio', 2000 from generate_series(1, $1) n
       returning id, name)
     insert into corkboard.members (workspace_id, email, role)
     select id, replace(name, 'Studio ', 'owner') || '@studio.example', 'owner' from made`,
    [count],
  );
}

/** Gives every workspace a new key. Returns the workspaces with their keys, oldest first. */
export async function giveKeys(client: pg.Client): Promise<SeededWorkspace[]> {
  const { rows } = await client.query<{ id: string }>('select id from corkboard.workspaces order by id');
  const workspaces = rows.map(({ id }) => ({ id, key: `crk_${randomBytes(32).toString('base64url')}` }));
  await client.query('truncate corkboard.api_keys');
  await client.query(
    `insert into corkboard.api_keys (workspace_id, label, key_hash, prefix, scopes)
     select w.id, $3, w.hash, 'crk_', '{read,write:projects,write:invoices,write:time}'
     from unnest($1::uuid[], $2::bytea[]) w (id, hash)`,
    [
      workspaces.map(({ id }) => id),
      workspaces.map(({ key }) => createHash('sha256').update(key).digest()),
      label,
    ],
  );
  await client.query('analyze corkboard.api_keys');
  return workspaces;
}

/** Signs the owner of every workspace in again, and returns the tokens of their sessions by workspace. */
export async function signInOwners(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string }>('select id from corkboard.workspaces');
  const tokens = new Map(rows.map(({ id }) => [id, newToken()]));
  await client.query('truncate corkboard.sessions');
  await client.query(
    `insert into corkboard.sessions (workspace_id, member_id, token_hash, expires_at)
     select m.workspace_id, m.id, s.hash, now() + interval '14 days'
     from unnest($1::uuid[], $2::bytea[]) s (workspace_id, hash)
     join corkboard.members m on m.workspace_id = s.workspace_id and m.role = 'owner'`,
    [[...tokens.keys()], [...tokens.values()].map(hashOf)],
  );
  await client.query('analyze corkboard.sessions');
  return tokens;
}
