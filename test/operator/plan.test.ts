import test from 'ava';
import { errorMessage, misuse, operator, runCommand } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

const free = {
  name: 'free',
  clients: 3,
  activeProjects: 3,
  seats: 1,
  monthlyWrites: 200,
  api: true,
  webhooks: true,
  classification: false,
};

test('list shows the plans of a new installation; null means no cap', async t => {
  const { plans } = await corkboard('plan', 'list');
  const everything = { api: true, webhooks: true, classification: true };
  for (const plan of [
    free,
    { name: 'pro', clients: null, activeProjects: 50, seats: 5, monthlyWrites: 10_000, ...everything },
    {
      name: 'studio',
      clients: null,
      activeProjects: null,
      seats: null,
      monthlyWrites: 100_000,
      ...everything,
    },
  ]) {
    t.deepEqual(
      plans.find(({ name }: { name: string }) => name === plan.name),
      plan,
    );
  }
});

test('set creates a plan if the name is new, without caps and with the default features', async t => {
  t.deepEqual(await corkboard('plan', 'set', 'bare'), {
    plan: {
      ...{ name: 'bare', clients: null, activeProjects: null, seats: null, monthlyWrites: null },
      ...{ api: true, webhooks: true, classification: false },
    },
  });
});

test('set changes only the given values; unlimited removes a cap', async t => {
  const { plan: made } = await corkboard(
    ...[
      'plan',
      'set',
      'agency',
      '--clients',
      '0',
      '--active-projects',
      '2',
      '--seats',
      '3',
      '--monthly-writes',
      '4',
    ],
    ...['--api', 'false', '--webhooks', 'false', '--classification', 'true'],
  );
  t.deepEqual(made, {
    ...{ name: 'agency', clients: 0, activeProjects: 2, seats: 3, monthlyWrites: 4 },
    ...{ api: false, webhooks: false, classification: true },
  });
  const { plan } = await corkboard(
    'plan',
    'set',
    'agency',
    '--clients',
    'unlimited',
    '--seats',
    '9',
    '--api',
    'true',
  );
  t.deepEqual(plan, { ...made, clients: null, seats: 9, api: true });
});

test('a change of a plan takes effect with the next request', async t => {
  await corkboard('plan', 'set', 'tight', '--clients', '1');
  const studio = await w.workspace({ plan: 'tight' });
  await studio.client();
  t.is((await studio.post('/clients', { name: 'Second' })).status, 402);
  await corkboard('plan', 'set', 'tight', '--clients', '2');
  t.is((await studio.post('/clients', { name: 'Second' })).status, 201);
});

test('the list for people shows a missing cap as unlimited', async t => {
  t.regex(await corkboard.read('plan', 'list'), /^studio +unlimited +unlimited +unlimited +100000 +true/m);
});

for (const [what, args] of Object.entries({
  'no name': [],
  'a name with a space': ['a b'],
  'a name in capitals': ['Pro'],
  'a name of 64 characters': ['p'.repeat(64)],
  'a cap below 0': ['free', '--clients', '-1'],
  'a cap too large to keep': ['free', '--seats', '2147483648'],
  'a cap that is no number': ['free', '--monthly-writes', 'many'],
  'a feature that is neither on nor off': ['free', '--api', 'on'],
})) {
  test(`wrong usage: ${what}`, async t => {
    t.regex(await misuse('plan', 'set', ...args), /name|--(clients|seats|monthly-writes|api)/);
  });
}

test('set names the role whose DATABASE_URL it needs if the role of the service is used', async t => {
  const outcome = await runCommand(['plan', 'set', 'team'], { DATABASE_URL: w.serviceUrl });
  t.is(outcome.status, 1);
  t.regex(
    errorMessage(outcome),
    /^The role corkboard_app may not do this \(permission denied [^\n]+ owns the tables[^\n]+$/,
  );
});
