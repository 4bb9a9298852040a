import { z } from 'zod';
import { drain } from '../concurrency/drain.ts';
import { array, json } from '../records/columns.ts';
import { day } from '../vocabulary/fields.ts';
import { action, columns, field, type Row } from './define.ts';
import { time } from './fields.ts';

/** A delivery as a person sees it in a list. */
export const deliveryFields =
  'id workspaceId endpointId event status attemptsMade dueAt createdAt settledAt requestId';

export const replayDelivery = action({
  name: 'delivery.replay',
  summary: 'Send it again, now and by the whole schedule',
  button: 'Replay delivery',
  on: 'delivery',
  answer: `${json(deliveryFields)} as delivery`,
  isOffered: ({ status }) => status !== 'pending',
  auditEntries: { 'delivery.replayed': 'replayed a delivery' },
});

export const retryDelivery = action({
  name: 'delivery.retry',
  summary: 'Make its next attempt now, which counts as one of the seven',
  button: 'Send now',
  on: 'delivery',
  answer: `${json(deliveryFields)} as delivery`,
  isOffered: ({ status }) => status === 'pending',
  done: 'The delivery is being sent now. Reload this page to see the result.',
  auditEntries: { 'delivery.retried': 'sent a pending delivery ahead of schedule' },
});

/** How many of the deliveries that it replayed the command shows. */
const maxShown = 100;

const isOn = ({ disabledAt }: Row) => disabledAt === null;

// The command does all of it before it ends. The console does the first batch, and a job the rest.

const replaying = {
  summary: 'Replay every delivery that failed or was missed',
  button: 'Replay failed and missed',
  on: 'endpoint',
  isOffered: isOn,
  auditEntries: { 'endpoint.replayed': 'replayed the failed and missed deliveries of a webhook endpoint' },
} as const;

export const replayMissed = action({
  ...replaying,
  name: 'delivery.replay-missed',
  only: 'command',
  input: z.strictObject({
    since: field(
      time.optional(),
      'only those that failed or were missed since then: 2027-01-31T09:05:00Z',
      '<time>',
    ),
  }),
  sqlCall: `replay_deliveries(p_workspace => begun.workspace_id, p_endpoint => record.id,
    p_since => :since, p_settled_before => :settledBefore)`,
  answer: columns<{ settledBefore: string; deliveries: object[] }>(
    `r.settled_before as "settledBefore", ${array(`select ${json(deliveryFields, 'd')} from unnest(r.deliveries) d order by d.id`)} as deliveries`,
  ),
  repeat: async run => {
    const deliveries: object[] = [];
    let settledBefore: string | null = null;
    const replayed = await drain(async () => {
      const batch = await run({ settledBefore });
      settledBefore = batch.settledBefore;
      deliveries.push(...batch.deliveries.slice(0, maxShown - deliveries.length));
      return batch.deliveries.length;
    });
    return { deliveries, replayed };
  },
});

export const startReplay = action({
  ...replaying,
  name: 'endpoint.replay-missed',
  only: 'console',
  input: z.strictObject({
    since: field(day.optional(), 'leave blank to replay all of them', '<d>', {
      label: 'Failed or missed since',
    }),
  }),
  sqlCall: `start_replay(p_workspace => begun.workspace_id, p_endpoint => record.id,
    p_since => corkboard.day_start(begun.workspace_id, :since))`,
  answer: 'r.*',
  done: {
    sentences: {
      nothing: 'There was nothing to replay.',
      all: 'The deliveries that failed or were missed are being sent again.',
      some: 'The deliveries that failed or were missed are being sent again: the first ones now, the rest in the background. Reload this page to see the progress.',
    },
    of: ({ replayed, isAll }) => (replayed === 0 ? 'nothing' : isAll ? 'all' : 'some'),
  },
});

const retrying = {
  summary: 'Make the next attempt of everything that waits for a later one now',
  button: 'Send all waiting now',
  on: 'endpoint',
  isOffered: isOn,
  auditEntries: { 'endpoint.retried': 'sent all waiting deliveries of a webhook endpoint ahead of schedule' },
} as const;

/** `delivery retry` with --endpoint. */
export const retryDeliveries = action({
  ...retrying,
  name: 'delivery.retry-all',
  only: 'command',
  sqlCall: 'retry_deliveries(p_workspace => begun.workspace_id, p_endpoint => record.id, p_begun => :begun)',
  answer: columns<{ begun: string; retried: number }>('r.begun, r.retried'),
  repeat: async run => {
    let begun: string | null = null;
    const retried = await drain(async () => {
      const batch = await run({ begun });
      begun = batch.begun;
      return batch.retried;
    });
    return { retried };
  },
});

export const startRetry = action({
  ...retrying,
  name: 'endpoint.retry',
  only: 'console',
  sqlFunction: 'start_retry',
  answer: 'r.*',
  done: {
    sentences: {
      nothing: 'No delivery was waiting for a later attempt.',
      all: 'The waiting deliveries are being sent now.',
      some: 'The waiting deliveries are being sent now: the first ones at once, the rest in the background. Reload this page to see the progress.',
    },
    of: ({ retried, isAll }) => (retried === 0 ? 'nothing' : isAll ? 'all' : 'some'),
  },
});
