import { untilNone } from '../src/backlog.ts';
import { asFailure } from '../src/failure.ts';
import type { Equipped } from '../src/jobs/tasks.ts';
import { log } from '../src/log.ts';

/** Replays the rest of what an endpoint missed, batch by batch. The first batch was replayed in the request that asked for it. */
const replayMissed: Equipped =
  ({ goOn }) =>
  async (payload, { query }) => {
    const { workspaceId, endpointId, since } = payload as Record<
      'workspaceId' | 'endpointId' | 'since',
      string
    >;
    const batch = async () => {
      const { rows } = await query<{ replayed: number }>(
        'select cardinality(deliveries) as replayed from corkboard.replay_missed($1, $2, $3)',
        [workspaceId, endpointId, since],
      );
      return rows[0]!.replayed;
    };
    try {
      await untilNone(batch, goOn);
    } catch (error) {
      // The endpoint was turned off or removed meanwhile. What is left stays missed, and can be replayed once it is on
      // again.
      if (asFailure(error) === null) throw error;
      log.info({ workspaceId, endpointId, err: error }, 'replaying what an endpoint missed was given up');
    }
  };

export default replayMissed;
