import { drain } from '../src/concurrency/drain.ts';
import { count } from '../src/jobs/inBatches.ts';
import type { Equipped } from '../src/jobs/tasks.ts';
import { sendMail } from '../src/mail/send.ts';
import { type TurnedOff, turnedOffMail } from '../src/webhooks/turnedOffMail.ts';

/**
 * Finishes turning an endpoint off: pending deliveries become missed, and if failures turned it off, the workspace's owner
 * gets an email.
 */
const disableEndpoint: Equipped =
  ({ config, checkpoint }) =>
  async (payload, { query }) => {
    const { workspaceId, endpointId } = payload as { workspaceId: string; endpointId: string };
    const endpoint = [workspaceId, endpointId];
    const missed = await drain(() => count(query, 'miss_disabled_batch($1, $2)', endpoint), checkpoint);
    const { rows } = await query<TurnedOff>('select * from corkboard.disabled_notice($1, $2)', endpoint);
    const [turnedOff] = rows;
    if (!turnedOff) return;
    await sendMail(turnedOffMail(turnedOff, missed, config.publicUrl), config);
    await query('select corkboard.clear_disabled_notice($1, $2, $3)', [...endpoint, turnedOff.turnedOffAt]);
  };

export default disableEndpoint;
