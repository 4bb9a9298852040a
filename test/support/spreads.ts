import pg from 'pg';
import type { Spread } from '../../harness/seed/skewed.ts';
import { type Buffers, Site } from './buffers.ts';
import { longSearches, recordsOf } from './readAddresses.ts';

/** A statement of an address, and the buffers that it reads in the even set without bitmap scans, and for two endpoints in the skewed one. */
export interface Comparison {
  address: string;
  even: number;
  skewed: [largeEndpoint: number, otherEndpoint: number];
  /** The most that it may read in the skewed set. */
  most: number;
}

/** In a skewed set a statement may read at most 1.5 times as much for the same rows. */
const mostTimes = 1.5;
/** A search looks at up to 10,000 rows, which may lie in as many blocks. */
const mostOfSearch = 15_000;

/** Compares every statement of every page and read in two databases of `seedSpread`, by their addresses for the owner. */
export async function compareSpreads(databases: Record<Spread, string>): Promise<Comparison[]> {
  // For few rows an index scan costs about as much as a bitmap scan, so chance decides which one the skewed set gets.
  const [even] = await buffersOf(databases.even, 1, { bitmapScans: false });
  const [large, other] = await buffersOf(databases.skewed, 2);
  return [...even!].flatMap(([address, statements]) =>
    statements.map((buffers, i) => ({
      address,
      even: buffers,
      skewed: [large!.get(address)![i]!, other!.get(address)![i]!],
      most: Math.round(Math.max(buffers * mostTimes, longSearches.has(address) ? mostOfSearch : 0)),
    })),
  );
}

/** The buffers for each of the first endpoints of the first workspace. */
async function buffersOf(
  databaseUrl: string,
  endpoints: number,
  { bitmapScans = true } = {},
): Promise<Buffers[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const [{ id }] = (await client.query('select id from corkboard.workspaces order by id limit 1')).rows;
  const { rows } = await client.query<{ id: string }>(
    'select id from corkboard.webhook_endpoints where workspace_id = $1 order by id limit $2',
    [id, endpoints],
  );
  const site = await Site.open(databaseUrl, id);
  if (!bitmapScans) await site.turnOffBitmapScans();
  const found: Buffers[] = [];
  for (const endpoint of rows) {
    // The rate of the API's reads is no subject here.
    await client.query('truncate corkboard.rate_windows');
    found.push(await site.buffersOf(await recordsOf(client, id, endpoint.id)));
  }
  await site.stop();
  await client.end();
  return found;
}
