import test from 'ava';
import pg from 'pg';
import { type Spread, seedSpread } from '../../harness/seed/skewed.ts';
import { pages } from '../../src/console/routing/pages.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import { cloneDatabase } from '../support/postgres.ts';
import { pageAddresses, readAddresses } from '../support/readAddresses.ts';
import { compareSpreads } from '../support/spreads.ts';

// Plans as web makes them, for the role of web, on data where one workspace has half of all rows.

const size = { deliveries: 100_000, auditEntries: 100_000, records: 5_000 };

test('there are addresses for every page of the console and every read of the API, with all of its parameters', t => {
  t.deepEqual(Object.keys(pageAddresses).sort(), pages.map(({ path }) => path).sort());
  const reads = catalogue.filter(({ method }) => method === 'GET');
  t.deepEqual(Object.keys(readAddresses).sort(), reads.map(({ name }) => name).sort());
  for (const { name, path, input } of reads)
    for (const parameter of Object.keys(input.shape))
      t.true(
        path.includes(`:${parameter}`) ||
          readAddresses[name]!.some(address => address.includes(`${parameter}=`)),
        `${name} ${parameter}`,
      );
});

test('no page and no read needs more than 1.5 times as many buffers where one workspace has half of all deliveries', async t => {
  const [even, skewed] = await Promise.all([seeded('even'), seeded('skewed')]);
  const compared = await compareSpreads({ even, skewed });
  t.true(compared.length > Object.keys(pageAddresses).length);
  const exceeding = compared.filter(({ skewed, most }) => Math.max(...skewed) > most);
  t.deepEqual(exceeding, []);
});

async function seeded(spread: Spread): Promise<string> {
  const databaseUrl = await cloneDatabase();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await seedSpread(client, spread, size);
  await client.query('vacuum analyze');
  await client.end();
  return databaseUrl;
}
