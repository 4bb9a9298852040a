import { z } from 'zod';
import type { Config } from '../config.ts';
import { connect } from '../database/connect.ts';
import { sql } from '../database/pool.ts';
import { type Queries, queriesOn } from '../database/queries.ts';
import { furnish } from './story.ts';
import { Studio } from './studio.ts';

const Made = z.object({ workspaceId: z.string(), secret: z.string() });
const Link = z.object({ token: z.string() });

/**
 * On an empty database makes a demo workspace with six weeks of work in it, through the same operations and actions that
 * programs and people have, and prints its key and a link that signs its owner in, this once. Otherwise does nothing.
 */
export async function demonstrate(config: Config, databaseUrl: string, baseUrl: string): Promise<void> {
  const client = await connect(databaseUrl, 'web');
  await client.query('begin');
  const made = await furnished(queriesOn(client), config);
  await client.query('commit');
  await client.end();
  if (made !== null) console.log(welcome(made, baseUrl));
}

async function furnished(database: Queries, config: Config) {
  const existing = await database.any(sql.unsafe`select 1 from corkboard.workspaces limit 1`);
  if (existing.length > 0) return null;
  const { workspaceId, secret } = await database.one(sql.type(Made)`
    select w.id as "workspaceId", (corkboard.create_key(w.id, 'Demo key', corkboard.key_scopes())).secret
    from corkboard.create_workspace('Larkspur Studio', 'owner@larkspur.example', 'EUR', 'pro', 1900) w`);
  await database.any(sql.unsafe`
    select corkboard.set_member_name(m.workspace_id, m.id, 'Noa Berg') from corkboard.members m`);
  await furnish(new Studio(database, config, workspaceId, secret));
  const { token } = await database.one(sql.type(Link)`
    select (corkboard.create_sign_in_link(m.id)).token from corkboard.members m
    where m.workspace_id = ${workspaceId} and m.role = 'owner'`);
  return { secret, token };
}

const welcome = ({ secret, token }: { secret: string; token: string }, baseUrl: string) => `
A demo workspace is ready. This is its API key, shown this once:

  ${secret}

Try it:

  curl ${baseUrl}/api/v1/me -H 'Authorization: Bearer ${secret}'

Its owner signs in to the console here, once and within an hour:

  ${baseUrl}/sign-in/${token}

To start your own workspace, see "Start your own workspace" in README.md.
`;
