import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { type EventKind, subscribable } from '../../records/event.ts';
import { fields, objects, workspaceId } from '../../records/fragments.ts';
import type { RecordIds } from '../../records/recordPage.ts';
import { day } from '../../vocabulary/fields.ts';
import { text } from '../../vocabulary/text.ts';
import type { Format } from '../../webhooks/delivery.ts';
import type { Name } from '../../webhooks/outcome.ts';
import { type Health, withHealth } from './endpoints.ts';
import { rowsPlusOne } from './pageLimit.ts';
import { startOf } from './reportRange.ts';

/** A delivery in a list. */
export interface DeliveryRow {
  id: string;
  event: EventKind;
  status: 'pending' | 'succeeded' | 'failed' | 'missed';
  attemptsMade: number;
  createdAt: string;
  /** When the next attempt is due; null if there is none. */
  dueAt: string | null;
  settledAt: string | null;
  /** Since when it is throttled; null if it isn't. */
  waitingSince: string | null;
  /** The number or name of the record that its event is about. */
  record: string | null;
  recordIds: RecordIds;
  /** The outcome of the newest attempt; null if there was none. */
  lastAttempt: Pick<Attempt, 'outcome' | 'statusCode' | 'reason'> | null;
}

/** An attempt with its outcome. */
export interface Attempt {
  /** Counted from 1 over all rounds. */
  number: number;
  /** 1, and one more for each replay. */
  round: number;
  outcome: Name;
  statusCode: number | null;
  /** Why there was no response, or where a redirect leads; null if there was another response, or the reason isn't known. */
  reason: string | null;
  durationMs: number;
  response: string | null;
  attemptedAt: string;
  /** The value of `X-Service-Signatures`, as sent; null: it was unsigned, or the event was erased since. */
  signatures: string | null;
}

/** A delivery as shown on its page. */
export interface DeliveryDetail extends DeliveryRow {
  workspaceId: string;
  endpointId: string;
  host: string;
  /** The full URL; null if the person isn't the owner. */
  url: string | null;
  format: Format;
  /** Whether its endpoint is on. */
  isOn: boolean;
  /** The health of its endpoint. */
  health: Health;
  /** How many times its retry schedule was started. */
  round: number;
  /** The most attempts of a round. */
  attemptsOfRound: number;
  /** When it may be deleted; null while it is pending. */
  keptUntil: string | null;
  data: string;
  /** The locale and time zone of the workspace, in which messages to channels are written. */
  locale: string | null;
  timeZone: string;
  /** Newest first. */
  attempts: Attempt[];
}

/** The orders of a list of deliveries, by the time that it is about; the first is that without a choice. */
const orders = {
  all: ['-created', 'created'],
  pending: ['next', '-next'],
  settled: ['-settled', 'settled'],
} as const;

/**
 * The filters and the order of deliveries; the days are in the workspace's time zone and inclusive. An order that the
 * deliveries of a status don't have changes nothing.
 */
export const deliveryFilters = z.object({
  status: z.enum(['pending', 'succeeded', 'failed', 'missed']).optional(),
  event: z.enum(subscribable as [EventKind, ...EventKind[]]).optional(),
  from: day.optional(),
  to: day.optional(),
  search: text(200).optional(),
  sort: z.enum(Object.values(orders).flat()).optional(),
});
export type DeliveryFilters = z.infer<typeof deliveryFilters>;

/** The order of the list with these filters, and the one without a choice. */
export function orderOf({ status, sort }: DeliveryFilters) {
  const known = orders[status === undefined ? 'all' : status === 'pending' ? 'pending' : 'settled'];
  const [initial] = known;
  return { order: known.find(order => order === sort) ?? initial, initial };
}

const row = sql.fragment`
  ${fields('d', 'id event status attemptsMade createdAt dueAt settledAt')},
  corkboard.iso(case when d.status = 'pending' then corkboard.throttled_since(row(d.*)::corkboard.webhook_deliveries) end) as "waitingSince", corkboard.event_record_name(d.data) as record,
  json_build_object(
    'invoiceId', d.data ->> 'invoiceId', 'projectId', d.data ->> 'projectId', 'clientId', d.data ->> 'clientId') as "recordIds",
  corkboard.last_attempt(d.workspace_id, d.id) as "lastAttempt"`;

/** A page of deliveries. */
export interface Deliveries {
  rows: DeliveryRow[];
  /** The last delivery that a search looked at, with the time that the list is ordered by, if it stopped early; else null. */
  searchedTo: { id: string; at: string } | null;
}

/**
 * How many deliveries a search by name, event or time of creation looks at before it asks whether to go on. Indexes for that
 * would make each delivery some twentieth more expensive to send, and people search rarely, mostly for something recent.
 */
export const maxSearched = 10_000;

/**
 * A page of an endpoint's deliveries after one of them, in the order of sql/functions/webhooks/deliveries/find_deliveries.sql.
 * A search finds those whose id begins like it, or else those that contain it in their number or names.
 */
export function deliveriesOf(
  endpointId: string | null,
  filters: DeliveryFilters,
  after: string | null,
): FragmentSqlToken {
  const { status, event, from, to, search } = filters;
  const { order, initial } = orderOf(filters);
  const [firstId, lastId] = idRange(search ?? '') ?? [null, null];
  return sql.fragment`
    with found as materialized (
      select * from corkboard.find_deliveries(
        ${workspaceId}, ${endpointId}, ${status ?? null}, ${event ?? null}, ${startOf(from)}, ${startOf(to, 1)},
        ${search ?? null}, ${firstId}, ${lastId}, ${order !== initial}, ${after},
        ${rowsPlusOne}, ${maxSearched}) with ordinality)
    select ${objects(sql.fragment`
        select ${row} from found f
          join corkboard.webhook_deliveries d on d.workspace_id = ${workspaceId} and d.id = f.id
         where f.is_match
         order by f.ordinality`)} as rows,
      case when (select count(*) from found f where f.is_match) < ${rowsPlusOne} then (
        select json_build_object('id', f.id, 'at', corkboard.iso(f.at)) from found f where f.searched = ${maxSearched}) end as "searchedTo"`;
}

/**
 * The first and the last id that begin with `text`, if it has at least eight digits; null if no id begins like that.
 */
export function idRange(text: string): [string, string] | null {
  const digits = text.replaceAll('-', '');
  if (!/^[0-9a-f]{8,32}$/i.test(digits)) return null;
  return [digits.padEnd(32, '0'), digits.padEnd(32, 'f')];
}

/** How many attempts a page shows: replays can make any number of them. */
const maxAttempts = 50;

/** A delivery of an endpoint; no row if the endpoint has no delivery with this id. */
export const deliveryDetail = (
  endpointId: string | null,
  id: string | null,
): FragmentSqlToken => sql.fragment`
  select ${row}, json_build_object(
           'state', h.state, 'since', corkboard.iso(h.since), 'until', corkboard.iso(h.until), 'why', h.why) as health,
         ${fields('d', 'workspaceId endpointId round')}, corkboard.url_host(e.url) as host, d.data::text as data,
         case when admitted.role = 'owner' then e.url end as url, ${fields('o', 'locale timeZone')},
         e.format, e.disabled_at is null as "isOn",
         cardinality(corkboard.retry_delays()) + 1 as "attemptsOfRound",
         corkboard.iso(corkboard.delivery_kept_until(d.settled_at)) as "keptUntil",
         ${objects(sql.fragment`
           select ${fields('a', 'number round outcome reason statusCode durationMs response attemptedAt signatures')}
             from corkboard.delivery_attempts(d.workspace_id, d.id) a
            order by a.number desc
            limit ${maxAttempts}`)} as attempts
    from corkboard.webhook_deliveries d
    join corkboard.webhook_endpoints e on e.workspace_id = ${workspaceId} and e.id = d.endpoint_id and e.removed_at is null
    ${withHealth}
   where d.workspace_id = ${workspaceId} and d.endpoint_id = ${endpointId} and d.id = ${id}`;
