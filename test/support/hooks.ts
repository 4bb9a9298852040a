import assert from 'node:assert/strict';
import type { TestFn } from 'ava';
import { readConfig } from '../../src/config.ts';
import { work } from '../../src/jobs/work.ts';
import { eventually } from './eventually.ts';
import { queuedJobs } from './queue.ts';
import { type Reaction, type Subscriber, subscriber } from './subscriber.ts';
import type { World } from './world.ts';

export interface Subscription extends Subscriber {
  workspaceId: string;
  endpointId: string;
  secret: string;
  /** Calls a database function whose first arguments are the workspace and the endpoint. Returns its first row. */
  call(name: string, ...args: unknown[]): Promise<any>;
}

/** Whether a delivery has this status. */
export const isIn =
  (status: string) =>
  (delivery: { status: string }): boolean =>
    delivery.status === status;

/** Adds endpoints with receivers to a world, and reads and waits for their deliveries. */
export type Hooks = ReturnType<typeof subscriptions>;

/** Less than ava's timeout, so that a failed wait reports its last result. */
const limitMs = 120_000;
const isEmpty = (found: unknown[]) => found.length === 0;

/** The configuration of a worker that may send to receivers on this machine. */
export const workerConfig = (env: Record<string, string> = {}) =>
  readConfig({ WEBHOOK_ALLOW_PRIVATE: 'true', ...env });

const started = new WeakMap<World, Promise<void>>();

/**
 * Hooks with a worker in the tests' own process, one for all files that share the world. `env` is called when it starts.
 */
export function hooks(test: TestFn, w: World, env = (): Record<string, string> => ({})): Hooks {
  const start = async () => {
    const { stop } = await work(workerConfig(env()), w.serviceUrl);
    w.atEnd(stop);
  };
  test.serial.before(() => {
    if (!started.has(w)) started.set(w, start());
    return started.get(w);
  });
  return subscriptions(w);
}

/** Hooks without a worker: the test starts one, or claims attempts itself (attempts.ts). */
export function subscriptions(w: World) {
  const one = async (table: string, id: string): Promise<any> =>
    (await w.sql(`select * from corkboard.${table} where id = $1`, id))[0];
  /** The deliveries of an endpoint, oldest first. */
  const deliveries = (endpointId: string) =>
    w.sql('select * from corkboard.webhook_deliveries where endpoint_id = $1 order by id', endpointId);
  /** The claims of an endpoint's deliveries: one for each attempt in progress. */
  const claims = (endpointId: string) =>
    w.sql(
      'select c.* from corkboard.webhook_claims c join corkboard.webhook_deliveries d using (workspace_id, id) where d.endpoint_id = $1',
      endpointId,
    );
  /** Makes the scheduled jobs of a workspace due now. */
  const timePasses = async (workspaceId: string) => {
    await w.sql(
      `select graphile_worker.reschedule_jobs(array(
         select j.id from ${queuedJobs} j
         where j.payload ->> 'workspaceId' = $1 and j.locked_at is null), run_at => now())`,
      workspaceId,
    );
    // Notifies the workers as adding a job does, so that the test doesn't wait until they next poll the queue.
    await w.sql(`select pg_notify('jobs:insert', '{"count": 1}')`);
  };
  return {
    deliveries,
    claims,
    timePasses,
    /** Starts a receiver and adds an endpoint for it to the workspace, subscribed to the events. */
    subscribe: async (
      workspaceId: string,
      { events = ['client.created'], format = 'json', reaction = 200 as Reaction } = {},
    ): Promise<Subscription> => {
      const server = await subscriber(reaction);
      w.atEnd(server.close);
      const [added] = await w.sql(
        `select (a.endpoint).id, a.secret from corkboard.add_endpoint($1, $2, $3, $4) a`,
        workspaceId,
        server.url,
        format,
        events,
      );
      const call = async (name: string, ...args: unknown[]) =>
        (await w.call(name, workspaceId, added.id, ...args))[0];
      return Object.assign(server, { workspaceId, endpointId: added.id, secret: added.secret, call });
    },
    /** Waits until an endpoint has at least `count` deliveries and all of them satisfy `holds`. Returns them. */
    settled: (endpointId: string, holds: (delivery: any) => boolean, count = 1) =>
      eventually(
        () => deliveries(endpointId),
        found => found.length >= count && found.every(holds),
        limitMs,
      ),
    /**
     * Waits until an endpoint has at least `count` deliveries and all have succeeded, and returns them. Makes later attempts due:
     * on a busy machine one may time out, and be retried hours later.
     */
    allSucceed: ({ workspaceId, endpointId }: Subscription, count = 1) =>
      eventually(
        async () => {
          const found = await deliveries(endpointId);
          if (found.some(({ due_at }) => due_at > new Date())) await timePasses(workspaceId);
          return found;
        },
        found => found.length >= count && found.every(isIn('succeeded')),
        limitMs,
      ),
    /** The ids of the deliveries that a receiver got, each once. Throws if it got a request that isn't recorded as an attempt. */
    arrived: async ({ endpointId, received }: Subscription): Promise<Set<string>> => {
      const made = await w.sql(
        `select 1 from corkboard.webhook_attempts a
          where a.delivery_id in (select id from corkboard.webhook_deliveries where endpoint_id = $1)`,
        endpointId,
      );
      assert.equal(received.length, made.length);
      return new Set(received.map(({ body }) => body.id));
    },
    attempts: (deliveryId: string) =>
      w.sql(
        'select * from corkboard.webhook_attempts where delivery_id = $1 order by attempted_at, id',
        deliveryId,
      ),
    /** The row with what was learned of an endpoint's limits. */
    throttle: (endpointId: string) => one('webhook_throttles', endpointId),
    /** The deliveries that wait behind an endpoint's throttle, without a job. */
    throttled: (endpointId: string) =>
      w.sql(
        'select * from corkboard.webhook_throttled_deliveries where endpoint_id = $1 order by id',
        endpointId,
      ),
    /** Records this many events, as the overdue check does: whatever the state of the workspace. */
    emit: (workspaceId: string, count = 1) =>
      w.sql(
        `select corkboard.emit_event($1, 'client.created', json_build_object('n', n)) from generate_series(1, $2::int) n`,
        workspaceId,
        count,
      ),
    /** Waits until no attempt of an endpoint is in progress. */
    unclaimed: (endpointId: string) => eventually(() => claims(endpointId), isEmpty, limitMs),
    endpoint: (endpointId: string) => one('webhook_endpoints', endpointId),
    /** Waits until a workspace has no jobs left, not even scheduled ones, and no throttled deliveries. */
    idle: (workspaceId: string) => {
      const left = `
        select 1 from ${queuedJobs} where payload ->> 'workspaceId' = $1
        union all
        select 1 from corkboard.webhook_throttled_deliveries where workspace_id::text = $1`;
      return eventually(() => w.sql(left, workspaceId), isEmpty, limitMs);
    },
  };
}
