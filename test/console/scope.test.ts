import test from 'ava';
import { compare } from '../../src/console/components/scopeDiff.ts';
import { buttonsOf, fieldOf, lacks, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { shareLinks } from '../support/shareLinks.ts';

const w = consoleWorld(test);
const { sql, call } = w;

/** A project, its owner, and the ways in which others change it: an assistant by the tools, and a client’s approval. */
async function studioWithProject() {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id } = await studio.project({ name: 'Menu' });
  const at = `/projects/${id}?tab=scope`;
  return {
    ...{ studio, id, at, owner: await w.owner(studio.id) },
    scope: async () => (await studio.get(`/projects/${id}`)).body.project.scope,
    draftByTool: (deliverables: string[]) =>
      sql(
        `select corkboard.draft_scope(($1, 'mcp', 'Claude')::corkboard.caller, $2, $3, null, null, null, null)`,
        ...[studio.id, id, deliverables],
      ),
    approve: () => call('approve_scope', studio.id, id, 'Ada'),
  };
}

test('a draft shows its author, and is not replaced by someone who has not seen it', async t => {
  const { studio, id, owner, at, scope, draftByTool } = await studioWithProject();
  lacks(t, await owner.get(at), 'Record approval', 'Record change order');
  await studio.scope(id);
  const page = await owner.get(at);
  shows(t, page, 'Drafted by Zapier (assistant, via API), ');
  await draftByTool(['Signs']);
  shows(t, await owner.get(at), 'Drafted by Claude (assistant, via MCP), ');
  const refused = await owner.press(page, 'Draft scope', {
    deliverables: 'Mine\r\nYours',
    priceCents: '8,400',
  });
  t.is(refused.status, 409);
  shows(t, refused, 'as version 2, by Claude … Version 2 … Signs');
  t.is(fieldOf(refused, 'Deliverables'), 'Mine\r\nYours');
  t.deepEqual((await scope()).deliverables, ['Signs']);
  const done = await owner.press(refused, 'Draft scope');
  t.deepEqual([done.status, done.location], [303, `${at}&done=draftScope`]);
  const drafted = await owner.get(done.location!);
  shows(t, drafted, `Version 3 Drafted by ${owner.person.email}, … Mine Yours … $8,400.00`);
});

test('any two drafts can be compared by deliverable, also those that are no longer listed', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id, { deliverables: ['Logo', 'Signs'], priceCents: 100_000, timeline: 'Six weeks' });
  await studio.scope(id, { deliverables: ['Signs', 'Menu'], priceCents: 120_000 });
  await studio.scope(id, { deliverables: ['Menu'], revisionRounds: 4 });
  const last = await owner.get(at);
  shows(t, last, 'Changes from version 2 to version 3 … Menu … Removed: Signs');
  t.regex(last.text, /<del>2<\/del> <ins>4<\/ins>/);
  const first = await owner.get(`${at}&from=1&to=2`);
  shows(t, first, 'Changes from version 1 to version 2 … Signs … Added: Menu … Removed: Logo');
  t.regex(first.text, /<del>\$1,000\.00<\/del> <ins>\$1,200\.00<\/ins>/);
  shows(t, first, 'Six weeks (unchanged)');
  shows(t, await owner.get(`${at}&from=3&to=1`), 'Changes from version 1 to version 3');
  for (const same of ['from=2&to=2', 'from=99&to=x'])
    shows(t, await owner.get(`${at}&${same}`), 'Choose two different versions');
  await sql(
    `select corkboard.draft_scope(($1, 'mcp', 'Claude')::corkboard.caller, $2, array['Plan ' || n], null, null, null, null)
       from generate_series(4, 27) n`,
    ...[studio.id, id],
  );
  const page = await owner.get(at);
  t.notRegex(page.text, /<span>Version 1<\/span>/);
  t.is(fieldOf(page, 'From version'), '26');
  const compared = await owner.get(`${at}&from=1&to=27`);
  shows(t, compared, 'Changes from version 1 to version 27 … Added: Plan 27 … Removed: Logo');
  await call('plan_scope', studio.id, id, JSON.stringify([{ shareBps: 10_000, due: 'request' }]));
  t.regex((await owner.get(at)).text, /<del>none<\/del> <ins>100%: \$1,200\.00, due as arranged<\/ins>/);
});

test('a moved deliverable counts as unchanged, and equal deliverables count separately', t => {
  t.deepEqual(
    compare(['a', 'b'], ['b', 'a']).map(({ change }) => change),
    ['kept', 'kept'],
  );
  t.deepEqual(compare(['a', 'a'], ['a', 'c']), [
    { title: 'a', change: 'kept' },
    { title: 'c', change: 'added' },
    { title: 'a', change: 'removed' },
  ]);
});

test('the version that was read is approved after a warning, and not one that was drafted since', async t => {
  const { studio, id, owner, at, scope, draftByTool } = await studioWithProject();
  await studio.scope(id);
  const page = await owner.get(at);
  shows(t, page, 'Record approval … recorded it for them … drafted again');
  await draftByTool(['Everything']);
  const refused = await owner.press(page, 'Record approval', { by: 'Ada Marsh' });
  t.is(refused.status, 409);
  shows(t, refused, 'drafted again since it was read … Version 2 … Everything');
  t.is((await scope()).approvedAt, null);
  const nameless = await owner.post(`/projects/${id}/scope/approve`, { by: ' ', version: '2' });
  t.is(nameless.status, 422);
  shows(t, nameless, 'Approved by must not be blank');
  const done = await owner.press(refused, 'Record approval');
  t.deepEqual([done.status, done.location], [303, `${at}&done=scope.approve`]);
  shows(t, await owner.get(done.location!), 'Scope approved. … for Ada Marsh, ');
});

test('if a scope is approved and drafted at once, one succeeds, and the other person is told', async t => {
  const { studio, id, owner, at, scope } = await studioWithProject();
  await studio.scope(id);
  const colleague = await w.member(studio.id);
  const [draft, page] = [await colleague.get(at), await owner.get(at)];
  const seen = await Promise.all([
    owner.press(page, 'Record approval', { by: 'Ada' }),
    colleague.press(draft, 'Draft scope', { deliverables: 'Other' }),
  ]);
  t.deepEqual(seen.map(({ status }) => status).sort(), [303, 409]);
  const { approvedAt, deliverables, version } = await scope();
  t.deepEqual([deliverables[0], version], approvedAt === null ? ['Other', 2] : ['Logo', 1]);
});

test('a contract is signed as it was read, and stays as it was signed', async t => {
  const { studio, id, owner, at, approve } = await studioWithProject();
  await studio.scope(id);
  await approve();
  await call('change_workspace', studio.id, {
    terms: 'Pay in 14 days.',
    letterhead: 'Studio, 1 Quay Street',
  });
  const page = await owner.get(at);
  shows(t, page, 'Current contract … Studio, 1 Quay Street … Pay in 14 days.');
  await call('change_workspace', studio.id, { terms: 'Pay at once.' });
  const stale = await owner.press(page, 'Record signature', { by: 'Ada' });
  t.is(stale.status, 409);
  shows(t, stale, 'changed since it was read … Pay at once.', 'Record signature … kept as it is now');
  const done = await owner.press(stale, 'Record signature', { by: 'Ada Marsh' });
  t.is(done.location, `${at}&done=contract.sign`);
  await call('change_workspace', studio.id, { terms: 'Never.' });
  const signed = await owner.get(at);
  const [{ hash }] = await sql(
    `select encode(document_sha256, 'hex') as hash from corkboard.agreements where project_id = $1`,
    id,
  );
  shows(t, signed, 'Signed contract … Pay at once.', hash);
  t.deepEqual(
    buttonsOf(signed).filter(name => /signature|Draft scope/.test(name)),
    [],
  );
});

test('a change order is recorded after an agreement, in the scope’s currency, and none that the page did not show', async t => {
  const { studio, id, owner, at, approve } = await studioWithProject();
  await studio.scope(id, { currency: 'KWD', priceCents: 1_000_000 });
  await approve();
  const colleague = await w.member(studio.id);
  const page = await colleague.follow(await colleague.get(at), 'Record change order');
  const order = { title: 'A shop', amountCents: '120.5', rounds: '2', by: 'Ada Marsh' };
  const done = await owner.press(await owner.get(`${at}&new=approve`), 'Record change order', order);
  t.is(done.location, `${at}&done=change-order.approve`);
  const { email } = owner.person;
  const recorded = `Approved. Recorded by ${email} for Ada Marsh, `;
  shows(t, await owner.get(at), `A shop Approved KWD 120.500, 2 revision rounds ${recorded}`);
  const refused = await colleague.press(page, 'Record change order', order);
  t.is(refused.status, 409);
  shows(t, refused, 'Another change order was recorded since you opened this page.');
  shows(t, refused, `${email} recorded a change order, `);
  t.is((await colleague.press(refused, 'Record change order')).status, 303);
  const orders = await sql('select * from corkboard.change_orders where project_id = $1', id);
  t.is(orders.length, 2);
  const wrong = { amountCents: '1.2345', currency: 'KWD' };
  const odd = await owner.post(`/projects/${id}/change-orders/approve`, wrong);
  t.is(odd.status, 422);
  shows(t, odd, 'Amount must be a number');
  t.is(fieldOf(odd, 'Amount'), '1.2345');
});

test('share links are shown in full, and a replaced one stops working, once', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  const before = await shareLinks(w, id);
  const page = await owner.get(at);
  t.true(fieldOf(page, 'Link to approve the scope').startsWith(w.baseUrl + before.scope));
  t.true(fieldOf(page, 'Link to sign the contract').startsWith(w.baseUrl + before.contract));
  await studio.scope(id);
  const sending = await owner.follow(await owner.get(at), 'Send scope');
  t.is(fieldOf(sending, 'Link'), fieldOf(page, 'Link to approve the scope'));
  t.regex(
    sending.text,
    /href="mailto:never-leaves%40client\.example\?subject=Scope%20of%20work%20for%20Menu&amp;body=/,
  );
  shows(t, page, 'Replace link … link');
  for (const path of ['scope', 'contract', 'intake'] as const) {
    const tab = path === 'intake' ? 'intake' : 'scope';
    const renew = () => owner.post(`/projects/${id}/${path}/renew-link?tab=${tab}`, { version: '0' });
    t.is((await renew()).location, `/projects/${id}?tab=${tab}&done=${path}.renew-link`);
    const refused = await renew();
    t.is(refused.status, 409, path);
    shows(t, refused, 'This link was replaced since you opened this page.');
    t.not((await shareLinks(w, id))[path], before[path]);
  }
  t.false((await owner.get(at)).text.includes(before.scope));
});

test('a scope may be approved after the contract was signed, but not drafted', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id);
  await call('sign_contract', studio.id, id);
  const page = await owner.get(at);
  t.false(buttonsOf(page).includes('Draft scope'));
  t.is((await owner.press(page, 'Record approval', { by: 'Ada' })).status, 303);
});

/** A project whose scope has a price of 8,400.00 USD, or which is paid by the hour, at 95.00 USD. */
async function priced(fields: object = { priceCents: 840_000, timeline: 'Six weeks' }) {
  const made = await studioWithProject();
  await made.studio.scope(made.id, fields);
  return made;
}
async function hourly() {
  const made = await priced({});
  const set = (cents: number) =>
    sql('update corkboard.projects set hourly_rate_cents = $2 where id = $1', made.id, cents);
  await set(9500);
  const rate = async () =>
    (await sql('select hourly_rate_cents as rate from corkboard.projects where id = $1', made.id))[0].rate;
  return { ...made, set, rate };
}

test('a price must be entered again if the currency changes, and the form keeps the rest of what was typed', async t => {
  const { id, owner, at } = await priced();
  const typed = { currency: 'EUR', timeline: 'By May' };
  const refused = await owner.press(await owner.get(at), 'Draft scope', typed);
  t.is(refused.status, 422);
  const says = 'Price must be entered again in EUR, or left blank to remove it: so far it is in USD.';
  t.true(refused.text.includes(`<a href="#scope-draft-priceCents">${says}</a>`));
  t.regex(refused.text, /name="priceCents" value="" [^>]*aria-invalid="true"/);
  t.deepEqual([fieldOf(refused, 'Currency'), fieldOf(refused, 'Timeline')], ['EUR', 'By May']);
  const unsent = await owner.post(`/projects/${id}/scope/draft`, { deliverables: 'Logo', currency: 'JPY' });
  t.is(unsent.status, 422);
  shows(t, unsent, 'Price must be entered again in JPY');
});

/** What is typed when a price gets another currency, one time after the other, with what comes of each, and the scope after that. */
const inOtherCurrencies: Record<string, [typed: Record<string, Record<string, string>>, stored: object]> = {
  'entered again as the same number': [
    { 'is asked again': { currency: 'KWD' }, 'is saved': { priceCents: '8400.00' } },
    { currency: 'KWD', priceCents: 8_400_000 },
  ],
  'left blank when it was asked for': [
    { 'is asked again': { currency: 'EUR' }, 'is saved': {} },
    { currency: 'EUR', priceCents: undefined },
  ],
  'removed together with the currency': [
    { 'is saved': { currency: 'EUR', priceCents: '' } },
    { currency: 'EUR', priceCents: undefined },
  ],
  'changed together with the currency, after another mistake': [
    {
      'is rejected': { currency: 'JPY', priceCents: '¥1,200,000', revisionRounds: '99' },
      'is saved': { revisionRounds: '3' },
    },
    { currency: 'JPY', priceCents: 1_200_000, revisionRounds: 3 },
  ],
  'left as it was, after another mistake': [
    {
      'is rejected': { currency: 'EUR', revisionRounds: '99' },
      'is asked again': { revisionRounds: '3' },
    },
    { currency: 'USD', priceCents: 840_000 },
  ],
};
for (const [what, [steps, stored]] of Object.entries(inOtherCurrencies))
  test(`when the currency changes, a price ${what}: ${Object.keys(steps).at(-1)}`, async t => {
    const { owner, at, scope } = await priced();
    let page = await owner.get(at);
    for (const [outcome, typed] of Object.entries(steps)) {
      page = await owner.press(page, 'Draft scope', typed);
      t.is(page.status, outcome === 'is saved' ? 303 : 422);
      t.is(/Price must be entered again/.test(page.text), outcome === 'is asked again');
    }
    t.like(await scope(), stored);
  });

test('an hourly rate must be entered again if the scope’s currency changes', async t => {
  const { owner, at, rate, scope } = await hourly();
  const page = await owner.get(at);
  t.is(fieldOf(page, 'Hourly rate'), '95.00');
  const refused = await owner.press(page, 'Draft scope', { currency: 'JPY' });
  t.is(refused.status, 422);
  shows(t, refused, 'Hourly rate must be entered again in JPY, or left blank to remove it');
  t.deepEqual([await rate(), (await scope()).currency], [9500, 'USD']);
  t.is((await owner.press(refused, 'Draft scope', { hourlyRateCents: '12,000' })).status, 303);
  t.deepEqual([await rate(), (await scope()).currency], [12_000, 'JPY']);
});

test('a draft in the same currency keeps an hourly rate that others changed meanwhile, unless it is edited', async t => {
  const { owner, at, rate, set } = await hourly();
  const page = await owner.get(at);
  await set(9900);
  t.is((await owner.press(page, 'Draft scope', { deliverables: 'Site' })).status, 303);
  t.is(await rate(), 9900);
  t.is((await owner.press(await owner.get(at), 'Draft scope', { hourlyRateCents: '100' })).status, 303);
  t.is(await rate(), 10_000);
  t.is((await owner.press(await owner.get(at), 'Draft scope', { hourlyRateCents: '' })).status, 303);
  t.is(await rate(), null);
});

test('an amount in a form that was open while the currency changed must be checked again', async t => {
  const { studio, owner, id, rate } = await hourly();
  const page = await owner.get(`/projects/${id}`);
  await studio.scope(id, { currency: 'JPY' });
  const refused = await owner.press(page, 'Save changes', { hourlyRateCents: '110.00' });
  t.is(refused.status, 409);
  shows(t, refused, 'Amounts are in JPY now, and this form had them in USD');
  t.is(await rate(), 9500);
  t.is((await owner.press(page, 'Save changes', { name: 'Renamed' })).status, 303);
  t.is((await owner.press(refused, 'Save changes', { hourlyRateCents: '11,000' })).status, 303);
  t.is(await rate(), 11_000);
  const adding = await owner.get('/projects?new=add');
  await call('change_workspace', studio.id, { default_currency: 'JPY' });
  const typed = { name: 'Late', hourlyRateCents: '95.00' };
  const late = await owner.press(adding, 'Add project', typed);
  t.is(late.status, 409);
  shows(t, late, 'Amounts are in JPY now');
  t.is((await owner.press(late, 'Add project', { hourlyRateCents: '9500' })).status, 303);
  t.deepEqual(
    await sql(
      `select hourly_rate_cents as rate from corkboard.projects where workspace_id = $1 and name = 'Late'`,
      studio.id,
    ),
    [{ rate: 9500 }],
  );
});

test('a draft keeps fields that weren’t edited, and clears an emptied price and timeline', async t => {
  const { owner, at, scope } = await priced();
  const draft = async (typed: Record<string, string>) =>
    t.is((await owner.press(await owner.get(at), 'Draft scope', typed)).status, 303);
  await draft({ deliverables: 'Site' });
  t.like(await scope(), { version: 2, priceCents: 840_000, timeline: 'Six weeks', currency: 'USD' });
  await draft({ priceCents: ' ' });
  t.like(await scope(), { version: 3, timeline: 'Six weeks' });
  t.false('priceCents' in (await scope()));
  await draft({ timeline: '' });
  t.like(await scope(), { version: 4, timeline: null });
  shows(t, await owner.get(at), 'Price By the hour');
  // Without a price, the currency changes without asking for one.
  await draft({ currency: 'EUR' });
  t.is((await scope()).currency, 'EUR');
});

test('a price whose currency was left blank is in the currency that the form showed', async t => {
  const { studio, owner, at, scope } = await studioWithProject();
  const page = await owner.get(at);
  await call('change_workspace', studio.id, { default_currency: 'JPY' });
  const typed = { deliverables: 'Logo', priceCents: '8,400.00', currency: ' ' };
  t.is((await owner.press(page, 'Draft scope', typed)).status, 303);
  t.like(await scope(), { priceCents: 840_000, currency: 'USD' });
});
