import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { fields, objects, workspaceId } from '../../records/fragments.ts';
import type { Format } from '../../webhooks/delivery.ts';

/** The health of an endpoint (sql/functions/webhooks/endpoints/endpoint_health.sql). */
export interface Health {
  state: 'working' | 'slowed' | 'failing' | 'off' | 'not_in_plan' | 'suspended';
  /** Since when and until when it is in that state, if known. */
  since: string | null;
  until: string | null;
  /** The reason, as the end of a sentence. */
  why: string | null;
}

/** An endpoint in a list, without its address, which may be a credential. */
export interface EndpointRow extends Health {
  id: string;
  host: string;
  /** The owner's description; null if there is none. */
  description: string | null;
  format: Format;
  events: string[];
  disabledAt: string | null;
  /** Deliveries that are not settled yet, counted up to `maxCounted`, as the following. */
  pending: number;
  /** Pending deliveries that failed and will be retried. */
  retrying: number;
  /** Pending deliveries that are due and throttled. */
  waiting: number;
  failed: number;
  /** Those of them that were given up within 24 hours. */
  failedToday: number;
  missed: number;
  /** When the next attempt is due; null: none is due later. */
  nextAttemptAt: string | null;
  lastSuccessAt: string | null;
  /** When the oldest failed or missed delivery was settled; null: there is none. */
  oldestUnsentAt: string | null;
}

/**
 * Up to which numbers an endpoint's deliveries are counted, in a list of endpoints and on its page. The database counts one
 * more, to find out whether there are more. To count all would take longer the more there are, and counts kept by triggers
 * would slow down every delivery.
 */
export const maxCounted = { inList: 100, onPage: 500 };

/** An endpoint as shown on its page. */
export interface EndpointDetail extends EndpointRow {
  /** The full URL; null if the person isn't the owner. */
  url: string | null;
  createdAt: string;
  /** Counts its edits. */
  version: number;
  /** How often its secret was rotated. */
  rotations: number;
  /** Until when the previous secret is valid. */
  previousSecretExpiresAt: string | null;
  /** How many days a delivery is kept after it succeeded, failed or was missed. */
  keptDays: number;
}

/**
 * A join for a query on endpoints `e`: the health of each, as `h`. On Citus the rows of a shard have another type than
 * those of the table.
 */
export const withHealth = sql.fragment`
  join corkboard.workspaces o on o.id = e.workspace_id
  join corkboard.plans l on l.name = o.plan
  left join corkboard.webhook_throttles c on c.workspace_id = ${workspaceId} and c.id = e.id
  cross join lateral corkboard.endpoint_health(
    row(e.*)::corkboard.webhook_endpoints, row(c.*)::corkboard.webhook_throttles, row(l.*)::corkboard.plans, o.suspended_at) h`;

const row = sql.fragment`
  ${fields('e', 'id description format events disabledAt')}, corkboard.url_host(e.url) as host,
  h.state, h.why, corkboard.iso(h.since) as since, corkboard.iso(h.until) as until, n.failed_24h as "failedToday",
  ${fields('n', 'pending retrying waiting failed missed nextAttemptAt lastSuccessAt oldestUnsentAt')}`;
const endpoints = (most: number) => sql.fragment`
  corkboard.webhook_endpoints e ${withHealth}
  cross join lateral corkboard.endpoint_counts(e.workspace_id, e.id, ${most + 1}) n
  where e.workspace_id = ${workspaceId} and e.removed_at is null`;

/** All endpoints of the workspace; there are few. */
export const allEndpoints = sql.fragment`
  select ${objects(sql.fragment`select ${row} from ${endpoints(maxCounted.inList)} order by e.id`)} as rows,
         p.webhooks as "hasWebhooks"
    from corkboard.workspaces o join corkboard.plans p on p.name = o.plan
   where o.id = ${workspaceId}`;

export const endpointDetail = (id: string | null): FragmentSqlToken => sql.fragment`
  select ${row}, case when admitted.role = 'owner' then e.url end as url, corkboard.iso(e.created_at) as "createdAt", e.version,
         corkboard.times_done(e.workspace_id, e.id, 'endpoint.rotated') as rotations,
         case when e.previous_secret_expires_at > now() then corkboard.iso(e.previous_secret_expires_at) end as "previousSecretExpiresAt",
         corkboard.delivery_retention_days() as "keptDays"
    from ${endpoints(maxCounted.onPage)} and e.id = ${id}`;
