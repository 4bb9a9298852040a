import { type FragmentSqlToken, sql } from 'slonik';
import { workspaceId } from '../../operations/define.ts';
import { array } from '../../records/fragments.ts';
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
  /** What it is for; null if the owner didn't say. */
  description: string | null;
  format: Format;
  events: string[];
  disabledAt: string | null;
  /** Deliveries that are not settled yet. */
  pending: number;
  /** Those of them that failed and are due again later. */
  retrying: number;
  /** Those of them that are due and throttled. */
  waiting: number;
  /** Given up within 24 hours. */
  failed: number;
  missed: number;
  lastSuccessAt: string | null;
}

/** An endpoint as shown on its page. */
export interface EndpointDetail extends EndpointRow {
  /** The full URL; null if the person isn't the owner. */
  url: string | null;
  createdAt: string;
  /** Counts its edits. */
  version: number;
  /** Until when the previous secret is valid. */
  previousSecretExpiresAt: string | null;
}

/** A join for a query on endpoints `e`: the health of each, as `h`. */
export const withHealth = sql.fragment`
  join corkboard.workspaces o on o.id = e.workspace_id
  join corkboard.plans l on l.name = o.plan
  left join corkboard.webhook_throttles c on c.workspace_id = e.workspace_id and c.id = e.id
  cross join lateral corkboard.endpoint_health(e, c, l, o.suspended_at) h`;

const row = sql.fragment`
  e.id, corkboard.url_host(e.url) as host, e.description, e.format, e.events, h.state, h.why, corkboard.iso(h.since) as since,
  corkboard.iso(h.until) as until, corkboard.iso(e.disabled_at) as "disabledAt", w.pending, w.retrying,
  (select count(*) from corkboard.webhook_throttled_deliveries q where q.endpoint_id = e.id) as waiting,
  (select count(*) from corkboard.webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'failed' and d.status <> 'pending' and d.settled_at > now() - interval '24 hours') as failed,
  (select count(*) from corkboard.webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'missed' and d.status <> 'pending') as missed,
  (select corkboard.iso(max(d.settled_at)) from corkboard.webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'succeeded' and d.status <> 'pending') as "lastSuccessAt"`;
/** Deliveries are counted by the endpoint's id alone, which is unique, so that an index-only scan suffices. */
const endpoints = sql.fragment`
  corkboard.webhook_endpoints e ${withHealth}
  cross join lateral (
    select count(*) as pending, count(*) filter (where d.due_at > now()) as retrying
      from corkboard.webhook_deliveries d where d.endpoint_id = e.id and d.status = 'pending') w
  where e.workspace_id = ${workspaceId} and e.removed_at is null`;

/** All endpoints of the workspace; there are few. */
export const allEndpoints = sql.fragment`
  select ${array(sql.fragment`select row_to_json(r) from (select ${row} from ${endpoints} order by e.id) r`)} as rows,
         p.webhooks as "hasWebhooks"
    from corkboard.workspaces o join corkboard.plans p on p.name = o.plan
   where o.id = ${workspaceId}`;

export const endpointDetail = (id: string | null): FragmentSqlToken => sql.fragment`
  select ${row}, case when admitted.role = 'owner' then e.url end as url, corkboard.iso(e.created_at) as "createdAt", e.version,
         case when e.previous_secret_expires_at > now() then corkboard.iso(e.previous_secret_expires_at) end as "previousSecretExpiresAt"
    from ${endpoints} and e.id = ${id}`;
