import { type FragmentSqlToken, sql } from 'slonik';
import { workspaceId } from '../../operations/define.ts';

/** The counts of an endpoint's deliveries that can be sent again. */
export interface Backlog {
  /** The number of failed and missed deliveries, and the time of the first. */
  replayable: number;
  oldestAt: string | null;
  /** The number of deliveries whose next attempt is due later, and when the first is due. */
  waiting: number;
  nextAt: string | null;
  /** How many days a delivery is kept after it succeeded, failed or was missed. */
  keptDays: number;
}

export const backlogOf = (endpointId: string | null): FragmentSqlToken => sql.fragment`
  select b.replayable, corkboard.iso(b.oldest_at) as "oldestAt", w.waiting, corkboard.iso(w.next_attempt_at) as "nextAt",
         corkboard.delivery_retention_days() as "keptDays"
    from corkboard.replay_backlog(${workspaceId}, ${endpointId}) b
    cross join lateral (
      select count(*) as waiting, min(d.due_at) as next_attempt_at
        from corkboard.webhook_deliveries d
       where d.workspace_id = ${workspaceId} and d.endpoint_id = ${endpointId} and d.status = 'pending' and d.due_at > now()) w`;
