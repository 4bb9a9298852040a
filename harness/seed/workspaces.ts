import type pg from 'pg';
import { hashOf, newToken } from '../../src/console/sessions/session.ts';

/** A workspace, and a key of it that has every scope. */
export interface SeededWorkspace {
  id: string;
  key: string;
}

/**
 * Adds workspaces on the plan studio, each with an owner: one after the other, because Citus plans no other way. They are
 * numbered on from those that there are.
 */
export async function addWorkspaces(client: pg.Client, count: number): Promise<void> {
  const first = (await idsOf(client)).length + 1;
  for (let n = first; n < first + count; n++) {
    await client.query(`select from corkboard.create_workspace($1, $2, 'USD', 'studio', 2000)`, [
      `Studio ${n}`,
      `owner${n}@studio.example`,
    ]);
  }
}

/** Gives every workspace a new key in place of those before. Returns the workspaces with their keys, oldest first. */
export async function giveKeys(client: pg.Client): Promise<SeededWorkspace[]> {
  await client.query('truncate corkboard.api_keys');
  const workspaces: SeededWorkspace[] = [];
  for (const id of await idsOf(client)) {
    const { rows } = await client.query(
      `select (corkboard.create_key($1, 'Seeded', corkboard.key_scopes())).secret as key`,
      [id],
    );
    workspaces.push({ id, key: rows[0].key });
  }
  await client.query('analyze corkboard.api_keys');
  return workspaces;
}

/** Signs the owner of every workspace in again, and returns the values of their cookies by workspace. */
export async function signInOwners(client: pg.Client): Promise<Map<string, string>> {
  await client.query('truncate corkboard.sessions');
  const cookies = new Map<string, string>();
  for (const id of await idsOf(client)) {
    const token = newToken();
    const { rows } = await client.query(
      `insert into corkboard.sessions (workspace_id, member_id, token_hash, expires_at)
       select m.workspace_id, m.id, $2, now() + interval '14 days'
         from corkboard.members m where m.workspace_id = $1 and m.role = 'owner'
       returning corkboard.secret_suffix(workspace_id) as suffix`,
      [id, hashOf(token)],
    );
    cookies.set(id, token + rows[0].suffix);
  }
  await client.query('analyze corkboard.sessions');
  return cookies;
}

/** The ids of all workspaces, oldest first. */
export async function idsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query('select id from corkboard.workspaces order by id');
  return rows.map(({ id }) => id);
}
