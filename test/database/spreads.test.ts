import test from 'ava';
import { seedSkewed } from '../../harness/seed/skewed.ts';
import { pages } from '../../src/console/routing/pages.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import { openSite } from '../support/buffers.ts';
import { cloneDatabase, connected } from '../support/postgres.ts';
import { longSearches, pageAddresses, readAddresses, recordsOf } from '../support/readAddresses.ts';

// Plans as web makes them, for the role of web, on data where one workspace has half of all rows.

/** So many that to read all deliveries or audit entries of the workspace exceeds every limit. */
const size = { deliveries: 60_000, auditEntries: 60_000, records: 2_500 };

/** Addresses that look at each project of a large client or of a report, or at every match of a word. */
const wide = /^\/clients\/|^\/reports\/hours|client_id=|sort=client$|search/;

const addresses = [
  ...Object.values(pageAddresses).flat(),
  ...Object.values(readAddresses)
    .flat()
    .map(address => `/api/v1${address}`),
];

/** The most buffers that a statement of an address may need. */
function limitOf(address: string): number {
  if (longSearches.has(address)) return 4_500;
  if (wide.test(address)) return 3_500;
  return address.startsWith('/settings/webhooks') ? 2_000 : 1_000;
}

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

test('no page and no read gets slow where one workspace has half of all deliveries and audit entries', async t => {
  const databaseUrl = await cloneDatabase();
  const client = await connected(t, databaseUrl);
  const workspaceId = await seedSkewed(client, size);
  await client.query('vacuum analyze');
  const site = await openSite(databaseUrl, workspaceId);
  t.teardown(() => site.stop());
  const { rows } = await client.query<{ id: string }>(
    'select id from corkboard.webhook_endpoints where workspace_id = $1 order by id limit 2',
    [workspaceId],
  );
  // The first has most of the workspace's deliveries, and the other one few of them.
  const [first, other] = await Promise.all(rows.map(({ id }) => recordsOf(client, workspaceId, id)));
  const found = [
    ...(await site.buffersOf(addresses, first!)),
    ...(await site.buffersOf(
      addresses.filter(address => address.includes(':endpoint')),
      other!,
    )),
  ];
  t.deepEqual(
    found.filter(([address, buffers]) => Math.max(...buffers) > limitOf(address)),
    [],
  );
});
