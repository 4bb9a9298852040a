import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

/** The stored counts that differ from the counted rows. */
const drift = `
  with kept as (
    select 'clients' as list, workspace_id, '' as a, '' as b, '' as c, '' as d, clients::numeric as n, 0::numeric as cents from corkboard.client_counts
    union all select 'projects', workspace_id, status, stage, '', '', projects, 0 from corkboard.project_counts
    union all select 'invoices', workspace_id, kind, status, '', '', invoices, 0 from corkboard.invoice_counts
    union all select 'due', workspace_id, due_date::text, '', '', '', invoices, 0 from corkboard.invoice_due_counts
    union all select 'sums', workspace_id, project_id::text, kind, status, currency, invoices, total_cents from corkboard.project_invoice_sums
    union all select 'part paid', workspace_id, project_id::text, kind, status, currency, 0, part_paid_cents from corkboard.project_invoice_sums
    union all select 'due part paid', workspace_id, due_date::text, currency, '', '', 0, part_paid_cents from corkboard.invoice_due_part_paid
  ), counted as (
    select 'clients' as list, workspace_id, '' as a, '' as b, '' as c, '' as d, count(*)::numeric as n, 0::numeric as cents
      from corkboard.clients where trashed_at is null group by workspace_id
    union all select 'projects', workspace_id, status, stage, '', '', count(*), 0 from corkboard.projects where trashed_at is null group by 1, 2, 3, 4
    union all select 'invoices', workspace_id, kind, status, '', '', count(*), 0 from corkboard.invoices group by 1, 2, 3, 4
    union all select 'due', workspace_id, due_date::text, '', '', '', count(*), 0 from corkboard.invoices
      where kind = 'invoice' and status = 'SENT' and due_date is not null group by 1, 2, 3
    union all select 'sums', workspace_id, project_id::text, kind, status, currency, count(*), sum(total_cents) from corkboard.invoices group by 1, 2, 3, 4, 5, 6
    union all select 'part paid', workspace_id, project_id::text, kind, status, currency, 0, sum(part_paid_cents) from corkboard.invoices
      where part_paid_cents > 0 group by 1, 2, 3, 4, 5, 6
    union all select 'due part paid', workspace_id, due_date::text, currency, '', '', 0, sum(part_paid_cents) from corkboard.invoices
      where part_paid_cents > 0 and due_date is not null group by 1, 2, 3, 4
  )
  select * from (select * from kept where n <> 0 or cents <> 0) k full join counted c using (list, workspace_id, a, b, c, d)
  where (k.n, k.cents) is distinct from (c.n, c.cents)`;

test('counts stay exact under all concurrent changes of a workspace', async t => {
  const studio = await w.workspace();
  const client = await studio.client();
  const projects = await Promise.all(
    Array.from({ length: 6 }, () => studio.project({ clientId: client.id })),
  );
  const invoices = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      studio.invoice(projects[i % 6].id, {
        kind: i % 5 ? 'invoice' : 'estimate',
        dueDate: `2026-01-0${(i % 9) + 1}`,
        currency: i % 2 ? 'EUR' : 'USD',
      }),
    ),
  );
  const act = (call: string, ...values: unknown[]) =>
    w.db.query(`select corkboard.${call}`, [studio.id, ...values]).catch(error => {
      if (error.code !== 'ZC001') throw error;
    });
  await Promise.all([
    ...invoices.map(({ id }, i) => (i % 7 ? act('send_invoice($1, $2)', id) : null)),
    ...invoices.map(({ id }, i) => (i % 3 ? null : act('void_invoice($1, $2)', id))),
    ...projects.map(({ id }, i) =>
      act('change_project($1, $2, $3)', id, { status: i % 2 ? 'paused' : 'active', stage: 'paid' }),
    ),
  ]);
  // Each is paid in parts of what is due, of which some are removed again, or wholly.
  await Promise.all([
    ...invoices.flatMap(({ id }, i) => [
      act('record_payment($1, $2, $3)', id, 1 + Math.floor(Math.random() * 4_000)),
      act('record_payment($1, $2, $3)', id, 1 + Math.floor(Math.random() * 4_000)),
      i % 2 ? act('pay_invoice($1, $2)', id) : act('set_late_fee($1, $2, 500)', id),
    ]),
    act('trash_project($1, $2)', projects[0].id),
  ]);
  const { rows: payments } = await w.db.query('select id from corkboard.payments where workspace_id = $1', [
    studio.id,
  ]);
  await Promise.all(payments.map(({ id }, i) => (i % 3 ? null : act('remove_payment($1, $2)', id))));
  const partly = 'select 1 from corkboard.invoices where workspace_id = $1 and part_paid_cents > 0';
  t.true((await w.db.query(partly, [studio.id])).rows.length > 0);
  await act('trash_client($1, $2)', client.id);
  t.deepEqual((await w.db.query(drift)).rows, []);
});

test('counts stay exact when a DBA changes many rows by hand', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const run = (text: string) => w.db.query(text, [studio.id]);
  await run(`insert into corkboard.clients (workspace_id, name, created_via, trashed_at)
    select $1, 'Client ' || n, 'app', case when n % 10 = 0 then now() end from generate_series(1, 500) n`);
  await w.db.query(
    `insert into corkboard.invoices (workspace_id, project_id, kind, sequence, currency, subtotal_cents, tax_rate_bps, tax_inclusive, tax_cents, status, sent_at, due_date, created_via)
     select $1, $2, 'invoice', n, 'USD', n, 0, false, 0, case when n % 2 = 0 then 'SENT' else 'DRAFT' end, now(), date '2026-01-01' + n % 10, 'app'
     from generate_series(1, 500) n`,
    [studio.id, id],
  );
  const pay = (part: string, of: string) =>
    run(`update corkboard.invoices set part_paid_cents = ${part}
          where workspace_id = $1 and status = 'SENT' and total_cents > 1 and ${of}`);
  await pay('1 + (total_cents - 1) * random() / 2', 'random() < 0.5');
  await run(
    `update corkboard.invoices set due_date = due_date + 1, currency = case when sequence % 4 = 0 then 'EUR' else 'USD' end
      where workspace_id = $1 and sequence % 3 = 0`,
  );
  await pay('greatest(1, part_paid_cents - 1)', 'random() < 0.3');
  await pay('0', 'random() < 0.2');
  await run(
    `update corkboard.invoices set status = 'PAID', paid_at = now(), part_paid_cents = 0
      where workspace_id = $1 and status = 'SENT' and sequence % 7 = 0`,
  );
  await run(
    `insert into corkboard.invoices (workspace_id, project_id, kind, sequence, currency, subtotal_cents, tax_rate_bps, tax_inclusive, tax_cents, part_paid_cents, status, sent_at, due_date, created_via)
     select workspace_id, project_id, kind, sequence + 1000, currency, 9, 0, false, 0, part_paid_cents % 9, status, sent_at, due_date, 'app'
       from corkboard.invoices where workspace_id = $1 and status = 'SENT'`,
  );
  await run(
    `update corkboard.clients set trashed_at = null where workspace_id = $1 and trashed_at is not null`,
  );
  await run(`delete from corkboard.invoices where workspace_id = $1 and sequence % 5 = 0`);
  await run(`delete from corkboard.clients where workspace_id = $1 and name like 'Client 1%'`);
  t.deepEqual((await w.db.query(drift)).rows, []);
  t.is((await studio.get('/clients')).body.page.total, 501 - 111);
});
