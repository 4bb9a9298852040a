import { createHash } from 'node:crypto';
import test from 'ava';
import { compare } from '../../src/console/parts/scopeDiff.ts';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const console = people(test, w);
const { sql } = w;
const actions = async (workspaceId: string) =>
  (
    await sql(
      `select via, actor, action from corkboard.audit_log where workspace_id = $1 and via = 'app' and actor like '%@%' order by id`,
      workspaceId,
    )
  ).map(({ via, actor, action }) => `${via} ${actor} ${action}`);
const as = (
  via: 'api' | 'mcp',
  label: string,
  workspaceId: string,
  project: string,
  deliverables: string[],
) =>
  sql(
    'select corkboard.draft_scope(($1, $2, $3)::corkboard.caller, $4, $5, null, null, null, null)',
    workspaceId,
    via,
    label,
    project,
    deliverables,
  );

async function studioWithProject() {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id } = await studio.project({ name: 'Menu' });
  return { studio, id, owner: await console.owner(studio.id), at: `/projects/${id}?tab=scope` };
}

test('without a draft the tab says how to draft a scope, and nothing can be approved', async t => {
  const { owner, at } = await studioWithProject();
  const { text } = await owner.get(at);
  t.regex(text, /No scope yet\. Draft it below\./);
  t.notRegex(text, />Record approval</);
  t.notRegex(text, />Record change order</);
});

test('a draft shows its author: an assistant, through either channel, or a person', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await as('mcp', 'Claude', studio.id, id, ['Logo']);
  t.regex((await owner.get(at)).text, /Drafted by <b>Claude<\/b> \(assistant, via MCP\), /);
  await as('api', 'Zapier', studio.id, id, ['Logo']);
  t.regex((await owner.get(at)).text, /Drafted by <b>Zapier<\/b> \(assistant, via API\), /);
  const page = await owner.get(at);
  const done = await owner.press(page, 'Draft scope', { deliverables: 'Logo\r\nSigns', priceCents: '8,400' });
  t.deepEqual([done.status, done.location], [303, `${at}&done=draftScope`]);
  const { text } = await owner.get(done.location!);
  t.regex(text, new RegExp(`Drafted by <b>${owner.person.email}</b>, `));
  t.regex(text, /Version 3[\s\S]*<li>Logo<\/li><li>Signs<\/li>[\s\S]*\$8,400\.00/);
});

test('a draft by someone who has not seen the newest draft is rejected, and replaces nothing', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id);
  const page = await owner.get(at);
  await as('mcp', 'Claude', studio.id, id, ['Signs']);
  const refused = await owner.press(page, 'Draft scope', { deliverables: 'Mine' });
  t.is(refused.status, 409);
  t.regex(refused.text, /role="alert"[\s\S]*as version 2, by Claude[\s\S]*Version 2[\s\S]*<li>Signs<\/li>/);
  t.regex(refused.text, />\nMine<\/textarea>/);
  t.deepEqual((await studio.get(`/projects/${id}`)).body.project.scope.deliverables, ['Signs']);
  t.is((await owner.press(refused, 'Draft scope')).status, 303);
  t.deepEqual((await studio.get(`/projects/${id}`)).body.project.scope.deliverables, ['Mine']);
});

test('any two drafts can be compared by deliverable', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id, { deliverables: ['Logo', 'Signs'], priceCents: 100_000, timeline: 'Six weeks' });
  await studio.scope(id, { deliverables: ['Signs', 'Menu'], priceCents: 120_000 });
  await studio.scope(id, { deliverables: ['Menu'], revisionRounds: 4 });
  const last = await owner.get(at);
  t.regex(
    last.text,
    /Changes from version 2 to version 3[\s\S]*<li>Menu<\/li>[\s\S]*Removed:<\/b> <del>Signs/,
  );
  t.regex(last.text, /<del>2<\/del> <ins>4<\/ins>/);
  const { text } = await owner.get(`${at}&from=1&to=2`);
  t.regex(
    text,
    /Changes from version 1 to version 2[\s\S]*<li>Signs<\/li>[\s\S]*Added:<\/b> <ins>Menu[\s\S]*Removed:<\/b> <del>Logo/,
  );
  t.regex(text, /<del>\$1,000\.00<\/del> <ins>\$1,200\.00<\/ins>/);
  t.regex(text, /Six weeks \(unchanged\)/);
  t.regex((await owner.get(`${at}&from=3&to=1`)).text, /Changes from version 1 to version 3/);
  t.regex((await owner.get(`${at}&from=2&to=2`)).text, /Choose two different versions/);
  t.regex((await owner.get(`${at}&from=99&to=x`)).text, /Choose two different versions/);
});

test('drafts that are no longer listed can be compared as well, on a page of the same size', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  for (let n = 1; n <= 27; n++) await studio.scope(id, { deliverables: [`Plan ${n}`] });
  const { text } = await owner.get(at);
  t.notRegex(text, /<span>Version 1<\/span>/);
  t.regex(text, /name="from" min="1" max="27" required value="26"/);
  const compared = await owner.get(`${at}&from=1&to=27`);
  t.regex(
    compared.text,
    /Changes from version 1 to version 27[\s\S]*<ins>Plan 27<\/ins>[\s\S]*<del>Plan 1<\/del>/,
  );
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

test('the version that was read is approved after a warning', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id);
  const page = await owner.get(at);
  t.regex(page.text, /<summary>Record approval<\/summary><p>[^<]*recorded it for them[^<]*drafted again/);
  const done = await owner.press(page, 'Record approval', { by: 'Ada Marsh' });
  t.deepEqual([done.status, done.location], [303, `${at}&done=scope.approve`]);
  t.regex((await owner.get(done.location!)).text, /Scope approved\.[\s\S]* for Ada Marsh, /);
  t.deepEqual(await actions(studio.id), [`app ${owner.person.email} scope.approved`]);
});

test('an approval of an outdated draft is rejected, and the page shows the newest one', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id);
  const page = await owner.get(at);
  await as('mcp', 'Claude', studio.id, id, ['Everything']);
  const refused = await owner.press(page, 'Record approval', { by: 'Ada' });
  t.is(refused.status, 409);
  t.regex(refused.text, /drafted again since it was read[\s\S]*Version 2[\s\S]*<li>Everything<\/li>/);
  t.is((await studio.get(`/projects/${id}`)).body.project.scope.approvedAt, null);
  const nameless = await owner.post(`/projects/${id}/scope/approve`, { by: ' ', version: '2' });
  t.is(nameless.status, 422);
  t.regex(nameless.text, /Approved by must not be blank/);
  t.is((await owner.press(refused, 'Record approval')).status, 303);
});

test('if a scope is approved and drafted at once, one succeeds, and the other person is told', async t => {
  for (let round = 0; round < 2; round++) {
    const { studio, id, owner, at } = await studioWithProject();
    await studio.scope(id);
    const colleague = await console.member(studio.id);
    const [draft, page] = [await colleague.get(at), await owner.get(at)];
    const seen = await Promise.all([
      owner.press(page, 'Record approval', { by: 'Ada' }),
      colleague.press(draft, 'Draft scope', { deliverables: 'Other' }),
    ]);
    t.deepEqual(seen.map(({ status }) => status).sort(), [303, 409]);
    const { scope } = (await studio.get(`/projects/${id}`)).body.project;
    t.deepEqual(scope.approvedAt === null ? ['Other', 2] : ['Logo', 1], [
      scope.deliverables[0],
      scope.version,
    ]);
  }
});

test('a contract is signed as it was read, and stays as it was signed', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id);
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, id);
  await sql(
    `update corkboard.workspaces set terms = 'Pay in 14 days.', letterhead = 'Studio, 1 Quay Street' where id = $1`,
    studio.id,
  );
  const page = await owner.get(at);
  t.regex(page.text, /Current contract[\s\S]*Studio, 1 Quay Street[\s\S]*Pay in 14 days\./);
  await sql(`update corkboard.workspaces set terms = 'Pay at once.' where id = $1`, studio.id);
  const stale = await owner.press(page, 'Record signature', { by: 'Ada' });
  t.is(stale.status, 409);
  t.regex(stale.text, /changed since it was read[\s\S]*Pay at once\./);
  t.regex(stale.text, /<summary>Record signature<\/summary><p>[^<]*kept as it is now/);
  const done = await owner.press(stale, 'Record signature', { by: 'Ada Marsh' });
  t.is(done.location, `${at}&done=contract.sign`);
  const [agreement] = await sql('select * from corkboard.agreements where project_id = $1', id);
  t.is(agreement.signed_by, 'Ada Marsh');
  const { text } = await owner.get(at);
  const [bytes] = await sql('select document::text from corkboard.agreements where project_id = $1', id);
  t.true(text.includes(createHash('sha256').update(bytes.document).digest('hex')));
  t.regex(text, /Signed contract[\s\S]*Pay at once\./);
  t.notRegex(text, />Record signature<|>Draft scope</);
  t.is((await owner.press(stale, 'Record signature', { by: 'Ada Marsh' })).status, 303);
  t.is((await owner.post(`/projects/${id}/contract/sign`, { by: 'Eve' })).status, 409);
});

test('a change order is recorded after an agreement, in the scope’s currency', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id, { currency: 'KWD', priceCents: 1_000_000 });
  t.is((await owner.post(`/projects/${id}/change-orders/approve`, { amountCents: '1' })).status, 409);
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, id);
  const done = await owner.press(await owner.get(at), 'Record change order', {
    amountCents: '120.5',
    rounds: '2',
  });
  t.is(done.location, `${at}&done=change-order.approve`);
  const [order] = await sql('select * from corkboard.change_orders where project_id = $1', id);
  t.like(order, { amount_cents: 120_500, currency: 'KWD', rounds: 2 });
  const { text } = await owner.get(at);
  t.regex(text, new RegExp(`KWD 120\\.500</td><td[^>]*>2</td><td[^>]*>${owner.person.email}`));
  const refused = await owner.post(`/projects/${id}/change-orders/approve`, {
    amountCents: '1.2345',
    currency: 'KWD',
  });
  t.is(refused.status, 422);
  t.regex(refused.text, /Amount must be a number[\s\S]*value="1\.2345"/);
});

test('a change order is not recorded over one that the page did not show', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id);
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, id);
  const colleague = await console.member(studio.id);
  const page = await colleague.get(at);
  const order = { amountCents: '120', rounds: '1' };
  t.is((await owner.press(await owner.get(at), 'Record change order', order)).status, 303);
  const refused = await colleague.press(page, 'Record change order', order);
  t.is(refused.status, 409);
  t.true(refused.text.includes('Another change order was recorded since you opened this page.'));
  t.true(refused.text.includes(`<li>${owner.person.email} recorded a change order, `));
  const count = () => sql('select id from corkboard.change_orders where project_id = $1', id);
  t.is((await count()).length, 1);
  t.is((await colleague.press(refused, 'Record change order')).status, 303);
  t.is((await count()).length, 2);
});

test('a link that was replaced meanwhile is not replaced again', async t => {
  const { id, owner } = await studioWithProject();
  await sql('update corkboard.intakes set answers = null, submitted_at = null where project_id = $1', id);
  for (const [tab, path] of [
    ['scope', 'scope'],
    ['scope', 'contract'],
    ['intake', 'intake'],
  ] as const) {
    const renew = `/projects/${id}/${path}/renew-link?tab=${tab}`;
    t.is((await owner.post(renew, { version: '0' })).status, 303);
    const refused = await owner.post(renew, { version: '0' });
    t.is(refused.status, 409, path);
    t.true(refused.text.includes('This link was replaced since you opened this page.'));
    t.regex(
      refused.text,
      new RegExp(
        `action="/projects/${id}/${path}/renew-link[^>]*>(?:<input[^>]*>)*<input type="hidden" name="version" value="1">`,
      ),
    );
  }
});

test('share links are shown in full, and a replaced one stops working', async t => {
  const { id, owner, at } = await studioWithProject();
  const path = async (column: string, table: string) =>
    (
      await sql(
        `select ${column} || corkboard.secret_suffix(workspace_id) as token
           from corkboard.${table} where ${table === 'projects' ? 'id' : 'project_id'} = $1`,
        id,
      )
    )[0].token;
  const before = await path('share_token', 'scopes');
  const page = await owner.get(at);
  t.regex(page.text, new RegExp(`value="http://127\\.0\\.0\\.1:\\d+/scope/${before}"`));
  t.true(page.text.includes(`/contract/${await path('contract_token', 'projects')}"`));
  t.regex(page.text, /href="mailto:never-leaves%40client\.example\?subject=Scope%20of%20Menu&amp;body=/);
  t.regex(page.text, /<summary>Replace link<\/summary><p>[^<]*link/);
  t.is((await owner.post(`/projects/${id}/scope/renew-link`)).location, `${at}&done=scope.renew-link`);
  const after = await path('share_token', 'scopes');
  t.not(after, before);
  const { text } = await owner.get(at);
  t.true(text.includes(after));
  t.false(text.includes(before));
});

test('a scope may be approved after the contract was signed, but not drafted', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id);
  await sql('select corkboard.sign_contract($1, $2)', studio.id, id);
  const page = await owner.get(at);
  t.notRegex(page.text, />Draft scope</);
  t.is((await owner.press(page, 'Record approval', { by: 'Ada' })).status, 303);
  t.is((await owner.post(`/projects/${id}/scope/draft`, { deliverables: 'Other' })).status, 409);
});

/** A project whose scope has a price of 8,400.00 USD, and a function that reads the scope by the API. */
async function priced() {
  const made = await studioWithProject();
  await made.studio.scope(made.id, { priceCents: 840_000, timeline: 'Six weeks' });
  const scope = async () => (await made.studio.get(`/projects/${made.id}`)).body.project.scope;
  return { ...made, scope };
}

test('a price must be entered again if the currency changes, and the form keeps the rest of what was typed', async t => {
  const { owner, at, scope } = await priced();
  const before = await scope();
  const refused = await owner.press(await owner.get(at), 'Draft scope', {
    currency: 'EUR',
    timeline: 'By May',
  });
  t.is(refused.status, 422);
  const says = 'Price must be entered again in EUR, or left blank to remove it: so far it is in USD.';
  t.true(refused.text.includes(`<a href="#scope-draft-priceCents">${says}</a>`));
  t.regex(refused.text, /name="priceCents" value="" [^>]*aria-invalid="true"/);
  t.regex(refused.text, /name="currency" value="EUR"/);
  t.true(refused.text.includes('value="By May"'));
  t.deepEqual(await scope(), before);
});

/** What is typed into the form, one time after the other, and what comes of it; and the scope then. */
const inOtherCurrencies: Record<
  string,
  { steps: [Record<string, string>, 'is asked again' | 'is rejected' | 'is saved'][]; stored: object }
> = {
  'entered again in yen': {
    steps: [
      [{ currency: 'JPY' }, 'is asked again'],
      [{ priceCents: '7900' }, 'is saved'],
    ],
    stored: { currency: 'JPY', priceCents: 7_900 },
  },
  'entered again in dinars': {
    steps: [
      [{ currency: 'KWD' }, 'is asked again'],
      [{ priceCents: '7900' }, 'is saved'],
    ],
    stored: { currency: 'KWD', priceCents: 7_900_000 },
  },
  'entered again as the same number': {
    steps: [
      [{ currency: 'EUR' }, 'is asked again'],
      [{ priceCents: '8400.00' }, 'is saved'],
    ],
    stored: { currency: 'EUR', priceCents: 840_000 },
  },
  'left blank when it was asked for': {
    steps: [
      [{ currency: 'EUR' }, 'is asked again'],
      [{}, 'is saved'],
    ],
    stored: { currency: 'EUR', priceCents: undefined },
  },
  'removed together with the currency': {
    steps: [[{ currency: 'EUR', priceCents: '' }, 'is saved']],
    stored: { currency: 'EUR', priceCents: undefined },
  },
  'changed together with the currency, after another mistake': {
    steps: [
      [{ currency: 'JPY', priceCents: '¥1,200,000', revisionRounds: '99' }, 'is rejected'],
      [{ revisionRounds: '3' }, 'is saved'],
    ],
    stored: { currency: 'JPY', priceCents: 1_200_000, revisionRounds: 3 },
  },
  'left as it was, after another mistake': {
    steps: [
      [{ currency: 'EUR', revisionRounds: '99' }, 'is rejected'],
      [{ revisionRounds: '3' }, 'is asked again'],
    ],
    stored: { currency: 'USD', priceCents: 840_000 },
  },
};
for (const [what, { steps, stored }] of Object.entries(inOtherCurrencies))
  test(`when the currency changes, a price ${what}: ${steps.at(-1)![1]}`, async t => {
    const { owner, at, scope } = await priced();
    let page = await owner.get(at);
    for (const [typed, outcome] of steps) {
      page = await owner.press(page, 'Draft scope', typed);
      t.is(page.status, outcome === 'is saved' ? 303 : 422);
      t.is(/Price must be entered again/.test(page.text), outcome === 'is asked again');
    }
    t.like(await scope(), stored);
  });

/** A project that is paid by the hour, at 95.00 USD. */
async function hourly() {
  const made = await studioWithProject();
  await made.studio.scope(made.id);
  await sql('update corkboard.projects set hourly_rate_cents = 9500 where id = $1', made.id);
  const rate = async () =>
    (await sql('select hourly_rate_cents as rate from corkboard.projects where id = $1', made.id))[0].rate;
  const currency = async () => (await made.studio.get(`/projects/${made.id}`)).body.project.scope.currency;
  return { ...made, rate, currency };
}

test('an hourly rate must be entered again if the scope’s currency changes', async t => {
  const { owner, at, rate, currency } = await hourly();
  const page = await owner.get(at);
  t.regex(page.text, /name="hourlyRateCents" value="95\.00"/);
  const refused = await owner.press(page, 'Draft scope', { currency: 'JPY' });
  t.is(refused.status, 422);
  t.regex(
    refused.text,
    /Hourly rate must be entered again in JPY, or left blank to remove it: so far it is in USD/,
  );
  t.deepEqual([await rate(), await currency()], [9500, 'USD']);
  t.is((await owner.press(refused, 'Draft scope', { hourlyRateCents: '12,000' })).status, 303);
  t.deepEqual([await rate(), await currency()], [12_000, 'JPY']);
});

test('a draft in the same currency keeps an hourly rate that others changed meanwhile, unless it is edited', async t => {
  const { owner, id, at, rate } = await hourly();
  const page = await owner.get(at);
  await sql('update corkboard.projects set hourly_rate_cents = 9900 where id = $1', id);
  t.is((await owner.press(page, 'Draft scope', { deliverables: 'Site' })).status, 303);
  t.is(await rate(), 9900);
  t.is((await owner.press(await owner.get(at), 'Draft scope', { hourlyRateCents: '100' })).status, 303);
  t.is(await rate(), 10_000);
  t.is((await owner.press(await owner.get(at), 'Draft scope', { hourlyRateCents: '' })).status, 303);
  t.is(await rate(), null);
});

test('an amount in a project’s form that was open while the currency changed must be checked again', async t => {
  const { studio, owner, id, rate } = await hourly();
  const page = await owner.get(`/projects/${id}`);
  await studio.scope(id, { currency: 'JPY' });
  const refused = await owner.press(page, 'Save changes', { hourlyRateCents: '110.00' });
  t.is(refused.status, 409);
  t.regex(refused.text, /Amounts are in JPY now, and this form had them in USD/);
  t.is(await rate(), 9500);
  t.is((await owner.press(page, 'Save changes', { name: 'Renamed' })).status, 303);
  t.is((await owner.press(refused, 'Save changes', { hourlyRateCents: '11,000' })).status, 303);
  t.is(await rate(), 11_000);
});

test('an amount in a new project’s form that was open while the workspace’s currency changed must be checked again', async t => {
  const { studio, owner } = await studioWithProject();
  const page = await owner.get('/projects');
  await sql(`select corkboard.change_workspace($1, '{"default_currency": "JPY"}')`, studio.id);
  const refused = await owner.press(page, 'Add project', { name: 'Late', hourlyRateCents: '95.00' });
  t.is(refused.status, 409);
  t.regex(refused.text, /Amounts are in JPY now/);
  t.is(
    (await sql(`select 1 from corkboard.projects where workspace_id = $1 and name = 'Late'`, studio.id))
      .length,
    0,
  );
  t.is((await owner.press(refused, 'Add project', { hourlyRateCents: '9500' })).status, 303);
  t.like(
    await sql(
      `select hourly_rate_cents as rate from corkboard.projects where workspace_id = $1 and name = 'Late'`,
      studio.id,
    ),
    [{ rate: 9500 }],
  );
});

test('a price that is not sent isn’t carried over to another currency', async t => {
  const { id, owner, scope } = await priced();
  const { status, text } = await owner.post(`/projects/${id}/scope/draft`, {
    deliverables: 'Logo',
    currency: 'JPY',
  });
  t.is(status, 422);
  t.regex(text, /Price must be entered again in JPY/);
  t.like(await scope(), { version: 1, currency: 'USD', priceCents: 840_000 });
});

test('a scope without a price changes its currency without asking for one', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id);
  t.is((await owner.press(await owner.get(at), 'Draft scope', { currency: 'EUR' })).status, 303);
  t.is((await studio.get(`/projects/${id}`)).body.project.scope.currency, 'EUR');
});

test('a draft keeps fields that weren’t edited, and clears an emptied price and timeline', async t => {
  const { studio, id, owner, at, scope } = await priced();
  t.is((await owner.press(await owner.get(at), 'Draft scope', { deliverables: 'Site' })).status, 303);
  t.like(await scope(), { version: 2, priceCents: 840_000, timeline: 'Six weeks', currency: 'USD' });
  t.is((await owner.press(await owner.get(at), 'Draft scope', { priceCents: ' ' })).status, 303);
  t.like(await scope(), { version: 3, timeline: 'Six weeks' });
  t.false('priceCents' in (await scope()));
  t.is((await owner.press(await owner.get(at), 'Draft scope', { timeline: '' })).status, 303);
  t.like(await scope(), { version: 4, timeline: null });
  t.regex((await owner.get(at)).text, /<dt>Price<\/dt><dd>By the hour<\/dd>/);
  // The API keeps omitted fields, blank or not.
  await studio.scope(id, { priceCents: 1, timeline: 'May' });
  await studio.scope(id, { timeline: ' ' });
  t.like(await scope(), { version: 6, priceCents: 1, timeline: 'May' });
});

test('clearing fields of an approved scope is rejected, and it loses nothing', async t => {
  const { studio, id, owner, at, scope } = await priced();
  const page = await owner.get(at);
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, id);
  const refused = await owner.press(page, 'Draft scope', { currency: 'EUR', timeline: '' });
  t.is(refused.status, 409);
  t.like(await scope(), { version: 1, priceCents: 840_000, timeline: 'Six weeks', currency: 'USD' });
});

test('a price whose currency was left blank is in the currency that the form showed', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  const page = await owner.get(at);
  await sql(`select corkboard.change_workspace($1, '{"default_currency": "JPY"}')`, studio.id);
  const typed = { deliverables: 'Logo', priceCents: '8,400.00', currency: ' ' };
  t.is((await owner.press(page, 'Draft scope', typed)).status, 303);
  const { scope } = (await studio.get(`/projects/${id}`)).body.project;
  t.like(scope, { priceCents: 840_000, currency: 'USD' });
});

test('a drafted scope is edited behind a secondary button, and the form ends in a primary one', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id);
  const [, form] = /<summary class="button quiet">Edit scope<\/summary>(.*?)<\/form>/s.exec(
    (await owner.get(at)).text,
  )!;
  t.regex(form!, /<button>Draft scope<\/button>/);
});
