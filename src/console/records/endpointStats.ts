import { type FragmentSqlToken, sql } from 'slonik';
import { workspaceId } from '../../operations/define.ts';
import { array } from '../../records/fragments.ts';

/** The attempts of an endpoint in one hour. */
export interface AttemptHour {
  hourAt: string;
  succeeded: number;
  failed: number;
  /** The average duration of the successful ones, in ms; null if none succeeded. */
  averageMs: number | null;
}

/** The attempts of an endpoint in the last 24 hours, by hour, oldest first. Hours without attempts are included. */
export interface EndpointStats {
  hours: AttemptHour[];
  /** The median duration of the successful attempts of its newest deliveries, in ms; null if there are none. */
  medianMs: number | null;
}

export const endpointStats = (endpointId: string | null): FragmentSqlToken => sql.fragment`
  select ${array(sql.fragment`
           select row_to_json(r) from (
             select corkboard.iso(h.hour_at) as "hourAt", coalesce(c.succeeded, 0) as succeeded, coalesce(c.failed, 0) as failed,
                    round(c.duration_ms::numeric / nullif(c.succeeded, 0))::integer as "averageMs"
               from generate_series(date_trunc('hour', now(), 'UTC') - interval '23 hours', now(), interval '1 hour') h (hour_at)
               left join corkboard.webhook_attempt_counts c
                 on c.workspace_id = ${workspaceId} and c.id = ${endpointId} and c.hour_at = h.hour_at
              order by h.hour_at) r`)} as hours,
         corkboard.median_duration(${workspaceId}, ${endpointId}) as "medianMs"`;
