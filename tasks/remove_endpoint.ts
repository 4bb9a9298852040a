import { drain } from '../src/concurrency/drain.ts';
import type { Equipped } from '../src/jobs/tasks.ts';

/** Finishes removing an endpoint that had many deliveries: deletes them in batches, and then the endpoint. */
const removeEndpoint: Equipped =
  ({ checkpoint }) =>
  async (payload, { query }) => {
    const { workspaceId, endpointId } = payload as { workspaceId: string; endpointId: string };
    // Returns a row as long as something is left.
    const batch = 'select 1 where not corkboard.delete_removed_batch($1, $2)';
    await drain(async () => (await query(batch, [workspaceId, endpointId])).rows.length, checkpoint);
  };

export default removeEndpoint;
