import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { queryAt } from '../../harness/database.ts';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import { work } from '../../src/jobs/work.ts';
import { dataFolder } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { FaultyProxy } from '../support/faultyProxy.ts';
import { workerConfig } from '../support/hooks.ts';
import { subscriber } from '../support/subscriber.ts';

test('after PostgreSQL restarts under load, web and worker recover and every event arrives', async t => {
  const folder = await dataFolder();
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  let postgres = await startEmbedded(folder);
  t.teardown(() => postgres.stop());
  const proxy = await FaultyProxy.open(() => Number(new URL(postgres.url).port));
  t.teardown(() => proxy.close());
  const hook = await subscriber();
  t.teardown(hook.close);
  await queryAt(postgres.url, 'select corkboard.adopt_database()');
  const [{ key }] = await queryAt(
    postgres.url,
    `select w.id, (corkboard.create_key(w.id, 'Key', '{write:projects}')).secret as key,
       (corkboard.add_endpoint(w.id, $1, 'json', '{client.created}')).secret
     from corkboard.create_workspace('Studio', 'owner@example.com', 'USD', 'studio', 0) w`,
    hook.url,
  );
  const web = await serve({ ...readConfig({}), port: 0 }, proxy.through(postgres.url));
  t.teardown(web.stop);
  const worker = await work(workerConfig(), proxy.through(postgres.url));
  t.teardown(worker.stop);

  const restarted = Promise.withResolvers<void>();
  const created: string[] = [];
  /** Creates a client as an integrator does: repeats the same request until it succeeds. */
  const create = async (n: number) => {
    const end = performance.now() + 60_000;
    while (performance.now() < end) {
      const response = await fetch(`http://127.0.0.1:${web.port}/api/v1/clients`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': `n${n}`,
        },
        body: JSON.stringify({ name: `Client ${n}` }),
      });
      const body = (await response.json()) as any;
      if (response.status === 201) return void created.push(body.client.id);
      t.is(response.status, 500);
      await pause(100);
    }
    t.fail(`Client ${n} was not created within a minute.`);
  };
  const load = (async () => {
    for (let n = 0; n < 50; n++) {
      if (n > 25) await restarted.promise;
      await create(n);
    }
  })();
  await eventually(() => created.length >= 20);
  await postgres.stop();
  postgres = await startEmbedded(folder);
  restarted.resolve();
  await load;
  const told = () => [...new Set(hook.received.map(({ body }) => body.data.clientId))].sort();
  t.deepEqual(await eventually(told, ids => ids.length >= created.length, 120_000), created.sort());
});
