import test from 'ava';
import { sqlFiles, sqlFolder } from '../../src/database/sqlFolder.ts';
import { nilId } from '../../src/vocabulary/id.ts';
import { world } from '../support/world.ts';

// Enough to change the same rows at once.
const w = world(test, { connections: 4 });

/** The stored counts that differ from the counted rows. */
const drift = `
  with kept as (
    select 'clients' as list, workspace_id, '' as a, '' as b, '' as c, '' as d, clients::numeric as n, 0::numeric as cents from corkboard.client_counts
    union all select 'projects', workspace_id, status, stage, '', '', projects, 0 from corkboard.project_counts
    union all select 'invoices', workspace_id, kind, status, '', '', invoices, 0 from corkboard.invoice_counts
    union all select 'sums', workspace_id, project_id::text, kind, status, currency, invoices, total_cents from corkboard.project_invoice_sums
    union all select 'part paid', workspace_id, project_id::text, kind, status, currency, 0, part_paid_cents from corkboard.project_invoice_sums
    union all select 'credited', workspace_id, project_id::text, kind, status, currency, 0, credited_cents from corkboard.project_invoice_sums
    union all select 'project weeks', workspace_id, project_id::text, week::text, '', '', entries, minutes from corkboard.project_weeks
    union all select 'billable project weeks', workspace_id, project_id::text, week::text, '', '', billable_entries, billable_minutes from corkboard.project_weeks
    union all select 'billed project weeks', workspace_id, project_id::text, week::text, '', '', billed_entries, billed_minutes from corkboard.project_weeks
    union all select 'weeks', workspace_id, timekeeper_id::text, week::text, '', '', entries, minutes from corkboard.timekeeper_weeks
    union all select 'billable weeks', workspace_id, timekeeper_id::text, week::text, '', '', billable_entries, billable_minutes from corkboard.timekeeper_weeks
    union all select 'billed weeks', workspace_id, timekeeper_id::text, week::text, '', '', billed_entries, billed_minutes from corkboard.timekeeper_weeks
    union all select 'clients of invoices', workspace_id, id::text, client_id::text, concat(sent_on), concat(voided_on), 1, 0 from corkboard.invoices
    union all select 'clients of payments', workspace_id, id::text, client_id::text, '', '', 1, 0 from corkboard.payments
    union all select 'late fees', workspace_id, invoice_id::text, '', '', '', 0, sum(amount_cents) from corkboard.late_fee_changes group by 1, 2, 3
    union all select 'taxes', workspace_id, source_id::text, basis || type, concat(tax_rate_bps), day::text, tax_cents, net_cents from corkboard.tax_entries
  ), logged as (
    select t.workspace_id, corkboard.week_of(t.date)::text as week, t.project_id::text as project_id, t.billable, t.minutes,
           t.timekeeper_id::text as timekeeper_id,
           exists (select 1 from corkboard.billed_time b where b.workspace_id = t.workspace_id and b.time_entry_id = t.id) as billed
      from corkboard.time_entries t
  ), counted as (
    select 'clients' as list, workspace_id, '' as a, '' as b, '' as c, '' as d, count(*)::numeric as n, 0::numeric as cents
      from corkboard.clients where trashed_at is null group by workspace_id
    union all select 'projects', workspace_id, status, stage, '', '', count(*), 0 from corkboard.projects where trashed_at is null group by 1, 2, 3, 4
    union all select 'invoices', workspace_id, kind, status, '', '', count(*), 0 from corkboard.invoices group by 1, 2, 3, 4
    union all select 'sums', workspace_id, project_id::text, kind, status, currency, count(*), sum(total_cents) from corkboard.invoices group by 1, 2, 3, 4, 5, 6
    union all select 'part paid', workspace_id, project_id::text, kind, status, currency, 0, sum(part_paid_cents) from corkboard.invoices
      where part_paid_cents > 0 group by 1, 2, 3, 4, 5, 6
    union all select 'credited', workspace_id, project_id::text, kind, status, currency, 0, sum(credited_cents - balance_cents) from corkboard.invoices
      group by 1, 2, 3, 4, 5, 6 having sum(credited_cents - balance_cents) <> 0
    union all select 'project weeks', workspace_id, project_id, week, '', '', count(*), sum(minutes) from logged group by 1, 2, 3, 4
    union all select 'billable project weeks', workspace_id, project_id, week, '', '', count(*), sum(minutes) from logged where billable group by 1, 2, 3, 4
    union all select 'billed project weeks', workspace_id, project_id, week, '', '', count(*), sum(minutes) from logged where billable and billed group by 1, 2, 3, 4
    union all select 'weeks', workspace_id, timekeeper_id, week, '', '', count(*), sum(minutes) from logged group by 1, 2, 3, 4
    union all select 'billable weeks', workspace_id, timekeeper_id, week, '', '', count(*), sum(minutes) from logged where billable group by 1, 2, 3, 4
    union all select 'billed weeks', workspace_id, timekeeper_id, week, '', '', count(*), sum(minutes) from logged where billable and billed group by 1, 2, 3, 4
    union all select 'clients of invoices', i.workspace_id, i.id::text, p.client_id::text, concat((i.sent_at at time zone 'UTC')::date),
                     concat((i.voided_at at time zone 'UTC')::date), 1, 0
      from corkboard.invoices i join corkboard.projects p on p.id = i.project_id
    union all select 'clients of payments', y.workspace_id, y.id::text, p.client_id::text, '', '', 1, 0
      from corkboard.payments y join corkboard.invoices i on i.id = y.invoice_id join corkboard.projects p on p.id = i.project_id
    union all select 'late fees', workspace_id, id::text, '', '', '', 0, late_fee_cents from corkboard.invoices where late_fee_cents <> 0
    union all select 'taxes', i.workspace_id, t.source_id::text, t.basis || t.type, concat(t.tax_rate_bps), t.day::text, t.tax_cents, t.net_cents
      from corkboard.invoices i cross join lateral corkboard.invoice_tax_entries(i.workspace_id, i.id) t where (t.net_cents, t.tax_cents) <> (0, 0)
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
  const { rows: logged } = await w.db.query(
    `insert into corkboard.time_entries (workspace_id, project_id, timekeeper_id, date, minutes, billable, created_via)
     select $1, $2, $1, date '2026-01-01' + n, 10 + n, n % 4 > 0, 'app' from generate_series(1, 40) n returning id`,
    [studio.id, projects[1].id],
  );
  const act = (call: string, ...values: unknown[]) =>
    w.db.query(`select corkboard.${call}`, [studio.id, ...values]).catch(error => {
      if (error.code !== 'ZC001') throw error;
    });
  /** As invoice_time does: with the workspace locked. An entry that is gone by then isn't billed. */
  const bill = (entry: string, invoice: string) =>
    w.db.query(
      `select corkboard.lock_workspace('${studio.id}');
       insert into corkboard.billed_time (workspace_id, time_entry_id, invoice_id, line_id)
       select t.workspace_id, t.id, '${invoice}', t.id from corkboard.time_entries t where t.id = '${entry}'`,
    );
  await Promise.all([
    ...invoices.map(({ id }, i) => (i % 7 ? act('send_invoice($1, $2)', id) : null)),
    ...invoices.map(({ id }, i) => (i % 3 ? null : act('void_invoice($1, $2)', id))),
    ...logged.map(({ id }, i) =>
      i % 5
        ? act('change_time_entry($1, $2, $3)', id, { minutes: 30, date: '2026-02-02', billable: i % 2 === 0 })
        : act('delete_time_entry($1, $2)', id),
    ),
    ...logged.map(({ id }, i) => (i % 3 ? null : bill(id, invoices[1].id))),
    ...projects.map(({ id }, i) =>
      act('change_project($1, $2, $3)', id, { status: i % 2 ? 'paused' : 'active', stage: 'paid' }),
    ),
  ]);
  // Each is paid in parts of what is due, of which some are removed again, or wholly.
  await Promise.all([
    ...invoices.flatMap(({ id }, i) => [
      act('record_payment($1, $2, $3)', id, 1 + Math.floor(Math.random() * 4_000)),
      act('record_payment($1, $2, $3)', id, 1 + Math.floor(Math.random() * 4_000)),
      i % 2 ? act('record_payment($1, $2)', id) : act('set_late_fee($1, $2, 500)', id),
    ]),
    ...invoices.map(({ id }, i) =>
      i % 4 ? act('credit_invoice($1, $2, null, null, $3, 0)', id, 1 + i * 90) : null,
    ),
    act('trash_project($1, $2)', projects[0].id),
    act('free_billed_time($1, $2)', invoices[1].id),
    ...logged.map(({ id }, i) => (i % 5 === 1 ? bill(id, invoices[2].id).catch(() => {}) : null)),
  ]);
  const { rows: payments } = await w.db.query('select id from corkboard.payments where workspace_id = $1', [
    studio.id,
  ]);
  await Promise.all(payments.map(({ id }, i) => (i % 3 ? null : act('remove_payment($1, $2)', id))));
  await Promise.all(invoices.map(({ id }, i) => (i % 4 === 1 ? act('refund_invoice($1, $2)', id) : null)));
  const partly = 'select 1 from corkboard.invoices where workspace_id = $1 and part_paid_cents > 0';
  t.true((await w.db.query(partly, [studio.id])).rows.length > 0);
  await act('trash_client($1, $2)', client.id);
  t.deepEqual((await w.db.query(drift)).rows, []);
  // As a release enters the taxes of what was there before: in one transaction, because the other test looks as well.
  const [fill] = sqlFiles('fills', sqlFolder).filter(({ path }) => path.includes('tax_entries'));
  await w.db.query(
    `delete from corkboard.tax_entries where workspace_id = '${studio.id}';
     ${fill!.text.replaceAll('$1', `'${studio.id}'`).replaceAll('$2', `'${nilId}'`)}`,
  );
  t.deepEqual((await w.db.query(drift)).rows, []);
});

test('counts stay exact when a DBA changes many rows by hand', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const run = (text: string) => w.db.query(text, [studio.id]);
  await run(`insert into corkboard.clients (workspace_id, name, created_via, trashed_at)
    select $1, 'Client ' || n, 'app', case when n % 10 = 0 then now() end from generate_series(1, 500) n`);
  await w.db.query(
    `insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, currency, subtotal_cents, tax_rate_bps, tax_inclusive, tax_cents, status, sent_at, due_date, created_via)
     select $1, $2, p.client_id, 'invoice', n, 'INV-' || n, 'USD', n, 0, false, 0, case when n % 2 = 0 then 'SENT' else 'DRAFT' end, now(), date '2026-01-01' + n % 10, 'app'
     from corkboard.projects p, generate_series(1, 500) n where p.workspace_id = $1 and p.id = $2`,
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
    `insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, currency, subtotal_cents, tax_rate_bps, tax_inclusive, tax_cents, part_paid_cents, status, sent_at, due_date, created_via)
     select workspace_id, project_id, client_id, kind, sequence + 1000, number || '-2', currency, 9, 0, false, 0, part_paid_cents % 9, status, sent_at, due_date, 'app'
       from corkboard.invoices where workspace_id = $1 and status = 'SENT'`,
  );
  await w.db.query(
    `insert into corkboard.time_entries (workspace_id, project_id, timekeeper_id, date, minutes, billable, created_via)
     select $1, $2, $1, date '2026-01-01' + n % 50, 1 + n % 90, n % 3 > 0, 'app' from generate_series(1, 200) n`,
    [studio.id, id],
  );
  await run(
    `insert into corkboard.billed_time (workspace_id, time_entry_id, invoice_id, line_id)
     select t.workspace_id, t.id, i.id, i.id from corkboard.time_entries t join corkboard.invoices i using (workspace_id)
      where workspace_id = $1 and t.minutes % 2 = 0 and i.sequence = 1`,
  );
  await run(
    `update corkboard.time_entries set minutes = minutes + 1, timekeeper_id = gen_random_uuid(), billable = minutes % 4 > 0
      where workspace_id = $1 and minutes % 5 > 0`,
  );
  await run(`delete from corkboard.billed_time b using corkboard.time_entries t
    where t.workspace_id = $1 and b.workspace_id = $1 and t.id = b.time_entry_id and t.minutes % 3 = 0`);
  await run(
    `update corkboard.clients set trashed_at = null where workspace_id = $1 and trashed_at is not null`,
  );
  await run(`delete from corkboard.invoices where workspace_id = $1 and sequence % 5 = 0`);
  await run(`delete from corkboard.time_entries t where workspace_id = $1 and date < '2026-01-20'
    and not exists (select 1 from corkboard.billed_time b where b.workspace_id = $1 and b.time_entry_id = t.id)`);
  await run(`delete from corkboard.clients where workspace_id = $1 and name like 'Client 1%'`);
  t.deepEqual((await w.db.query(drift)).rows, []);
  t.is((await studio.get('/clients')).body.page.total, 501 - 111);
});
