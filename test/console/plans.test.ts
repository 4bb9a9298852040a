import test from 'ava';
import { openSite } from '../support/buffers.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;

/** Adds 5,000 active projects to a project's client, all with drafted scopes and a round within budget. */
async function addProjects(workspaceId: string, clientId: string) {
  const made = `corkboard.projects where workspace_id = $1 and name like 'Project %'`;
  await sql(
    `insert into corkboard.projects (workspace_id, client_id, name, status, created_via)
     select $1, $2, 'Project ' || n, 'active', 'app' from generate_series(1, 5000) n`,
    workspaceId,
    clientId,
  );
  for (const rows of [
    `intakes (workspace_id, project_id, answers, submitted_at) select $1, id, '{"What?":"A shop"}', now()`,
    `audit_log (workspace_id, via, actor, action, record_type, record_id) select $1, 'app', 'Somebody', 'project.created', 'project', id`,
    `scopes (workspace_id, project_id, version, currency) select $1, id, 1, 'USD'`,
    `revisions (workspace_id, project_id, round_number, description, created_via) select $1, id, 1, 'Calmer', 'app'`,
  ])
    await sql(`insert into corkboard.${rows} from ${made}`, workspaceId);
  for (const table of ['audit_log', 'intakes', 'invoices', 'projects', 'revisions', 'scopes'])
    await sql(`vacuum analyze corkboard.${table}`);
}

test('pages read only what they show, and the home page only the projects that wait for a person, whatever else there is', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const project = await studio.project();
  for (let n = 0; n < 25; n++) await studio.invoice(project.id);
  await addProjects(studio.id, project.clientId);
  const site = await openSite(w.databaseUrl, studio.id);
  for (const [address, most] of [
    ['/invoices', 100],
    [`/projects/${project.id}?tab=invoices`, 100],
    ['/', 300],
  ] as const) {
    const [blocks] = await site.pageBuffers(address);
    t.true(blocks! < most, `${address} looked into ${blocks} blocks`);
  }
  await site.stop();
});
