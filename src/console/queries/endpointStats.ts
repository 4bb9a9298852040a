import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { objects, workspaceId } from '../../records/fragments.ts';

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

const firstHour = sql.fragment`date_trunc('hour', now(), 'UTC') - interval '23 hours'`;

export const endpointStats = (endpointId: string | null): FragmentSqlToken => sql.fragment`
  select ${objects(sql.fragment`
           select corkboard.iso(h.hour_at) as "hourAt", sum(h.succeeded) as succeeded, sum(h.failed) as failed,
                  round(sum(h.duration_ms) / nullif(sum(h.succeeded), 0))::integer as "averageMs"
             from (select c.hour_at, c.succeeded, c.failed, c.duration_ms from corkboard.webhook_attempt_counts c
                    where c.workspace_id = ${workspaceId} and c.id = ${endpointId} and c.hour_at >= ${firstHour}
                   union all
                   select hour_at, 0, 0, 0 from generate_series(${firstHour}, now(), interval '1 hour') hour_at) h
            group by h.hour_at
            order by h.hour_at`)} as hours,
         corkboard.median_duration(${workspaceId}, ${endpointId}) as "medianMs"`;
