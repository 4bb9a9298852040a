import test from 'ava';
import { exampleIds } from '../src/records/example.ts';
import { Browser } from './support/browser.ts';
import { call } from './support/call.ts';
import { document } from './support/contract.ts';
import { demo } from './support/demo.ts';
import { world } from './support/world.ts';

// The workspace of a first start.

const w = world(test);
let start: Awaited<ReturnType<typeof demo>>;
test.before(async () => {
  start = await demo(w);
});

const { sql } = w;
const { serial } = test;

serial(
  'the demo workspace says so on its home page, with an item of every kind but failed emails',
  async t => {
    const browser = new Browser(w.baseUrl);
    await browser.press(await browser.get(start.signIn), 'Sign in');
    const { text } = await browser.get('/');
    const items = [...text.matchAll(/<li class="todo">[\s\S]*?<a href="[^"]*">(.*?)<\/a>/g)].map(
      ([, name]) => name,
    );
    t.deepEqual(items, [
      'INV-0003 is 10 days overdue',
      'Payment 2 of the scope of Spring catalogue is due',
      'Estimate EST-0002 isn’t invoiced yet',
      'INV-0004 drafted by Claude',
      'EST-0001 drafted by Demo key',
      'Scope drafted by Claude awaits approval',
      'Mira Holm sent an inquiry',
      'Ask Harbour Bakery before you start',
      'Website and online shop is over budget: revision round 3 of 2',
      'Museum of Rivers answered the intake',
      'Webhook hooks.example.com is off',
    ]);
    t.true(text.includes('This is a demo workspace.'));
    t.regex(
      text,
      /INV-0004 drafted by Claude<\/a>\s*<span class="sub">.* · <bdi>assistant, via MCP<\/bdi> · /,
    );
  },
);

serial('the demo has every verdict, every outcome of a delivery, and three drafts of a scope', async t => {
  t.deepEqual(
    await sql(
      `select array(select distinct verdict from corkboard.revisions order by 1) as verdicts,
              array(select status || ' ' || count(*) from corkboard.webhook_deliveries group by status order by 1) as deliveries,
              array(select drafted_by from corkboard.scope_versions where project_id = $1 order by version) as drafts`,
      exampleIds.projectId,
    ),
    [
      {
        verdicts: ['in_scope', 'needs_question', 'new_work'],
        deliveries: ['failed 1', 'missed 1', 'succeeded 4'],
        drafts: ['Demo key', 'Demo key', 'Claude'],
      },
    ],
  );
});

serial('the demo workspace has a paid invoice and one that was paid in part', async t => {
  t.deepEqual(
    await sql(`
      select i.number, i.status, y.amount_cents::integer as cents,
             y.paid_on between (i.sent_at at time zone w.time_zone)::date
               and (y.recorded_at at time zone w.time_zone)::date as dated
        from corkboard.payments y join corkboard.invoices i on i.id = y.invoice_id
        join corkboard.workspaces w on w.id = y.workspace_id order by 1`),
    [
      { number: 'INV-0001', status: 'PAID', cents: 180_000, dated: true },
      { number: 'INV-0003', status: 'SENT', cents: 250_000, dated: true },
    ],
  );
});

serial('nothing of the demo workspace is ever sent', async t => {
  t.deepEqual(await sql(`select 1 from corkboard.webhook_endpoints where disabled_at is null`), []);
  // Files of documents are made, and stay.
  t.deepEqual(
    await sql(`select task_identifier from graphile_worker.jobs where task_identifier <> 'render_document'`),
    [],
  );
});

serial(
  'the demo workspace’s times are in order and not in the future, and its work was logged on its days',
  async t => {
    t.deepEqual(
      await sql(`
      select i.number from corkboard.invoices i join corkboard.projects p on p.id = i.project_id
       where not (p.created_at < i.created_at and i.created_at <= coalesce(i.sent_at, i.created_at)
         and coalesce(i.sent_at <= least(i.viewed_at, i.paid_at, i.overdue_detected_at), true) and i.created_at < now())`),
      [],
    );
    t.deepEqual(
      await sql(`
      select a.number from corkboard.webhook_attempts a join corkboard.webhook_deliveries d on d.id = a.delivery_id
       where a.attempted_at < d.created_at or a.attempted_at > now() or d.settled_at < d.created_at
          or (d.data ->> 'loggedAt')::timestamptz > d.created_at`),
      [],
    );
    const attempts = await sql(`
    select a.number, a.attempted_at - lag(a.attempted_at) over (order by a.number) >= (corkboard.retry_delays())[a.number - 1] as waited
      from corkboard.webhook_attempts a join corkboard.webhook_deliveries d on d.id = a.delivery_id
     where d.status = 'failed' order by 1`);
    t.is(attempts.length, 7);
    t.true(attempts.slice(1).every(({ waited }) => waited));
    const [{ entries, days, misdated }] = await sql(
      `select count(*)::integer as entries, count(distinct date)::integer as days,
            (count(*) filter (where date <> (t.created_at at time zone w.time_zone)::date))::integer as misdated
       from corkboard.time_entries t join corkboard.workspaces w on w.id = t.workspace_id`,
    );
    t.true(entries > days && days > 1, `${entries} entries on ${days} days`);
    t.is(misdated, 0);
  },
);

// After the others, because it adds records.
test('the example of every body works on the demo workspace, however often it is sent', async t => {
  const { key } = start;
  for (const [path, { get, post }] of Object.entries<any>(document.paths)) {
    const { example: id } =
      (post ?? get).parameters.find(({ name }: { name: string }) => name === 'id') ?? {};
    const target = path.replace('{id}', id);
    if (get) t.is((await call(w.baseUrl, { method: 'GET', path: target, key })).status, 200, target);
    if (!post) continue;
    const { example } = post.requestBody.content['application/json'];
    for (let i = 0; i < 2; i++) {
      const { status, text } = await call(w.baseUrl, { method: 'POST', path: target, key, body: example });
      t.is(status, 201, `${target} ${text}`);
    }
  }
});
