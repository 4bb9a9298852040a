import { type FragmentSqlToken, sql } from 'slonik';
import { workspaceId } from '../../operations/define.ts';
import { array } from '../../records/fragments.ts';
import type { Format } from '../../webhooks/delivery.ts';

/** How an endpoint is and fares, without its address, which may be a credential. */
export interface Health {
  id: string;
  host: string;
  format: Format;
  events: string[];
  state: 'off' | 'failing' | 'retrying' | 'well';
  failuresInRow: number;
  /** Since when it is off. */
  disabledAt: string | null;
  /** Deliveries that wait to be sent, for the first time or again. */
  pending: number;
  /** Given up within 24 hours. */
  failed: number;
  missed: number;
  lastSuccessAt: string | null;
}

/** An endpoint on its own page. */
export interface EndpointDetail extends Health {
  /** The whole address; null: who looks is no owner. */
  url: string | null;
  createdAt: string;
  /** Until when the secret before this one signs along. */
  previousSecretExpiresAt: string | null;
}

const health = sql.fragment`
  e.id, corkboard.host_of(e.url) as host, e.format, e.events, corkboard.endpoint_state(e, w.retrying) as state,
  e.failures_in_row as "failuresInRow", corkboard.iso(e.disabled_at) as "disabledAt", w.pending,
  (select count(*) from corkboard.webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'failed' and d.status <> 'pending' and d.settled_at > now() - interval '24 hours') as failed,
  (select count(*) from corkboard.webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'missed' and d.status <> 'pending') as missed,
  (select corkboard.iso(max(d.settled_at)) from corkboard.webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'succeeded' and d.status <> 'pending') as "lastSuccessAt"`;
/** Deliveries are counted by the endpoint's id alone, which is unique: then indexes answer, and no delivery is read. */
const endpoints = sql.fragment`
  corkboard.webhook_endpoints e
  cross join lateral (
    select count(*) as pending, count(*) filter (where d.due_at > now()) as retrying
      from corkboard.webhook_deliveries d where d.endpoint_id = e.id and d.status = 'pending') w
  where e.workspace_id = ${workspaceId} and e.removed_at is null`;

/** All of the workspace's; there are few. */
export const allEndpoints = sql.fragment`
  select ${array(sql.fragment`select row_to_json(r) from (select ${health} from ${endpoints} order by e.id) r`)} as rows,
         p.webhooks as "hasWebhooks"
    from corkboard.workspaces o join corkboard.plans p on p.name = o.plan
   where o.id = ${workspaceId}`;

export const oneEndpoint = (id: string | null): FragmentSqlToken => sql.fragment`
  select ${health}, case when admitted.role = 'owner' then e.url end as url, corkboard.iso(e.created_at) as "createdAt",
         case when e.previous_secret_expires_at > now() then corkboard.iso(e.previous_secret_expires_at) end as "previousSecretExpiresAt"
    from ${endpoints} and e.id = ${id}`;
