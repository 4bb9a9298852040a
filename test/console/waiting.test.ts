import test from 'ava';
import { Browser } from '../support/browser.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;

/** An item of the home page's list: its link, and the rest of the row. */
interface Item {
  href: string;
  name: string;
  sub: string;
  total: string;
}

/** The home page of a workspace, its items in order, and a function that finds items by their link. */
async function waiting(workspaceId: string) {
  const { text } = await new Browser(w.baseUrl, await signIn(w, workspaceId)).get('/');
  const items: Item[] = [
    ...text.matchAll(
      /<li class="todo">[\s\S]*?<a href="([^"]*)">([\s\S]*?)<\/a>\s*<span class="sub">([\s\S]*?)<\/span><\/div>\s*<span class="number">(.*?)<\/span>/g,
    ),
  ].map(([, href, name, sub, total]) => ({ href: href!, name: name!, sub: sub!, total: total! }));
  return { text, items, to: (path: string) => items.filter(({ href }) => href.includes(path)) };
}

test('home lists drafts by programs, questions by clients and overdue invoices, each with a link', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Ada & <Co>' });
  const project = (name: string) => studio.project({ clientId: client.id, name });
  const [asked, scoped, crowded, unclear] = await Promise.all(
    ['Asked', 'Scoped', 'Crowded', 'Unclear'].map(project),
  );
  await studio.scope(scoped.id);
  const draft = await studio.invoice(scoped.id, { currency: 'JPY', amountCents: 1234 });
  const late = await studio.invoice(scoped.id, { dueDate: '2020-01-31' });
  await sql('select corkboard.send_invoice($1, $2)', studio.id, late.id);
  for (let i = 0; i < 3; i++) await studio.post(`/projects/${crowded.id}/revisions`, { description: 'More' });
  await studio.post(`/projects/${unclear.id}/revisions`, { description: 'Blue' });
  await sql(
    `update corkboard.revisions set classify = true, verdict = 'needs_question', verdict_reason = 'r', verdict_question = 'Which blue?' where project_id = $1`,
    unclear.id,
  );
  const [{ id: endpoint }] = await sql(
    `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret, disabled_at)
     values ($1, 'https://hooks.example.com/very-secret', '{client.created}', 'whsec_x', now()) returning id`,
    studio.id,
  );
  const { text, items, to } = await waiting(studio.id);
  t.like(to(late.id), [{ href: `/invoices/${late.id}`, total: '$100.00' }]);
  t.regex(to(late.id)[0]!.name, new RegExp(`^${late.number} is [\\d,]+ days overdue$`));
  t.is(to(late.id)[0]!.sub, 'Ada &amp; &lt;Co&gt; · Scoped');
  t.like(to(draft.id), [
    { href: `/invoices/${draft.id}`, name: `${draft.number} drafted by Test key`, total: '¥1,234' },
  ]);
  t.regex(to(draft.id)[0]!.sub, /^Ada &amp; &lt;Co&gt; · Scoped · assistant, via API · <time [^>]*>Today /);
  t.like(to('tab=scope'), [
    { href: `/projects/${scoped.id}?tab=scope`, name: 'Scope drafted by Test key awaits approval' },
  ]);
  t.deepEqual(
    to('tab=intake')
      .map(({ href }) => href)
      .sort(),
    [asked, crowded, unclear].map(({ id }) => `/projects/${id}?tab=intake`).sort(),
  );
  t.like(to(`${unclear.id}?tab=revisions`), [{ sub: '“Which blue?” · Unclear' }]);
  t.like(to(`${crowded.id}?tab=revisions`), [{ name: 'Crowded is over budget: revision round 3 of 2' }]);
  t.like(to(endpoint), [
    { href: `/settings/webhooks/${endpoint}`, name: 'Webhook hooks.example.com is off' },
  ]);
  const order = [late.id, draft.id, 'tab=scope', unclear.id, crowded.id, 'tab=intake', endpoint];
  const places = order.map(part => items.findIndex(({ href }) => href.includes(part)));
  t.deepEqual(places.slice(0, 3), [0, 1, 2], 'the most urgent items come first');
  t.is(places.at(-1), items.length - 1);
  t.notRegex(text, /very-secret|<Co>/);
});

test('finished, trashed and superseded records, and those of other workspaces, aren’t listed', async t => {
  const studio = await w.workspace();
  const other = await w.workspace();
  await other.invoice((await other.project()).id);
  const done = await studio.project();
  await studio.scope(done.id);
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, done.id);
  const invoice = await studio.invoice(done.id);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  await studio.post(`/projects/${done.id}/revisions`, { description: 'Blue' });
  await sql(
    `update corkboard.revisions set classify = true, verdict = 'needs_question', verdict_reason = 'r', verdict_question = 'q' where project_id = $1`,
    done.id,
  );
  await studio.post(`/projects/${done.id}/revisions`, { description: 'Light blue' });
  const gone = await studio.project();
  await studio.invoice(gone.id);
  await studio.scope(gone.id);
  await sql('select corkboard.trash_project($1, $2)', studio.id, gone.id);
  const { text, items } = await waiting(studio.id);
  t.deepEqual(items, []);
  t.regex(text, /all caught up/);
});

test('the newest ten drafts are listed, with a link to all', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  for (let i = 0; i < 12; i++) await studio.invoice(id);
  const { text, to } = await waiting(studio.id);
  const drafts = to('/invoices/');
  t.deepEqual([drafts.length, drafts[0]!.name], [10, 'INV-0012 drafted by Test key']);
  t.regex(text, /<a href="\/invoices\?status=DRAFT">See all drafts<\/a>/);
});

test('an estimate shows who drafted it', async t => {
  const studio = await w.workspace({ label: 'Claude' });
  await studio.invoice((await studio.project()).id, { kind: 'estimate' });
  const { items } = await waiting(studio.id);
  t.is(items.find(({ href }) => href.startsWith('/invoices/'))!.name, 'EST-0001 drafted by Claude');
});

test('a group without a list of its own says that more items appear later', async t => {
  const studio = await w.workspace();
  for (let i = 0; i < 11; i++) await studio.scope((await studio.project()).id);
  const { text, to } = await waiting(studio.id);
  t.is(to('tab=scope').length, 10);
  t.regex(text, /More items appear here/);
  t.notRegex(text, /See all/);
});

test('the owner sees a failing endpoint once a delivery has failed for the last time, or after an hour without a success', async t => {
  const studio = await w.workspace();
  const endpoint = async (host: string) => {
    const [{ id }] = await sql(
      `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
       values ($1, $2, '{client.created}', 'whsec_x') returning id`,
      studio.id,
      `https://${host}/`,
    );
    return id;
  };
  const setThrottle = (id: string, since: string) =>
    sql(`update corkboard.webhook_throttles set first_failed_at = $2 where id = $1`, id, since);
  const [never, hour, minutes] = [
    await endpoint('never.example'),
    await endpoint('hour.example'),
    await endpoint('minutes.example'),
  ];
  await endpoint('working.example');
  await sql('update corkboard.webhook_endpoints set failures_in_row = 1 where id = $1', never);
  await setThrottle(never, '2020-01-31T09:05:07Z');
  await setThrottle(hour, '2020-02-01T09:05:07Z');
  await setThrottle(minutes, new Date(Date.now() - 50 * 60_000).toISOString());
  const { items } = await waiting(studio.id);
  const time = (datetime: string, full: string, short: string) =>
    `<time datetime="${datetime}" title="${full} UTC">${short}</time>`;
  t.deepEqual(items, [
    {
      href: `/settings/webhooks/${hour}`,
      name: 'Webhook hour.example is failing',
      sub: `Failing since ${time('2020-02-01T09:05:07.000Z', 'February 1, 2020, 9:05:07 AM', 'Feb 1, 2020, 9:05:07 AM')}: no attempt has succeeded for an hour`,
      total: '',
    },
    {
      href: `/settings/webhooks/${never}`,
      name: 'Webhook never.example is failing',
      sub: `Failing since ${time('2020-01-31T09:05:07.000Z', 'January 31, 2020, 9:05:07 AM', 'Jan 31, 2020, 9:05:07 AM')}: 1 delivery failed`,
      total: '',
    },
  ]);
});

test('overdue invoices are listed before all others, the oldest first', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const [older, oldest] = [
    await studio.invoice(id, { dueDate: '2020-02-01' }),
    await studio.invoice(id, { dueDate: '2020-01-01' }),
  ];
  for (const one of [older, oldest]) await sql('select corkboard.send_invoice($1, $2)', studio.id, one.id);
  const { items } = await waiting(studio.id);
  t.deepEqual(
    items.slice(0, 2).map(({ href }) => href),
    [`/invoices/${oldest.id}`, `/invoices/${older.id}`],
  );
});
