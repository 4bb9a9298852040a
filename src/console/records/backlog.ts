import { type FragmentSqlToken, sql } from 'slonik';
import { workspaceId } from '../../operations/define.ts';

/** What of an endpoint's deliveries can be sent again, and what waits to be. */
export interface Backlog {
  /** How many failed or were missed, and when the first of them. */
  replayable: number;
  oldestAt: string | null;
  /** How many wait for an attempt that is due later, and when the first of them is due. */
  waiting: number;
  nextAt: string | null;
  /** How many days a delivery is kept after it was settled. */
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
