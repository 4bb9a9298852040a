import { drain } from '../src/concurrency/drain.ts';
import { call, firstRow } from '../src/database/call.ts';
import { type Equipped, RecordJob } from '../src/jobs/tasks.ts';
import { sendMail } from '../src/mail/send.ts';
import { type TurnedOff, turnedOffMail } from '../src/webhooks/turnedOffMail.ts';

/**
 * Finishes turning an endpoint off: pending deliveries become missed, and if failures turned it off, the workspace's owner
 * gets an email.
 */
export default (async (payload, helpers, { config, checkpoint }) => {
  const { workspaceId, recordId: endpointId } = RecordJob.parse(payload);
  const endpoint = [workspaceId, endpointId];
  const missed = await drain(() => call<number>(helpers, 'miss_disabled_batch', ...endpoint), checkpoint);
  const turnedOff = await firstRow<TurnedOff>(helpers, 'disabled_notice', ...endpoint);
  if (!turnedOff) return;
  await sendMail(turnedOffMail(turnedOff, missed, config.publicUrl), config);
  await call(helpers, 'clear_disabled_notice', ...endpoint, turnedOff.turnedOffAt);
}) satisfies Equipped;
