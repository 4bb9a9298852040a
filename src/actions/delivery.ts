import { untilNone } from '../backlog.ts';
import { json, list } from './columns.ts';
import { action } from './define.ts';
import { none } from './fields.ts';

/** A delivery as a person sees it in a list. */
export const deliveryFields =
  'id workspaceId endpointId event status attemptsMade dueAt createdAt settledAt requestId';

export const replayDelivery = action({
  name: 'delivery.replay',
  summary: 'Send it again, now and by the whole schedule',
  button: 'Replay',
  on: 'delivery',
  by: 'member',
  input: none,
  calls: workspace => `replay_delivery(${workspace}, it.id)`,
  answer: `${json(deliveryFields)} as delivery`,
  offered: ({ status }) => status !== 'pending',
  logs: { 'delivery.replayed': 'replayed a delivery' },
});

export const replayMissed = action({
  name: 'delivery.replay-missed',
  summary: 'Replay what an endpoint missed while it was off, and what failed since it last worked',
  button: 'Replay missed',
  on: 'endpoint',
  by: 'member',
  input: none,
  asks: ['since'],
  calls: (workspace, { since }) => `replay_missed(${workspace}, it.id, ${since})`,
  answer: `r.since, ${list(`select ${json(deliveryFields, 'd')} from unnest(r.deliveries) d order by d.id`)} as deliveries`,
  does: async ask => {
    const deliveries: unknown[] = [];
    let since: unknown = null;
    await untilNone(async () => {
      const batch = await ask(since);
      since = batch.since;
      deliveries.push(...batch.deliveries);
      return batch.deliveries.length;
    });
    return { deliveries };
  },
  offered: ({ disabledAt }) => disabledAt === null,
  logs: { 'endpoint.replayed': 'replayed what a webhook endpoint missed' },
});
