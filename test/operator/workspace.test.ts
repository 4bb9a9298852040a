import test from 'ava';
import { everything, misuse, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);
const unknown = '01900000-0000-7000-8000-000000000000';

test('create adds a workspace with the defaults, and its owner as a member', async t => {
  const { workspace } = await corkboard(
    'workspace',
    'create',
    '--name',
    ' Studio ',
    '--owner-email',
    'o@w.example',
  );
  const { id, createdAt, ...rest } = workspace;
  t.deepEqual(rest, {
    name: 'Studio',
    ownerEmail: 'o@w.example',
    defaultCurrency: 'USD',
    plan: 'pro',
    taxRateBps: 0,
    pricesIncludeTax: false,
    ai: false,
    state: 'active',
    suspendedAt: null,
    removalDueAt: null,
  });
  t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  t.regex(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const { members } = await corkboard('member', 'list', '--workspace', id);
  t.like(members, [{ email: 'o@w.example', role: 'owner' }]);
});

test('create accepts a plan, a currency and a tax rate', async t => {
  const { workspace } = await corkboard(
    ...['workspace', 'create', '--name', 'Atelier', '--owner-email', 'o@w.example', '--plan', 'free'],
    ...['--currency', 'EUR', '--tax-rate-bps', '1900', '--prices-include-tax'],
  );
  t.like(workspace, { plan: 'free', defaultCurrency: 'EUR', taxRateBps: 1900, pricesIncludeTax: true });
});

test('show and list print the same record', async t => {
  const { id } = await w.workspace();
  const { workspace } = await corkboard('workspace', 'show', id);
  const { workspaces } = await corkboard('workspace', 'list');
  t.deepEqual(
    workspaces.find((row: { id: string }) => row.id === id),
    workspace,
  );
});

test('set changes only the given fields', async t => {
  const { id } = await w.workspace({ currency: 'EUR', taxRateBps: 700, pricesIncludeTax: true });
  const { workspace: before } = await corkboard('workspace', 'show', id);
  const { workspace: first } = await corkboard('workspace', 'set', id, '--ai', 'true', '--plan', 'studio');
  t.deepEqual(first, { ...before, ai: true, plan: 'studio' });
  const more = ['--currency', 'CHF', '--tax-rate-bps', '0', '--prices-include-tax', 'false', '--ai', 'false'];
  const { workspace: second } = await corkboard('workspace', 'set', id, ...more);
  t.deepEqual(second, {
    ...first,
    defaultCurrency: 'CHF',
    taxRateBps: 0,
    pricesIncludeTax: false,
    ai: false,
  });
  t.deepEqual(await corkboard('workspace', 'show', id), { workspace: second });
});

test('an unknown or malformed id is not found', async t => {
  for (const id of [unknown, 'nonsense', '', "'; --"]) {
    t.is(await corkboard.refused('workspace', 'show', id), 'No workspace with this id.');
  }
  t.is(await corkboard.refused('workspace', 'set', unknown, '--ai', 'true'), 'No workspace with this id.');
});

test('an unknown plan is rejected, and nothing changes', async t => {
  const { id } = await w.workspace();
  const before = await everything(w, id);
  t.is(
    await corkboard.refused('workspace', 'set', id, '--ai', 'true', '--plan', 'gold'),
    'No plan named gold.',
  );
  t.deepEqual(await everything(w, id), before);
  const create = ['workspace', 'create', '--name', 'Nobody', '--owner-email', 'o@w.example'];
  t.is(await corkboard.refused(...create, '--plan', 'gold'), 'No plan named gold.');
  t.false((await corkboard.read('workspace', 'list')).includes('Nobody'));
});

const create = (changes: Record<string, string>) =>
  Object.entries({ '--name': 'N', '--owner-email': 'o@w.example', ...changes }).flat();

for (const [what, args] of Object.entries({
  'no name': ['create', '--owner-email', 'o@w.example'],
  'no owner': ['create', '--name', 'N'],
  'a blank name': ['create', ...create({ '--name': '  ' })],
  'a name of 501 characters': ['create', ...create({ '--name': 'n'.repeat(501) })],
  'an invalid email address': ['create', ...create({ '--owner-email': 'nobody' })],
  'an email of 255 characters': ['create', ...create({ '--owner-email': `${'o'.repeat(246)}@w.example` })],
  'a currency in small letters': ['create', ...create({ '--currency': 'usd' })],
  'a rate above 100 %': ['create', ...create({ '--tax-rate-bps': '10001' })],
  'a rate below 0': ['create', ...create({ '--tax-rate-bps': '-1' })],
  'a rate with a fraction': ['create', ...create({ '--tax-rate-bps': '7.5' })],
  'a value for a bare flag': ['create', ...create({ '--prices-include-tax': 'true' })],
  'no value for a flag of set': ['set', unknown, '--ai'],
  'a flag that is neither true nor false': ['set', unknown, '--ai', 'yes'],
  'no id': ['show'],
  'one argument too many': ['show', unknown, unknown],
  'an unknown option': ['list', '--all'],
})) {
  test(`wrong usage: ${what}`, async t => {
    t.regex(await misuse('workspace', ...args), /^error: /);
  });
}
