import test from 'ava';
import { hooks } from '../support/hooks.ts';
import { world } from '../support/world.ts';

// The jobs that finish replays and retries of many deliveries.

const w = world(test);
const { sql } = w;
const h = hooks(test, w);

/** An endpoint with this many deliveries, all with these columns. */
async function endpoint(count: number, columns: string, values: string) {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await sql(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, ${columns})
     select $1, $2, 'client.created', '{"clientName":"C","contactName":null,"company":null}', ${values} from generate_series(1, $3::int) n`,
    studio.id,
    hook.endpointId,
    count,
  );
  return { studio, hook };
}

const settled = 'status, attempts_made, due_at, settled_at';
const missed = `'missed', 2, null, now() - interval '1 hour'`;
const succeeded = ({ status }: { status: string }) => status === 'succeeded';

test('a replay of more than a batch sends each delivery once', async t => {
  const { studio, hook } = await endpoint(520, settled, missed);
  const [replay] = await sql('select * from corkboard.start_replay($1, $2)', studio.id, hook.endpointId);
  t.deepEqual(replay, { replayed: 250, isAll: false });
  const deliveries = await h.settled(hook.endpointId, succeeded, 520);
  t.true(deliveries.every(({ round }) => round === 2));
  t.is(new Set(hook.received.map(({ body }) => body.id)).size, 520);
});

test('a retry of more than a batch makes the next attempt of each delivery, one of its seven', async t => {
  const { studio, hook } = await endpoint(520, 'attempts_made, due_at', `3, now() + interval '6 hours'`);
  const [retry] = await sql('select * from corkboard.start_retry($1, $2)', studio.id, hook.endpointId);
  t.deepEqual(retry, { retried: 250, isAll: false });
  const deliveries = await h.settled(hook.endpointId, succeeded, 520);
  t.true(deliveries.every(({ attempts_made, round }) => attempts_made === 4 && round === 1));
  t.is(new Set(hook.received.map(({ body }) => body.id)).size, 520);
});

test('a retry stops if the endpoint is turned off', async t => {
  const { studio, hook } = await endpoint(300, 'attempts_made, due_at', `3, now() + interval '6 hours'`);
  // Both in one transaction, so that the job finds it off.
  await sql(
    'select corkboard.start_retry($1, $2), corkboard.disable_endpoint($1, $2)',
    studio.id,
    hook.endpointId,
  );
  await h.idle(studio.id);
  const left = await h.deliveries(hook.endpointId);
  t.is(left.filter(({ status }) => status === 'pending').length, 0);
  t.true(left.filter(({ status }) => status === 'missed').length >= 50);
});
