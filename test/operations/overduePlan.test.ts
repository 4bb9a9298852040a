import test from 'ava';
import { call } from '../support/call.ts';
import { consoleWith, type Sent } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);

/** A step of a plan, as PostgreSQL describes it. */
interface Step {
  'Actual Loops': number;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Subplan Name'?: string;
  Filter?: string;
  Plans?: Step[];
}

const stepsOf = (plan: Step): Step[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
const onlyOnce = (step: Step) => step['Actual Loops'] <= 1;

test('among 25,000 invoices the overdue ones are found by an index, and the day is computed once', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  const other = await studio.project();
  // One in a hundred is overdue, and those are old: without the index, the list would read all newer invoices.
  // Their counts don't matter here, so no trigger keeps them.
  await w.sql(
    `set session_replication_role = replica;
     insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, status, currency,
       subtotal_cents, tax_rate_bps, tax_inclusive, tax_cents, due_date, created_via, sent_at, created_at)
     select '${studio.id}', case when n % 2 = 0 then '${project.id}'::uuid else '${other.id}' end,
       case when n % 2 = 0 then '${project.clientId}'::uuid else '${other.clientId}' end, 'invoice', n, 'INV-' || n,
       'SENT', 'USD', 100, 0, false, 0,
       corkboard.utc_today() + case when n <= 250 then -30 else 30 end, 'app', now(), now() + n * interval '1 ms'
     from generate_series(1, 25000) n;
     reset session_replication_role`,
  );
  await w.sql(`update corkboard.workspaces set time_zone = 'Asia/Kathmandu' where id = $1`, studio.id);
  for (const table of ['invoices', 'workspaces']) await w.sql(`vacuum analyze corkboard.${table}`);
  const service = await w.service.connect();
  t.teardown(() => service.release());
  await service.query('set plan_cache_mode = force_generic_plan');
  const site = await consoleWith(w);
  t.teardown(site.stop);
  for (const [name, filter] of [
    ['all', ''],
    ['of a project', `&project_id=${project.id}`],
  ] as const) {
    const request = { method: 'GET', path: `/invoices?overdue=true${filter}`, key: studio.key };
    const [{ text, values }] = (await site.sent(() => call(site.baseUrl, request))) as [Sent];
    const explain = `explain (analyze, buffers, format json) ${text}`;
    // The second time, the catalogs are cached.
    await service.query({ name, text: explain, values });
    const { rows } = await service.query({ name, text: explain, values });
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    const steps = stepsOf(plan);
    // A condition that called the function directly would call it for each row.
    t.false(
      steps.some(({ Filter = '', 'Index Cond': found = '' }) => (Filter + found).includes('workspace_today')),
    );
    t.true(steps.filter(step => step['Subplan Name']?.startsWith('InitPlan')).every(onlyOnce));
    if (filter !== '') continue;
    const list = steps.find(step => step['Index Name'] === 'invoices_awaiting_payment');
    t.regex(list?.['Index Cond'] ?? '', /due_date < /);
    const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    t.true(blocks < 500, `looked into ${blocks} blocks`);
  }
});
