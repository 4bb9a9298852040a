import type pg from 'pg';
import { addHistory } from './history.ts';
import { addRecords, busyProject, copyRecords } from './records.ts';
import { addWorkspaces, idsOf } from './workspaces.ts';

/** How many other workspaces share the rows that the first workspace does not have. */
const others = 90;
/** The share of all deliveries and audit entries that the first workspace has. */
const ofFirst = 0.5;
/** The share of its deliveries that its first endpoint has. */
const ofFirstEndpoint = 0.6;

/** How many rows there are in all workspaces: `records` of each of clients, projects and invoices. */
export interface SkewedSize {
  deliveries: number;
  auditEntries: number;
  records: number;
}

const sizeOf = (count: number) => ({ clients: count, projects: count, invoices: count });

/**
 * Seeds workspaces of which the first has half of all deliveries and audit entries, and a tenth of the clients, projects
 * and invoices; the others have copies of the same records. Returns its id.
 */
export async function seedSkewed(
  client: pg.Client,
  { deliveries, auditEntries, records }: SkewedSize,
): Promise<string> {
  const ofOne = records / 10;
  const ofOther = Math.round((records - ofOne) / others);
  await addWorkspaces(client, 1 + others);
  const [first, other, ...rest] = (await idsOf(client)) as [string, string, ...string[]];
  for (const [id, count] of [
    [first, ofOne],
    [other, ofOther],
  ] as const) {
    await addRecords(client, [id], sizeOf(count));
    const projectId = await busyProject(client, id);
    await addHistory(client, { workspaceId: id, projectId }, count, Math.ceil(count / 10));
  }
  // Rows are copied to workspaces that have none of their kind.
  await client.query('delete from corkboard.audit_log where workspace_id = any ($1)', [rest]);
  await copyRecords(client, [other], rest, sizeOf(ofOther));
  // No trigger has anything to do for these rows, and to check each reference costs as much as adding the row.
  await client.query('set session_replication_role = replica');
  await client.query('select setseed(0.5)');
  await client.query(deliveryRows, [first, deliveries, ofFirst, ofFirstEndpoint]);
  await client.query(attempts);
  await client.query(throttles);
  await client.query(entries, [first, auditEntries, ofFirst, others]);
  await client.query('reset session_replication_role');
  return first;
}

/** A month of deliveries in the order of their times, so that those of an endpoint lie apart, as in real use. */
const deliveryRows = `
  insert into corkboard.webhook_deliveries
    (workspace_id, endpoint_id, event, data, status, attempts_made, due_at, settled_at, created_at)
  select e.workspace_id, e.id, case when s.fate < 0.01 then 'invoice.sent' else 'client.created' end,
         '{"clientId":"0198f2a4-0000-7000-8000-000000000001","clientName":"Harbour Bakery","contactName":null,"company":null}',
         s.status, case when s.status in ('pending', 'missed') then 0 when s.status = 'failed' then 7 else 1 end,
         case when s.status = 'pending' then now() + random() * interval '1 day' end,
         case when s.status <> 'pending' then s.at end, s.at
    from (select n, fate, now() - (1 - n / $2::float) * interval '29 days' as at,
                 case when fate < 0.02 then 'pending' when fate < 0.05 then 'missed' when fate < 0.08 then 'failed' else 'succeeded' end as status,
                 case when is_first and place < $4::float then of_first[1]
                      when is_first then of_first[1 + floor(random() * cardinality(of_first))::int]
                      else of_others[1 + floor(random() * cardinality(of_others))::int] end as endpoint_id
            from (select n, random() < $3::float as is_first, random() as place, random() as fate
                    from generate_series(1, $2::int) n) drawn,
                 (select array_agg(id order by id) filter (where workspace_id = $1) as of_first,
                         array_agg(id order by id) filter (where workspace_id <> $1) as of_others
                    from corkboard.webhook_endpoints) endpoints) s
    join corkboard.webhook_endpoints e on e.id = s.endpoint_id
   order by s.n`;

const attempts = `
  insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, outcome, status_code, duration_ms, attempted_at)
  select d.workspace_id, d.id, 1, case d.status when 'succeeded' then 'succeeded' else 'http_status' end,
         case d.status when 'succeeded' then 200 else 500 end, 20 + random() * 100, d.settled_at
    from corkboard.webhook_deliveries d where d.status in ('succeeded', 'failed') order by d.id`;

const throttles = `
  insert into corkboard.webhook_throttles (workspace_id, id) select workspace_id, id from corkboard.webhook_endpoints
  on conflict do nothing`;

/** Two years of the audit log, in order. One entry in 200 is of a colleague, and one in 200 about a member. */
const entries = `
  insert into corkboard.audit_log (workspace_id, id, recorded_at, via, actor, action, record_type, record_id, request_id)
  select case when e.is_first then $1 else (array(select id from corkboard.workspaces where id <> $1))[1 + floor(random() * $4)::int] end,
         (lpad(to_hex((extract(epoch from e.at) * 1000)::bigint), 12, '0') || '7' || substr(md5(e.n::text), 1, 3)
           || '8' || substr(md5(e.n::text), 4, 15))::uuid,
         e.at, 'api', case when e.n % 200 = 1 then 'Zoë' else 'Bookkeeping' end,
         case when e.n % 200 = 2 then 'member.added' else 'time.logged' end,
         case when e.n % 200 = 2 then 'member' else 'time_entry' end,
         gen_random_uuid(), gen_random_uuid()
    from (select n, random() < $3::float as is_first, now() - (1 - n / $2::float) * interval '2 years' as at
            from generate_series(1, $2::int) n) e`;
