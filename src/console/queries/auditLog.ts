import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { RecordedChange } from '../../errors/failure.ts';
import { fields, object, objects, workspaceId } from '../../records/fragments.ts';
import { day } from '../../vocabulary/fields.ts';
import { asUuid, nilId } from '../../vocabulary/id.ts';
import { optionalText } from '../../vocabulary/text.ts';
import { limitTo, rowsPlusOne } from './pageLimit.ts';
import { startOf } from './reportRange.ts';

/**
 * The old and new values of changed fields, by field (corkboard.changed_values); empty: a private text, whose values
 * aren't kept.
 */
export type AuditChanges = NonNullable<RecordedChange['changes']>;

/** An entry of the audit log. */
export interface AuditEntry {
  id: string;
  recordedAt: string;
  via: 'app' | 'api' | 'mcp';
  /** The email address of the person, the label of the key, or the name of the service or the operator. */
  actor: string;
  /** The first characters of the key, if a key did it. */
  keyPrefix: string | null;
  action: string;
  recordType: string;
  recordId: string;
  /** The record's name, and the id of the project or endpoint that it belongs to; null if the record no longer exists. */
  record: { name: string; within: string | null } | null;
  /** For an approval, signature or answer recorded for a client: the given name. */
  recordedFor: string | null;
  /** Of an email to a client: whether it failed. */
  hasFailed: boolean;
  /** The changes of an edit. */
  changes: AuditChanges | null;
}

/** The SQL for a record that is shown on its project's page: the project's name and id. */
const ofProject = (table: string) =>
  object(sql.fragment`
    p.name, p.id as within from corkboard.${sql.identifier([table])} t
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = t.project_id and p.trashed_at is null
     where t.workspace_id = ${workspaceId} and t.id = l.record_id`);

const own = (table: string, name: FragmentSqlToken, isThere: FragmentSqlToken, within = sql.fragment`null`) =>
  object(sql.fragment`
    ${name} as name, ${within} as within from corkboard.${sql.identifier([table])} t
     where t.workspace_id = ${workspaceId} and t.id = l.record_id and ${isThere}`);

const always = sql.fragment`true`;
const untrashed = sql.fragment`t.trashed_at is null`;
const host = sql.fragment`corkboard.url_host(t.url)`;
const email = sql.fragment`t.email`;

/** The SQL of a record's name and parent, by type. */
const records: Record<string, FragmentSqlToken> = {
  workspace: object(
    sql.fragment`w.name, null as within from corkboard.workspaces w where w.id = ${workspaceId}`,
  ),
  member: own('members', email, always),
  invitation: own('invitations', email, always),
  key: own('api_keys', sql.fragment`t.label`, always),
  endpoint: own('webhook_endpoints', host, sql.fragment`t.removed_at is null`),
  delivery: own('webhook_deliveries', sql.fragment`t.event`, always, sql.fragment`t.endpoint_id`),
  client: own('clients', sql.fragment`t.name`, untrashed),
  project: own('projects', sql.fragment`t.name`, untrashed),
  invoice: own('invoices', sql.fragment`t.number`, always),
  credit_note: own('credit_notes', sql.fragment`t.number`, always, sql.fragment`t.invoice_id`),
  intake: ofProject('intakes'),
  scope: ofProject('scopes'),
  agreement: ofProject('agreements'),
  change_order: ofProject('change_orders'),
  change_order_proposal: ofProject('change_order_proposals'),
  revision: ofProject('revisions'),
  time_entry: ofProject('time_entries'),
  note: ofProject('notes'),
  inquiry: own('inquiries', sql.fragment`t.name`, always),
  inquiry_form: object(sql.fragment`'Inquiry form' as name, null as within`),
};

const record = sql.fragment`case l.record_type ${sql.join(
  Object.entries(records).map(([type, query]) => sql.fragment`when ${type} then ${query}`),
  sql.fragment` `,
)} end`;

const answeredFor = sql.fragment`(
    select a.answered_by from corkboard.estimate_answers a
     where a.workspace_id = ${workspaceId} and a.estimate_id = l.record_id and a.recorded_by is not null)`;

const recordedFor = sql.fragment`case l.action
  when 'scope.approved' then (
    select s.approved_by from corkboard.scopes s
     where s.workspace_id = ${workspaceId} and s.id = l.record_id and s.approval_recorded_by is not null)
  when 'change_order.approved' then (
    select o.approved_by from corkboard.change_orders o
     where o.workspace_id = ${workspaceId} and o.id = l.record_id and o.recorded_by is not null)
  when 'contract.signed' then (
    select a.signed_by from corkboard.agreements a
     where a.workspace_id = ${workspaceId} and a.id = l.record_id and a.recorded_by is not null)
  when 'estimate.accepted' then ${answeredFor} when 'estimate.declined' then ${answeredFor} end`;

/** Whether the email of an entry failed: the last one that was queued before the entry, in the same transaction. */
const hasFailed = sql.fragment`
  case when l.action like '%.mailed' or l.action like '%.reminded' then coalesce((
    select m.state = 'failed' from corkboard.document_mails m
     where m.workspace_id = ${workspaceId} and m.record_id = l.record_id and m.queued_at <= l.recorded_at
       and m.purpose = case when l.action like '%.reminded' then 'reminder' else 'document' end
       and (m.kind = split_part(l.action, '.', 1) or m.kind = 'estimate')
     order by m.queued_at desc limit 1), false) else false end`;

/** The types of records that entries are about. */
export const recordTypes = Object.keys(records) as [string, ...string[]];

/** The filters and the order of the audit log; the days are in the workspace's time zone and inclusive. */
export const auditFilters = z.object({
  /** Part of the actor's name or address, in any case and with or without accents, or the first characters of a key. */
  actor: optionalText(500),
  type: z.enum(recordTypes).optional(),
  from: day.optional(),
  to: day.optional(),
  /** The oldest entry first, or the newest, which is the order without a choice. */
  sort: z.enum(['-time', 'time']).optional(),
  // A malformed id finds nothing, as that of another workspace's record does.
  record: z
    .string()
    .transform(id => asUuid(id) ?? nilId)
    .optional(),
});

/** `client`: the id of a client: entries about it, its projects and their invoices, credit notes and change orders. */
type AuditFilters = z.output<typeof auditFilters> & { client?: string };

/** An entry's id is made within moments of its time. */
const idAt = (time: FragmentSqlToken, tolerance: string) =>
  sql.fragment`(select corkboard.first_id_at(${time} + ${sql.literalValue(tolerance)}::interval))`;

/** An array, which is looked up in the index by record. */
const ofClient = (client: string) => sql.fragment`
  l.record_id = any (array(
    with own as materialized (
      select p.id from corkboard.projects p where p.workspace_id = ${workspaceId} and p.client_id = ${asUuid(client)})
    select ${asUuid(client)}::uuid
    union all
    select own.id from own
    union all
    select i.id from own join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.project_id = own.id
    union all
    select o.id from own
      join corkboard.change_order_proposals o on o.workspace_id = ${workspaceId} and o.project_id = own.id
    union all
    select n.id from corkboard.credit_notes n
     where n.workspace_id = ${workspaceId} and n.client_id = ${asUuid(client)}))`;

/** How many entries a search by actor looks at before it asks whether to go on. */
export const maxSearched = 10_000;

/** A page of entries. */
export interface AuditPage {
  rows: AuditEntry[];
  /** The last entry that a search looked at, if it stopped early; else null. */
  searchedTo: { id: string; recordedAt: string } | null;
}

/** Who worked how long is for those who may see everyone's time: others read only what they did themselves. */
const mayRead = sql.fragment`(
  admitted.sees_all_time or l.actor = admitted.email
    or l.record_type <> 'time_entry' and (l.action <> 'member.weekly_hours_set' or l.record_id = admitted.member_id))`;

/** The entries that an index finds: of a record, client or type, within a time, after an entry. */
function indexed(
  { record: recordId, client, type, from, to, sort }: AuditFilters,
  after: string | null,
): FragmentSqlToken {
  const where = [sql.fragment`l.workspace_id = ${workspaceId} and ${mayRead}`];
  if (recordId !== undefined) where.push(sql.fragment`l.record_id = ${recordId}`);
  if (client !== undefined) where.push(ofClient(client));
  if (type !== undefined) where.push(sql.fragment`l.record_type = ${type}`);
  if (from !== undefined) {
    const start = startOf(from);
    where.push(sql.fragment`l.recorded_at >= ${start} and l.id >= ${idAt(start, '-1 minute')}`);
  }
  if (to !== undefined) {
    const end = startOf(to, 1);
    where.push(sql.fragment`l.recorded_at < ${end} and l.id < ${idAt(end, '1 minute')}`);
  }
  if (after !== null)
    where.push(sort === 'time' ? sql.fragment`l.id > ${after}` : sql.fragment`l.id < ${after}`);
  return sql.fragment`${sql.join(where, sql.fragment` and `)}`;
}

/** The query of AuditPage: entries after an entry. At most as many as `rows`. */
export function entries(filters: AuditFilters, after: string | null, rows = rowsPlusOne): FragmentSqlToken {
  const order = filters.sort === 'time' ? sql.fragment`order by l.id` : sql.fragment`order by l.id desc`;
  const inOrder = sql.fragment`corkboard.audit_log l where ${indexed(filters, after)} ${order}`;
  const { actor } = filters;
  const named = sql.fragment`array(
          select m.email from corkboard.members m
           where m.workspace_id = ${workspaceId}
             and strpos(corkboard.fold_for_search(m.name), (select corkboard.fold_for_search(${actor ?? ''}))) > 0)`;
  const found =
    actor === undefined
      ? sql.fragment`select l.* from ${inOrder} ${limitTo(rows)}`
      : sql.fragment`
        select * from (select l.* from ${inOrder} ${limitTo(maxSearched)}) l
         where strpos(corkboard.fold_for_search(l.actor), (select corkboard.fold_for_search(${actor}))) > 0
            or l.actor = any (${named})
            or starts_with(l.key_prefix, ${actor})
         ${order} ${limitTo(rows)}`;
  const searchedTo =
    actor === undefined
      ? sql.fragment`null::json`
      : sql.fragment`case when (select count(*) from found) < ${rows} then (
          select json_build_object('id', l.id, 'recordedAt', corkboard.iso(l.recorded_at))
            from ${inOrder} offset ${sql.literalValue(`${maxSearched - 1}`)} limit 1) end`;
  return sql.fragment`
    with found as materialized (${found})
    select ${objects(sql.fragment`
      select ${fields('l', 'id recordedAt via actor keyPrefix action recordType recordId changes')}, ${record} as record,
             ${recordedFor} as "recordedFor", ${hasFailed} as "hasFailed"
        from found l ${order}`)} as rows,
      ${searchedTo} as "searchedTo"`;
}
