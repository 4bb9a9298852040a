import test from 'ava';
import type { QuerySqlToken } from 'slonik';
import { pages } from '../../src/console/routing/pages.ts';
import { batchReads } from '../../src/console/sessions/batchReads.ts';
import { authenticatePerson } from '../../src/console/sessions/person.ts';
import { queryConfig } from '../../src/database/statement.ts';
import { TenantCache } from '../../src/database/tenantCache.ts';
import { type Person, signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);

/** The statement by which a page is read. */
async function statementOf({ token }: Person, path: string, params: Record<string, string>, query: string) {
  const page = pages.find(page => page.path === path)!;
  let sent: QuerySqlToken;
  const maybeOne = async (query: typeof sent) => {
    sent = query;
    return null;
  };
  const resources = { database: { for: () => ({ maybeOne }), tenants: new TenantCache() } };
  const reads = page.reads({ params, search: new URLSearchParams(query) });
  await authenticatePerson(resources as any, { access: {} } as any, token, batchReads(reads));
  return queryConfig(sent!);
}

test('pages of invoices read only what they show, whatever else the workspace has', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  for (let n = 0; n < 25; n++) await studio.invoice(project.id);
  await w.db.query(
    `with made as (
       insert into corkboard.projects (workspace_id, client_id, name, status, created_via)
       select p.workspace_id, p.client_id, 'Project ' || n, 'completed', 'app'
       from corkboard.projects p, generate_series(1, 20000) n where p.id = $1
       returning *),
     scoped as (insert into corkboard.scopes (workspace_id, project_id) select workspace_id, id from made),
     asked as (insert into corkboard.intakes (workspace_id, project_id) select workspace_id, id from made)
     insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id)
     select workspace_id, 'app', 'Somebody', 'project.created', 'project', id from made`,
    [project.id],
  );
  for (const table of ['audit_log', 'intakes', 'invoices', 'projects', 'scopes'])
    await w.db.query(`vacuum analyze corkboard.${table}`);
  const person = await signIn(w, studio.id);
  const service = await w.service.connect();
  t.teardown(() => service.release());
  await service.query('set plan_cache_mode = force_generic_plan');
  for (const [path, params, query] of [
    ['/invoices', {}, ''],
    ['/projects/:id', { id: project.id }, 'tab=invoices'],
  ] as const) {
    const { text, values } = await statementOf(person, path, params, query);
    const name = `page ${path}`;
    // The second time nothing has to be read about the tables themselves.
    let blocks = 0;
    for (let n = 0; n < 2; n++) {
      const { rows } = await service.query({
        name,
        text: `explain (analyze, buffers, format json) ${text}`,
        values,
      });
      const { Plan: plan } = rows[0]['QUERY PLAN'][0];
      blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    }
    t.true(blocks < 200, `${path} looked into ${blocks} blocks`);
  }
});
