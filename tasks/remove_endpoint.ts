import { drain } from '../src/concurrency/drain.ts';
import { call } from '../src/database/call.ts';
import { type Equipped, RecordJob } from '../src/jobs/tasks.ts';

/** Finishes removing an endpoint that had many deliveries: deletes them in batches, and then the endpoint. */
export default (async (payload, helpers, { checkpoint }) => {
  const { workspaceId, recordId: endpointId } = RecordJob.parse(payload);
  const deleteBatch = () => call<boolean>(helpers, 'delete_removed_batch', workspaceId, endpointId);
  await drain(async () => ((await deleteBatch()) ? 0 : 1), checkpoint);
}) satisfies Equipped;
