import type pg from 'pg';
import { copyRows } from './copies.ts';
import { firstNames, forms, jobs, lastNames, rareWord, trades } from './words.ts';

/** Rows of each kind that a workspace gets. */
export interface Size {
  clients: number;
  projects: number;
  invoices: number;
}

/** About how many rows a statement inserts: enough to be fast, and few enough for memory. */
const rowsPerStatement = 100_000;
/** How many workspaces get rows of their own. Others get copies of those, in turn. */
const originals = 10;

/** Adds as many clients, projects and invoices to each workspace. The rows are the same in every run. */
export async function addRecords(client: pg.Client, workspaceIds: string[], size: Size): Promise<void> {
  const made = workspaceIds.slice(0, originals);
  await withoutIndexes(client, async () => {
    await addOriginals(client, made, size);
    await addCopies(client, made, workspaceIds.slice(originals), size);
  });
}

/** Adds to workspaces without records those of others, which have this many each. */
export async function copyRecords(
  client: pg.Client,
  from: string[],
  to: string[],
  size: Size,
): Promise<void> {
  if (to.length > 0) await withoutIndexes(client, () => addCopies(client, from, to, size));
}

async function addOriginals(client: pg.Client, workspaceIds: string[], size: Size): Promise<void> {
  await client.query('select setseed(0.5)');
  for (const some of batches(workspaceIds, size)) {
    await client.query(clients, [some, size.clients, firstNames, lastNames, trades, forms, rareWord]);
    await client.query(projects, [some, size.projects, trades, jobs]);
    await client.query(scopes, [some]);
    await client.query(invoices, [some, size.invoices]);
    await client.query(payments, [some]);
  }
}

async function addCopies(client: pg.Client, from: string[], to: string[], size: Size): Promise<void> {
  const copies = to.map((id, n) => ({ from: from[n % from.length]!, to: id }));
  for (const some of batches(copies, size)) await copyRows(client, some);
}

/** Does something while the tables of records lack what costs less to make afterwards than to keep up. */
async function withoutIndexes(client: pg.Client, add: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ drop: string; make: string }>(dearest);
  // Several processes make the same index with more processor time than one.
  await client.query('set max_parallel_maintenance_workers = 0');
  for (const { drop } of rows) await client.query(drop);
  await add();
  for (const { make } of rows) await client.query(make);
  await client.query('reset max_parallel_maintenance_workers');
}

/**
 * All indexes but those of constraints, and the constraint that parses the lines of invoices, which are all alike here. Payments keep
 * theirs, by which the taxes of each invoice are entered.
 */
const dearest = `
  select 'drop index ' || i.indexrelid::regclass as drop, pg_get_indexdef(i.indexrelid) as make
    from pg_index i
    join unnest('{clients,projects,scopes,invoices}'::text[]) t (name) on i.indrelid = ('corkboard.' || t.name)::regclass
   where not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  union all
  select v.change || 'drop constraint line_items_well_formed',
         v.change || 'add constraint line_items_well_formed check (' || pg_get_expr(c.conbin, c.conrelid) || ') not valid'
    from pg_constraint c, (values ('alter table corkboard.invoices ')) v (change)
   where c.conname = 'line_items_well_formed'`;

/** Workspaces, as many at a time as a statement adds records to. */
function batches<Workspace>(workspaces: Workspace[], size: Size): Workspace[][] {
  const count = Math.max(1, Math.floor(rowsPerStatement / Math.max(...Object.values(size))));
  return Array.from({ length: Math.ceil(workspaces.length / count) }, (_, n) =>
    workspaces.slice(n * count, (n + 1) * count),
  );
}

/** The project of a workspace that has the most invoices. */
export async function busyProject(client: pg.Client, workspaceId: string): Promise<string> {
  const { rows } = await client.query(
    `select project_id as id from corkboard.invoices where workspace_id = $1 group by 1 order by count(*) desc limit 1`,
    [workspaceId],
  );
  return rows[0].id;
}

/** SQL for a random element of an array, for each row. */
const oneOf = (array: string) => `(${array})[1 + floor(random() * cardinality(${array}))::int]`;
/** SQL for one of a few values, at random for each row. Each value has its share in percent. */
const weighted = (shares: Record<string, number>) =>
  `(array[${Object.entries(shares).flatMap(([value, share]) => Array(share).fill(`'${value}'`))}])[1 + floor(random() * 100)::int]`;

const perWorkspace = 'from unnest($1::uuid[]) w (id) cross join generate_series(1, $2::int) n';

/** Most clients have a company; five in each workspace have the rare word. */
const clients = `
  insert into corkboard.clients (workspace_id, name, company, email, created_via, created_at)
  select w.id,
    ${oneOf('$3::text[]')} || ' ' || ${oneOf('$4::text[]')}
      || case when n % greatest(1, $2::int / 5) = 0 then ' ' || $7::text else '' end,
    case when random() < 0.7 then ${oneOf('$5::text[]')} || ' ' || ${oneOf('$5::text[]')} || ' ' || ${oneOf('$6::text[]')} end,
    'client' || n || '@client.example', 'app', now() - random() * interval '2 years'
  ${perWorkspace}`;

/** A few projects are in the trash. */
const projects = `
  insert into corkboard.projects (workspace_id, client_id, name, stage, status, created_via, created_at, trashed_at)
  select w.id, c.ids[1 + n % cardinality(c.ids)], ${oneOf('$3::text[]')} || ' ' || ${oneOf('$4::text[]')},
    ${weighted({ lead: 8, scoping: 10, active: 40, delivered: 12, paid: 20, completed: 10 })},
    ${weighted({ active: 50, paused: 8, completed: 27, archived: 15 })},
    'app', now() - random() * interval '2 years',
    case when random() < 0.02 then now() end
  from unnest($1::uuid[]) w (id)
  cross join lateral (select array_agg(c.id) as ids from corkboard.clients c where c.workspace_id = w.id) c
  cross join generate_series(1, $2::int) n`;

const scopes = `
  insert into corkboard.scopes (workspace_id, project_id, deliverables, price_cents, currency, version)
  select p.workspace_id, p.id, '{Concept,Design,Handover}', (random() * 2000000)::int, 'USD', 1
  from corkboard.projects p where p.workspace_id = any ($1)`;

/**
 * One project has a few hundred invoices, and the others share the rest. An invoice is due 14 to 45 days after it was
 * created. Most older invoices are paid, and a few others in part.
 */
const invoices = `
  with drawn as (
    select w.id as workspace_id, n, random() < 0.8 as is_invoice, random() as fate, now() - random() * interval '2 years' as made,
      p.ids[case when n <= 300 then 1 else 1 + n % cardinality(p.ids) end] as project_id
    from unnest($1::uuid[]) w (id)
    cross join lateral (select array_agg(p.id) as ids from corkboard.projects p where p.workspace_id = w.id) p
    cross join generate_series(1, $2::int) n
  ), fated as (
    select *, case
      when fate < 0.01 then 'VOID'
      when fate < 0.10 then 'DRAFT'
      when not is_invoice or fate < 0.25 or made > now() - interval '20 days' then 'SENT'
      else 'PAID' end as status
    from drawn
  )
  insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, status, currency, line_items,
    subtotal_cents, tax_rate_bps, tax_inclusive, tax_cents, part_paid_cents, due_date, created_via, created_at, sent_at, paid_at, voided_at)
  select workspace_id, project_id, client_id, k.kind, n,
    k.prefix || lpad(n::text, greatest(4, char_length(n::text)), '0'), status,
    ${weighted({ USD: 85, EUR: 15 })},
    '[{"description":"Design","quantityHundredths":100,"unitPriceCents":100000,"taxRateBps":null}]', 100000,
    2000, false, 20000, case when is_invoice and status = 'SENT' and n % 20 = 0 then 50000 else 0 end, (made + (14 + random() * 31) * interval '1 day')::date, 'app', made,
    case when status in ('SENT', 'PAID') then made end,
    case when status = 'PAID' then made end,
    case when status = 'VOID' then made end
  from fated
  cross join lateral (
    select case when is_invoice then 'invoice' else 'estimate' end as kind,
      case when is_invoice then 'INV-' else 'EST-' end as prefix) k
  cross join lateral (
    select p.client_id from corkboard.projects p where p.workspace_id = fated.workspace_id and p.id = fated.project_id) p`;

const payments = `
  insert into corkboard.payments (workspace_id, invoice_id, client_id, amount_cents, currency, paid_on)
  select i.workspace_id, i.id, i.client_id, case i.status when 'PAID' then i.total_cents else i.part_paid_cents end, i.currency, i.sent_at::date
  from corkboard.invoices i where i.workspace_id = any ($1) and (i.status = 'PAID' or i.part_paid_cents > 0)`;
