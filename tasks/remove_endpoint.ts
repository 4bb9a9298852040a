import { runUntilDone } from '../src/concurrency/drain.ts';
import type { Equipped } from '../src/jobs/tasks.ts';

/** Finishes removing an endpoint that had many deliveries: deletes them in batches, and then the endpoint. */
const removeEndpoint: Equipped =
  ({ checkpoint }) =>
  async (payload, { query }) => {
    const { workspaceId, endpointId } = payload as { workspaceId: string; endpointId: string };
    await runUntilDone(async () => {
      const { rows } = await query<{ gone: boolean }>(
        'select corkboard.delete_removed_batch($1, $2) as gone',
        [workspaceId, endpointId],
      );
      return rows[0]!.gone;
    }, checkpoint);
  };

export default removeEndpoint;
