import { drain } from '../src/concurrency/drain.ts';
import { call } from '../src/database/call.ts';
import type { Equipped } from '../src/jobs/tasks.ts';

/** Brings what the console's search finds a workspace's records by up to date, in batches, after an upgrade. */
export default (async (payload, helpers, { checkpoint }) => {
  const { workspaceId } = payload as { workspaceId: string };
  await drain(() => call<number>(helpers, 'index_old_records', workspaceId), checkpoint);
}) satisfies Equipped;
