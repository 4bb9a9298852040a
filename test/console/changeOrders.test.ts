import test from 'ava';
import { buttonsOf, lacks, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { changeOrderLink, shareLinks } from '../support/shareLinks.ts';

// Change orders from the draft to the client's answer, and what clients ask to change in a scope.

const w = consoleWorld(test);
const { sql, call } = w;
const client = w.stranger;

/** A project with a drafted scope. */
async function drafted() {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const { id } = await studio.project({ name: 'New site' });
  await studio.scope(id, { priceCents: 840_000, currency: 'EUR', revisionRounds: 2 });
  return { studio, owner, id, at: `/projects/${id}?tab=scope`, ...(await shareLinks(w, id)) };
}

/** The same with an approved scope. */
async function agreed() {
  const made = await drafted();
  await call('approve_scope', made.studio.id, made.id, 'Ada');
  return made;
}

/** A change order that was sent, with its page and its client's link. */
async function sent() {
  const made = await agreed();
  const { studio, id } = made;
  const [order] = await call('propose_change_order', studio.id, id, 'A shop', 'With ten breads.', 45_000, 1);
  await call('send_change_order', studio.id, order.id);
  return {
    ...made,
    order: order.id as string,
    page: `/projects/${id}/change-orders/${order.id}`,
    link: await changeOrderLink(w, order.id),
  };
}

const notified = async (workspace: string) =>
  (await sql('select event from corkboard.notifications where workspace_id = $1 order by id', workspace)).map(
    ({ event }) => event,
  );

test('a change order is drafted and edited by a member, and opens for the client once it is sent', async t => {
  const { owner, id, at } = await agreed();
  const typed = { title: 'A shop', amountCents: '450', rounds: '1', description: '' };
  const { location } = await owner.press(await owner.get(at), 'Draft change order', typed);
  const page = await owner.get(location!);
  shows(t, page, 'A shop Draft', 'Price €450.00', 'Revision rounds 1');
  const link = await changeOrderLink(w, location!.split(/[/?]/)[4]!);
  t.is((await client().get(link)).status, 404);
  const sending = await owner.follow(page, 'Send change order');
  const other = await owner.press(page, 'Save change order', { description: 'With ten breads.' });
  t.is(other.status, 303);
  const stale = await owner.press(sending, 'Mark as sent');
  t.is(stale.status, 409);
  shows(t, stale, 'This change order was edited since you opened this page.');
  t.is((await owner.press(stale, 'Mark as sent')).status, 303);
  const late = await owner.press(page, 'Save change order', { description: 'With twenty breads.' });
  t.is(late.status, 409);
  shows(t, late, 'It was not saved: Title A shop Description With twenty breads.');
  shows(t, await client().get(link), 'Change order New site', 'A shop With ten breads. Price €450.00');
  const offered = buttonsOf(await owner.get(location!));
  t.true(offered.includes('Replace link'));
  t.false(offered.includes('Save change order'));
  shows(t, await owner.get(at), 'A shop Awaiting approval €450.00, 1 revision round');
  t.is((await owner.get(`/projects/${id}?tab=revisions`)).text.includes('change orders'), false);
});

test('a client approves a change order by name as it was read, once, and it counts in rounds, price and contract', async t => {
  const { studio, owner, id, at, page, link } = await sent();
  const old = await client().get(link);
  await call('change_workspace', studio.id, { letterhead: 'Studio, 1 Quay Street' });
  const stale = await client().press(old, 'Approve change order', { by: 'Ada Marsh' });
  t.is(stale.status, 409);
  shows(t, stale, 'changed since it was read', 'Studio, 1 Quay Street');
  const both = await Promise.all([1, 2].map(() => client().press(stale, 'Approve change order')));
  const declared = `select language from corkboard.declarations where kind = 'change_order' and workspace_id = $1`;
  t.deepEqual(await sql(declared, studio.id), [{ language: 'en' }]);
  for (const { location } of both) t.is(location, link);
  const [order, ...others] = await sql(
    `select title, description, amount_cents, currency, rounds, approved_by, recorded_by, approved_from is not null as "from",
            approved_with is not null as browser, document ->> 'letterhead' as letterhead,
            document_sha256 = sha256(convert_to(document::text, 'UTF8')) as matches
       from corkboard.change_orders where project_id = $1`,
    id,
  );
  t.deepEqual(others, []);
  t.deepEqual(order, {
    ...{ title: 'A shop', description: 'With ten breads.', amount_cents: 45_000, currency: 'EUR', rounds: 1 },
    ...{ approved_by: 'Ada Marsh', recorded_by: null, from: true, browser: true },
    ...{ letterhead: 'Studio, 1 Quay Street', matches: true },
  });
  const after = await client().get(link);
  shows(t, after, 'Approved by Ada Marsh, ', 'SHA-256 of the change order');
  t.notRegex(after.text, /<form/);
  shows(
    t,
    await owner.get(page),
    'A shop Approved',
    'Approved by Ada Marsh',
    'Evidence … By entering your name, you approve this change order … Network address',
  );
  shows(t, await owner.get(`/projects/${id}`), '0 of 3 (2 from the scope, 1 from change orders)');
  shows(t, await owner.get(`/projects/${id}`), 'Change orders €450.00');
  const contract = 'Approved change orders A shop: €450.00; 1 more revision round With ten breads.';
  shows(t, await owner.get(at), contract);
  t.deepEqual(await notified(studio.id), ['scope.approved', 'change_order.approved']);
});

test('a client declines a change order with words, which reach the members, and nothing is added', async t => {
  const { studio, owner, id, page, link } = await sent();
  const said = { by: 'Ada Marsh', reason: 'Too dear.\r\nFive breads do.' };
  const read = await client().get(link);
  const [declined, approved] = await Promise.all([
    client().press(read, 'Decline change order', said),
    client().press(read, 'Approve change order', { by: 'Ben' }),
  ]);
  t.deepEqual([declined!.status, approved!.status].sort(), [303, 409]);
  const answered = declined!.status === 303;
  shows(
    t,
    await client().get(link),
    answered ? 'Declined by Ada Marsh, … Too dear. … Declined on ' : 'Approved by Ben',
  );
  shows(t, await owner.get(page), answered ? 'A shop Declined … Reason Too dear.' : 'A shop Approved');
  t.is(
    (await sql('select 1 from corkboard.change_orders where project_id = $1', id)).length,
    answered ? 0 : 1,
  );
  t.deepEqual((await notified(studio.id)).slice(-1), [
    answered ? 'change_order.declined' : 'change_order.approved',
  ]);
});

test('a withdrawn change order says so, and a member records an approval for the client', async t => {
  const one = await sent();
  const read = await client().get(one.link);
  await one.owner.press(await one.owner.get(one.page), 'Withdraw');
  shows(t, await client().get(one.link), 'This change order was withdrawn, … New site Withdrawn on ');
  shows(t, await one.owner.get(one.page), 'A shop Withdrawn');
  const late = await client().press(read, 'Approve change order', { by: 'Ada' });
  t.is(late.status, 409);
  shows(t, late, 'The change order was withdrawn.');
  const other = await sent();
  await other.owner.press(await other.owner.get(other.page), 'Record approval', { by: 'Ada Marsh' });
  shows(t, await client().get(other.link), 'Recorded by Studio for Ada Marsh, ');
  const { email } = other.owner.person;
  shows(t, await other.owner.get(other.at), `Recorded by ${email} for Ada Marsh, `);
});

test('a client requests changes to a scope in words, which wait for a member on Home and at the project', async t => {
  const { studio, owner, at, scope } = await drafted();
  const page = await client().get(scope);
  const typed = { by: 'Ada Marsh', text: 'Without the shop, please.' };
  const both = await Promise.all([1, 2].map(() => client().press(page, 'Request changes', typed)));
  for (const { location } of both) t.is(location, scope);
  shows(t, await client().get(scope), 'Changes requested by Ada Marsh, … Without the shop, please.');
  shows(t, await owner.get('/'), 'Client asks for changes to a scope “Without the shop, please.”');
  t.deepEqual(await notified(studio.id), ['scope.changes_requested']);
  const open = await owner.get(at);
  shows(t, open, 'Requested changes Ada Marsh, … on version 1, … Without the shop, please.');
  t.is((await owner.press(open, 'Mark as done')).status, 303);
  shows(t, await owner.get(at), `Marked as done by ${owner.person.email}, `);
  lacks(t, await owner.get('/'), 'Without the shop');
  lacks(t, await client().get(scope), 'Without the shop');
});

test('changes are requested of the version that was read, until it is approved, and ten at most are open', async t => {
  const { studio, id } = await drafted();
  const request = (version: number | null) =>
    call('request_scope_changes', studio.id, id, 'Ada', 'Fewer pages', version);
  await t.throwsAsync(request(2), { message: /drafted again since it was read/ });
  for (let n = 0; n < 10; n++) await request(1);
  await t.throwsAsync(request(1), { message: /10 requests for this scope are still open/ });
  await call('approve_scope', studio.id, id, 'Ada');
  await t.throwsAsync(request(1), { message: /approved already/ });
});
