import test from 'ava';
import { openSite } from '../support/buffers.ts';
import { world } from '../support/world.ts';

const w = world(test);

/** A workspace with 25 invoices of a project, and with 20,000 other active projects, all with drafted scopes and a round within budget. */
async function withProjects() {
  const studio = await w.workspace({ plan: 'studio' });
  const project = await studio.project();
  for (let n = 0; n < 25; n++) await studio.invoice(project.id);
  await w.db.query(
    `with made as (
       insert into corkboard.projects (workspace_id, client_id, name, status, created_via)
       select p.workspace_id, p.client_id, 'Project ' || n, 'active', 'app'
       from corkboard.projects p, generate_series(1, 20000) n where p.id = $1
       returning *),
     asked as (
       insert into corkboard.intakes (workspace_id, project_id, answers, submitted_at)
       select workspace_id, id, '{"What?":"A shop"}', now() from made)
     insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id)
     select workspace_id, 'app', 'Somebody', 'project.created', 'project', id from made`,
    [project.id],
  );
  await w.db.query(
    `insert into corkboard.scopes (workspace_id, project_id, version, currency)
     select workspace_id, id, 1, 'USD' from corkboard.projects where workspace_id = $1 and id <> $2`,
    [studio.id, project.id],
  );
  await w.db.query(
    `insert into corkboard.revisions (workspace_id, project_id, round_number, description, created_via)
     select workspace_id, id, 1, 'Calmer', 'app' from corkboard.projects where workspace_id = $1 and id <> $2`,
    [studio.id, project.id],
  );
  for (const table of ['audit_log', 'intakes', 'invoices', 'projects', 'revisions', 'scopes'])
    await w.db.query(`vacuum analyze corkboard.${table}`);
  return { studio, project, site: await openSite(w.databaseUrl, studio.id) };
}

test('pages read only what they show, and the home page only the projects that wait for a person, whatever else there is', async t => {
  const { studio, project, site } = await withProjects();
  for (const address of ['/invoices', `/projects/${project.id}?tab=invoices`]) {
    const [blocks] = await site.pageBuffers(address);
    t.true(blocks! < 200, `${address} looked into ${blocks} blocks`);
  }
  const [blocks] = await site.pageBuffers('/');
  t.true(blocks! < 700, `/ looked into ${blocks} blocks`);
  await w.db.query(
    `update corkboard.intakes set answers = '{"What?":"A shop"}', submitted_at = now() where project_id = $1`,
    [project.id],
  );
  for (let n = 1; n <= 3; n++)
    await studio.post(`/projects/${project.id}/revisions`, { description: 'Calmer' });
  const waiting = async () =>
    (
      await w.db.query(
        `select i.has_scope, s.rounds_used from corkboard.intakes i join corkboard.scopes s using (workspace_id, project_id)
          where i.project_id = $1`,
        [project.id],
      )
    ).rows[0];
  t.deepEqual(await waiting(), { has_scope: false, rounds_used: 3 });
  await studio.scope(project.id);
  t.deepEqual(await waiting(), { has_scope: true, rounds_used: 3 });
  await site.stop();
});
