import type { Task } from 'graphile-worker';
import { readConfig } from '../src/config.ts';
import { sendMail } from '../src/mail.ts';
import { type TurnedOff, turnedOffMail } from '../src/webhooks/turnedOffMail.ts';

/** Finishes turning an endpoint off: what waited for it is missed, and the workspace's owner is told. */
const disableEndpoint: Task = async (payload, { query, job }) => {
  const { workspaceId, endpointId } = payload as { workspaceId: string; endpointId: string };
  const { rows } = await query<TurnedOff>('select * from corkboard.finish_disabling($1, $2)', [
    workspaceId,
    endpointId,
  ]);
  const [turnedOff] = rows;
  if (turnedOff)
    await sendMail({ ...turnedOffMail(turnedOff), id: `endpoint-${endpointId}-${job.id}` }, readConfig());
};

export default disableEndpoint;
