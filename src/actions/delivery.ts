import { untilNone } from '../backlog.ts';
import { array, json } from '../records/columns.ts';
import { action, type Row } from './define.ts';
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

export const retryDelivery = action({
  name: 'delivery.retry',
  summary: 'Make its next attempt now: it is one of the seven',
  button: 'Send now',
  on: 'delivery',
  by: 'member',
  input: none,
  calls: workspace => `retry_delivery(${workspace}, it.id)`,
  answer: `${json(deliveryFields)} as delivery`,
  offered: ({ status }) => status === 'pending',
  done: 'The delivery is being sent now. Reload this page to see the result.',
  logs: { 'delivery.retried': 'sent a pending delivery ahead of schedule' },
});

/** How many of the deliveries that it replayed the command shows. */
const mostShown = 100;

/** The command replays everything before it ends. The console replays the first batch, and a job the rest. */
const replaying = {
  summary: 'Replay what an endpoint missed while it was off, and what failed since it last worked',
  button: 'Replay missed',
  on: 'endpoint',
  by: 'member',
  input: none,
  offered: ({ disabledAt }: Row) => disabledAt === null,
  logs: { 'endpoint.replayed': 'replayed what a webhook endpoint missed' },
} as const;

export const replayMissed = action({
  ...replaying,
  name: 'delivery.replay-missed',
  only: 'command',
  asks: ['since'],
  calls: (workspace, { since }) => `replay_missed(${workspace}, it.id, ${since})`,
  answer: `r.since, ${array(`select ${json(deliveryFields, 'd')} from unnest(r.deliveries) d order by d.id`)} as deliveries`,
  does: async run => {
    const deliveries: unknown[] = [];
    let since: unknown = null;
    const replayed = await untilNone(async () => {
      const batch = await run(since);
      since = batch.since;
      deliveries.push(...batch.deliveries.slice(0, mostShown - deliveries.length));
      return batch.deliveries.length;
    });
    return { deliveries, replayed };
  },
});

export const startReplay = action({
  ...replaying,
  name: 'endpoint.replay-missed',
  only: 'console',
  calls: workspace => `start_replay(${workspace}, it.id)`,
  answer: 'r.*',
  done: {
    sentences: {
      nothing: 'There was nothing to replay: nothing was missed, and nothing failed since it last worked.',
      all: 'What was missed, and what failed since it last worked, is sent again.',
      some: 'What was missed, and what failed since it last worked, is sent again: the first of it at once, the rest in the background. Open this page again to see how far it is.',
    },
    of: ({ replayed, isAll }) => (replayed === 0 ? 'nothing' : isAll ? 'all' : 'some'),
  },
});
