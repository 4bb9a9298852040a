import test, { type ExecutionContext } from 'ava';
import { work } from '../../src/jobs/work.ts';
import { eventually } from '../support/eventually.ts';
import { FaultyProxy } from '../support/faultyProxy.ts';
import { type Hooks, subscriptions, workerConfig } from '../support/hooks.ts';
import { loggedLines } from '../support/loggedLines.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h: Hooks = subscriptions(w);
const lines = loggedLines(test, 'error');

/** A proxy to the database that ends with the test. */
async function proxyTo(t: ExecutionContext): Promise<FaultyProxy> {
  const proxy = await FaultyProxy.open(() => Number(new URL(w.databaseUrl).port));
  t.teardown(() => proxy.close());
  return proxy;
}

/** A worker that uses this proxy, with this many attempts in progress, whose responses the receiver delays. */
async function sending(t: ExecutionContext, count: number) {
  const proxy = await proxyTo(t);
  const worker = await work(workerConfig(), proxy.through(w.databaseUrl));
  const studio = await w.workspace();
  const answers: (() => void)[] = [];
  const hook = await h.subscribe(studio.id, { reaction: (_, res) => void answers.push(() => res.end()) });
  for (let i = 0; i < count; i++) await studio.client();
  await hook.gets(count);
  const answer = () => {
    for (const end of answers) end();
  };
  return { proxy, worker, studio, hook, answer };
}

test.serial(
  'a worker whose connections go silent opens new ones, and continues old and new work',
  async t => {
    const { proxy, worker, studio, hook, answer } = await sending(t, 5);
    // The worker no longer notices the end of these connections.
    proxy.silence();
    hook.reaction = 200;
    answer();
    for (let i = 0; i < 20; i++) await studio.client();
    await hook.gets(25);
    await h.settled(hook.endpointId, ({ status }) => status === 'succeeded', 25);
    await h.idle(studio.id);
    await t.notThrowsAsync(worker.stop());
  },
);

test.serial('a worker that lost its database and is stopped while reconnecting stops', async t => {
  const { proxy, worker, answer } = await sending(t, 1);
  proxy.close();
  answer();
  await eventually(() => lines.some(({ msg }) => msg === 'could not start a job runner'));
  await t.notThrowsAsync(worker.stop());
});
