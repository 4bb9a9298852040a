import type pg from 'pg';

/**
 * What clients, projects and invoices have behind them after years of work, as much of each kind as `count`, in a
 * workspace that has as many of those three: who did what, drafts of scopes, intakes, time, notes, rounds, endpoints.
 * Few of them wait for a person, and those take longest to find. `ofOneProject`: how much of it the busy project has.
 */
export async function addHistory(
  client: pg.Client,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  count: number,
  ofOneProject = 1_000,
): Promise<void> {
  await client.query('select setseed(0.5)');
  for (const statement of ofWorkspace) await client.query(statement, [workspaceId]);
  for (const statement of ofProjects)
    await client.query(statement, [workspaceId, count, projectId, ofOneProject]);
  // The intakes were added after their scopes, as only a seed does.
  await client.query(
    `update corkboard.intakes i set has_scope = true from corkboard.scopes s
      where i.workspace_id = $1 and s.workspace_id = $1 and s.project_id = i.project_id and s.version > 0`,
    [workspaceId],
  );
  for (const [table, action, type] of made) {
    await client.query(
      `insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id)
       select workspace_id, 'api', 'Bookkeeping', $2, $3, id from corkboard.${table} where workspace_id = $1`,
      [workspaceId, action, type],
    );
  }
}

const ofWorkspace = [
  // Most projects are completed.
  `update corkboard.projects p set status = 'completed' where p.workspace_id = $1 and p.status = 'active' and random() < 0.98`,
  `update corkboard.invoices i set created_via = 'mcp' where i.workspace_id = $1 and i.status = 'DRAFT' and random() < 0.5`,
  // One client has many projects.
  `update corkboard.projects p
      set client_id = (select c.id from corkboard.clients c where c.workspace_id = $1 order by c.id limit 1)
    where p.workspace_id = $1
      and p.id in (select o.id from corkboard.projects o where o.workspace_id = $1 order by o.id limit 100)`,
  `update corkboard.scopes s set version = 0, deliverables = '{}', price_cents = null, currency = null
     from corkboard.projects p
    where s.workspace_id = $1 and p.workspace_id = $1 and p.id = s.project_id and p.stage = 'lead'`,
  `update corkboard.scopes s set approved_at = now(), approved_by = 'Tom Weir'
    where s.workspace_id = $1 and s.version > 0 and random() < 0.99`,
  `insert into corkboard.scope_versions (workspace_id, project_id, version, deliverables, revision_rounds, price_cents, currency, drafted_via, drafted_by)
   select s.workspace_id, s.project_id, 1, s.deliverables, s.revision_rounds, s.price_cents, s.currency, 'mcp', 'Claude'
     from corkboard.scopes s where s.workspace_id = $1 and s.version = 1`,
  `insert into corkboard.intakes (workspace_id, project_id, answers, submitted_at)
   select p.workspace_id, p.id, a.answers, case when a.answers is not null then now() end
     from corkboard.projects p
     cross join lateral (
       select case when p.stage <> 'lead' then '{"What is it about?":"A shop for bread"}'::json end as answers) a
    where p.workspace_id = $1`,
  `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
   select $1, 'https://hooks' || n || '.studio.example/corkboard', '{client.created,invoice.sent,invoice.paid}', corkboard.new_webhook_secret()
     from generate_series(1, 25) n`,
  `insert into corkboard.members (workspace_id, email)
   select $1, 'colleague' || n || '@studio.example' from generate_series(1, 30) n`,
  `insert into corkboard.api_keys (workspace_id, label, key_hash, prefix, scopes)
   select w.id, 'Bookkeeping ' || n, sha256(convert_to(w.id || ' ' || n, 'UTF8')), 'crk_4fXk', '{read,write:projects,write:invoices,write:time}'
     from corkboard.workspaces w, generate_series(1, 30) n where w.id = $1`,
  `insert into corkboard.timekeepers (workspace_id, kind, name) values ($1, 'key', 'Bookkeeping 1')`,
  `insert into corkboard.change_order_proposals (workspace_id, project_id, title, description, amount_cents, currency, proposed_by, sent_at)
   select p.workspace_id, p.id, 'More photographs', 'Twelve more photographs of the harbour.', 45000, 'EUR', 'colleague1@studio.example', now()
     from corkboard.projects p where p.workspace_id = $1`,
  `insert into corkboard.inquiries (workspace_id, name, email, company, message, dismissed_at, closed_by)
   select $1, 'Tom Weir ' || n, 'tom' || n || '@weir.example', 'Weir & Sons', 'A website for our bakery', d.at,
          case when d.at is not null then 'colleague1@studio.example' end
     from (select row_number() over (order by p.id) as n from corkboard.projects p where p.workspace_id = $1 limit 500) p
     cross join lateral (select case when n % 10 > 0 then now() end as at) d`,
  `insert into corkboard.scope_change_requests (workspace_id, project_id, scope_version, requested_by, text, resolved_at, resolved_by)
   select p.workspace_id, p.id, 1, 'Tom Weir', 'Please leave out the shop for now.', d.at, case when d.at is not null then 'colleague1@studio.example' end
     from (select o.workspace_id, o.id, row_number() over (order by o.id) as number
             from corkboard.projects o where o.workspace_id = $1) p
     cross join lateral (select case when p.number % 100 > 0 then now() end as at) d`,
];

/** The project of row n: the first rows belong to the busy project, the others to all projects in turn. */
const spread = `
  from (select array_agg(p.id order by p.id) as ids from corkboard.projects p where p.workspace_id = $1 and p.id <> $3) p
  cross join generate_series(1, $2::int) n
  cross join lateral (select case when n <= $4 then $3 else p.ids[1 + n % cardinality(p.ids)] end as id) project`;

const ofProjects = [
  `insert into corkboard.time_entries (workspace_id, project_id, timekeeper_id, date, minutes, description, created_via)
   select $1, project.id, (select k.id from corkboard.timekeepers k where k.workspace_id = $1), current_date - n % 700, 15 + n % 200, 'Layout of the second draft, with the client', 'api' ${spread}`,
  `insert into corkboard.notes (workspace_id, project_id, body, author, created_via)
   select $1, project.id, 'They liked the second draft, and want to see it with the photographs of last summer.', 'Bookkeeping (API)', 'api' ${spread}`,
  `insert into corkboard.revisions (workspace_id, project_id, round_number, description, created_via)
   select $1, project.id, case when n <= $4 then n else 1 end, 'The logo a little smaller, and the photograph of the harbour on the first page.', 'api' ${spread}`,
];

/** Adds a month of deliveries, almost all of them settled, to one endpoint of a workspace. */
export const addDeliveries = (client: pg.Client, workspaceId: string, count: number) =>
  client.query(deliveries, [workspaceId, count]);

const deliveries = `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, due_at, settled_at, created_at)
   select $1, e.id, 'client.created', '{"clientName":"Harbour Bakery"}', s.status,
          case when s.status = 'pending' then now() + interval '1 day' end, case when s.status <> 'pending' then s.at end, s.at
     from (select e.id from corkboard.webhook_endpoints e where e.workspace_id = $1 order by e.id limit 1) e
     cross join generate_series(1, $2::int) n
     cross join lateral (
       select now() - random() * interval '30 days' as at,
              case when n % 100 < 2 then 'pending' when n % 100 < 5 then 'missed' when n % 100 < 8 then 'failed' else 'succeeded' end as status) s`;

/** The audit entry for the rows of each table: the action, and the type of the record. */
const made = [
  ['clients', 'client.created', 'client'],
  ['projects', 'project.created', 'project'],
  ['invoices', 'invoice.drafted', 'invoice'],
  ['time_entries', 'time.logged', 'time_entry'],
  ['notes', 'note.added', 'note'],
  ['revisions', 'revision.logged', 'revision'],
] as const;
