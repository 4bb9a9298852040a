import test from 'ava';
import { everything, misuse, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

const approve = (project: string, ...more: string[]) => ['change-order', 'approve', project, ...more];

test("approve adds money and rounds to an approved scope, in the scope's currency", async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id, { currency: 'EUR' });
  await corkboard('scope', 'approve', id, '--by', 'Ana');
  const { changeOrder } = await corkboard(...approve(id, '--amount-cents', '25000', '--rounds', '2'));
  const { id: order, approvedAt, ...rest } = changeOrder;
  t.deepEqual(rest, { projectId: id, amountCents: 25_000, currency: 'EUR', rounds: 2 });
  t.truthy(order && approvedAt);
  t.is((await studio.get(`/projects/${id}`)).body.project.roundsIncluded, 2);
});

test('a change order needs an agreement; it may have another currency and no rounds', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await corkboard('contract', 'sign', id);
  const { changeOrder } = await corkboard(...approve(id, '--amount-cents', '0', '--currency', 'CHF'));
  t.like(changeOrder, { amountCents: 0, currency: 'CHF', rounds: 0 });
});

test('a change order without an agreement is rejected', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  const before = await everything(w, studio.id);
  t.regex(
    await corkboard.refused(...approve(id, '--amount-cents', '1')),
    /approved scope or a signed contract/,
  );
  t.deepEqual(await everything(w, studio.id), before);
});

for (const [what, args] of Object.entries({
  'no amount': [],
  'an amount below 0': ['--amount-cents', '-1'],
  'an amount above 100000000': ['--amount-cents', '100000001'],
  'an amount with a fraction': ['--amount-cents', '1.5'],
  '21 rounds': ['--amount-cents', '1', '--rounds', '21'],
  'a currency that is none': ['--amount-cents', '1', '--currency', 'euro'],
})) {
  test(`wrong usage: ${what}`, async t => {
    t.regex(await misuse(...approve('x', ...args)), /--(amount-cents|rounds|currency)/);
  });
}
