import test from 'ava';
import { type Door, door } from '../support/door.ts';
import { type Hooks, subscriptions } from '../support/hooks.ts';
import { launch } from '../support/launch.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h: Hooks = subscriptions(test, w);

const through = ({ port }: Door) => Object.assign(new URL(w.databaseUrl), { port }).href;

test.serial(
  'a worker whose connections have fallen silent opens others, and goes on with what it had and what is new',
  async t => {
    t.timeout(60_000);
    const database = await door(t, () => Number(new URL(w.databaseUrl).port));
    const worker = launch(t, 'worker', {
      DATABASE_URL: through(database),
      WEBHOOK_ALLOW_PRIVATE: 'true',
    });
    await worker.says(/worker is working/);
    const studio = await w.workspace();
    const answers: (() => void)[] = [];
    const hook = await h.subscribe(studio.id, { reaction: (_, res) => void answers.push(() => res.end()) });
    for (let i = 0; i < 5; i++) await studio.client();
    await hook.gets(5);
    // With five attempts under way nobody hears of their end any more.
    database.fallSilent();
    hook.reaction = 200;
    for (const answer of answers) answer();
    for (let i = 0; i < 20; i++) await studio.client();
    await hook.gets(25);
    await h.settled(hook.endpointId, ({ status }) => status === 'succeeded', 25);
    await h.idle(studio.id);
    worker.child.kill('SIGTERM');
    t.is(await worker.ended, 0);
  },
);

test.serial(
  'a web process whose connections have fallen silent answers 500 for a moment, and then goes on',
  async t => {
    t.timeout(60_000);
    const database = await door(t, () => Number(new URL(w.databaseUrl).port));
    const web = launch(t, 'web', { DATABASE_URL: through(database), PORT: '0' });
    const baseUrl = `http://127.0.0.1:${await web.says(/"port":(\d+)/)}`;
    const studio = await w.workspace();
    const statusOf = async () => {
      const { status } = await fetch(`${baseUrl}/api/v1/me`, {
        headers: { Authorization: `Bearer ${studio.key}` },
      });
      return status;
    };
    t.deepEqual(new Set(await Promise.all(Array.from({ length: 8 }, statusOf))), new Set([200]));
    database.fallSilent();
    t.true((await Promise.all(Array.from({ length: 8 }, statusOf))).includes(500));
    t.deepEqual(new Set(await Promise.all(Array.from({ length: 8 }, statusOf))), new Set([200]));
  },
);

test.serial(
  'a worker that gave up with the database gone, and is told to stop while it tries to go on, ends with 0',
  async t => {
    t.timeout(60_000);
    const database = await door(t, () => Number(new URL(w.databaseUrl).port));
    const worker = launch(t, 'worker', {
      DATABASE_URL: through(database),
      WEBHOOK_ALLOW_PRIVATE: 'true',
    });
    await worker.says(/worker is working/);
    const studio = await w.workspace();
    const answers: (() => void)[] = [];
    const hook = await h.subscribe(studio.id, { reaction: (_, res) => void answers.push(() => res.end()) });
    await studio.client();
    await hook.gets(1);
    database.shut();
    for (const answer of answers) answer();
    await worker.says(/a job runner could not be started/);
    worker.child.kill('SIGTERM');
    t.is(await worker.ended, 0);
  },
);
