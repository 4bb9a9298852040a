import test from 'ava';
import { authenticate } from '../../src/admission/authenticate.ts';
import type { QuerySqlToken } from '../../src/database/sql.ts';
import { queryConfig } from '../../src/database/statement.ts';
import { TenantCache } from '../../src/database/tenantCache.ts';
import { listInvoices } from '../../src/operations/listInvoices.ts';
import { world } from '../support/world.ts';

const w = world(test);

/** The statement that reads a list of overdue invoices, and its values. */
async function statementOf(key: string, input: object) {
  let sent: QuerySqlToken;
  const one = async (query: typeof sent) => {
    sent = query;
    return { workspace_id: null };
  };
  const database = { for: () => ({ one }), tenants: new TenantCache() };
  const read = listInvoices.sqlCall({ page: 1, per_page: 25, overdue: true, ...input } as any);
  // The statement returns no workspace, so the key is rejected, but the statement was recorded.
  const request = { key, kind: 'read', scope: 'read', read, deadline: {} as any } as const;
  await authenticate(database as any, request).catch(() => {});
  return queryConfig(sent!);
}

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
     insert into corkboard.invoices (workspace_id, project_id, kind, sequence, status, currency, subtotal_cents,
       tax_rate_bps, tax_inclusive, tax_cents, due_date, created_via, sent_at, created_at)
     select '${studio.id}', case when n % 2 = 0 then '${project.id}'::uuid else '${other.id}' end, 'invoice', n,
       'SENT', 'USD', 100, 0, false, 0,
       corkboard.utc_today() + case when n <= 250 then -30 else 30 end, 'app', now(), now() + n * interval '1 ms'
     from generate_series(1, 25000) n;
     reset session_replication_role`,
  );
  await w.sql(`update corkboard.workspaces set time_zone = 'Asia/Kathmandu' where id = $1`, studio.id);
  for (const table of ['invoices', 'invoice_due_counts', 'workspaces'])
    await w.sql(`vacuum analyze corkboard.${table}`);
  const service = await w.service.connect();
  t.teardown(() => service.release());
  await service.query('set plan_cache_mode = force_generic_plan');
  for (const input of [{}, { project_id: project.id }]) {
    const { text, values } = await statementOf(studio.key, input);
    const name = `list ${Object.keys(input)}`;
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
    if ('project_id' in input) continue;
    const list = steps.find(step => step['Index Name'] === 'invoices_awaiting_payment');
    t.regex(list?.['Index Cond'] ?? '', /due_date < /);
    const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    t.true(blocks < 500, `looked into ${blocks} blocks`);
  }
});
