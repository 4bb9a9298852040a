import { longSearches } from '../test/support/readAddresses.ts';
import { compareSpreads } from '../test/support/spreads.ts';
import type { BenchServer } from './database.ts';
import { table } from './report.ts';
import { type Spread, type SpreadSize, seedSpread } from './seed/skewed.ts';

const million: SpreadSize = { deliveries: 1_000_000, auditEntries: 2_000_000, records: 100_000 };
const tenth: SpreadSize = { deliveries: 100_000, auditEntries: 200_000, records: 10_000 };

/**
 * The buffers that every page and every read of the API needs where one workspace has half of all deliveries and audit
 * entries, beside a set where ten workspaces have equally many (test/database/spreads.test.ts checks it with fewer).
 */
export async function benchSpreads(server: BenchServer, quick: boolean): Promise<void> {
  const size = quick ? tenth : million;
  const seeded = (spread: Spread) =>
    server.database(`corkboard_bench_${spread}_${size.deliveries}`, client =>
      seedSpread(client, spread, size),
    );
  const compared = await compareSpreads({ even: await seeded('even'), skewed: await seeded('skewed') });
  console.log(
    `\nBuffers of 8 KB that web reads, as corkboard_app, with ${size.deliveries.toLocaleString('en')} deliveries: in the even set; in the skewed one, for the endpoint that has most deliveries and for another one.\n`,
  );
  table(
    ['Address', 'Ratio', 'Goal', 'Even', 'Skewed', 'Another endpoint'],
    compared.map(({ address, even, skewed, most }) => [
      `\`${address}\``,
      (Math.max(...skewed) / even).toFixed(2),
      longSearches.has(address) ? `< ${most} buffers` : '< 1.50',
      ...[even, ...skewed].map(String),
    ]),
  );
}
