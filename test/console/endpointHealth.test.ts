import test from 'ava';
import { attempts } from '../support/attempts.ts';
import { lacks, linksOf, rowsOf, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { subscriptions } from '../support/hooks.ts';

// The health of an endpoint on its page. The tests record attempts themselves, so their number and duration are known.

const w = consoleWorld(test);
const h = subscriptions(w);
const { sql } = w;
const { add, claim, finish } = attempts(w);

async function endpoint() {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const owner = await w.owner(studio.id);
  const at = `/settings/webhooks/${endpointId}`;
  return { studio, endpointId, at, page: () => owner.get(at) };
}

/** Records this many attempts with this outcome and duration. */
async function attempted(endpointId: string, many: number, outcome: string, durationMs = 120) {
  await finish(await claim(await add(endpointId, many)), outcome, { durationMs });
}

test('the page shows how many attempts of the last 24 hours succeeded, and how long they took', async t => {
  const on = await endpoint();
  shows(t, await on.page(), 'No attempts in the last 24 hours.');
  await attempted(on.endpointId, 12, 'succeeded');
  await attempted(on.endpointId, 1, 'timeout', 10_000);
  const page = await on.page();
  const says =
    '92.3% of 13 attempts in the last 24 hours succeeded. The latest answers took 120 ms (median).';
  shows(t, page, says);
  t.regex(page.text, /<rect class="alert"/);
  const rows = rowsOf(page.text).map(([, ...cells]) => cells.join());
  for (const row of ['12,1', '120 ms']) t.true(rows.includes(row), row);
});

test('an endpoint that failed links to the deliveries that say why', async t => {
  const on = await endpoint();
  lacks(t, await on.page(), 'to see why');
  await attempted(on.endpointId, 2, 'http_status');
  const page = await on.page();
  shows(t, page, 'Retrying', 'Open one of its pending deliveries to see why.');
  t.is(Object.fromEntries(linksOf(page)).pending, `${on.at}?status=pending#deliveries`);
});

test('attempts that are recorded at the same time are all counted', async t => {
  const { endpointId } = await endpoint();
  const claims = await claim(await add(endpointId, 40));
  await Promise.all(claims.map((one, n) => finish([one], n % 4 === 0 ? 'connection' : 'succeeded')));
  const counts = await sql(
    `select sum(succeeded)::int as succeeded, sum(failed)::int as failed, sum(duration_ms)::int as ms
       from corkboard.webhook_attempt_counts where id = $1`,
    endpointId,
  );
  t.deepEqual(counts, [{ failed: 10, succeeded: 30, ms: 30 * 12 }]);
});

test('a new day reuses the rows of the previous day’s hours, and older hours are not shown', async t => {
  const on = await endpoint();
  await sql(
    `insert into corkboard.webhook_attempt_counts (workspace_id, id, slot, hour_at, succeeded, failed, duration_ms)
     select $1, $2, extract(hour from b.hour_at at time zone 'UTC'), b.hour_at, 0, 50, 0
       from generate_series(date_trunc('hour', now(), 'UTC') - interval '47 hours', now() - interval '24 hours', interval '1 hour') b (hour_at)`,
    on.studio.id,
    on.endpointId,
  );
  shows(t, await on.page(), 'No attempts in the last 24 hours');
  await attempted(on.endpointId, 3, 'succeeded');
  shows(t, await on.page(), '100% of 3 attempts in the last 24 hours succeeded');
  const rows = await sql('select 1 from corkboard.webhook_attempt_counts where id = $1', on.endpointId);
  t.is(rows.length, 24);
});

for (const [state, change, ...says] of [
  [
    'off',
    'update corkboard.webhook_endpoints set failures_in_row = 20, disabled_at = now() where id = $1',
    'Off since … : 20 deliveries in a row failed … turn the endpoint on again, and replay',
  ],
  [
    'throttled',
    'update corkboard.webhook_throttles set has_waiting = true, rate = 2 where id = $1',
    'Slowed : it takes 2 a second … Nothing is lost, and waiting uses up no attempt',
  ],
  [
    'retrying, before any delivery has failed for the last time',
    'update corkboard.webhook_throttles set first_failed_at = now() where id = $1',
    'Retrying since today … : the latest attempts failed',
    'Events client.created Not subscribed to intake.submitted, ',
  ],
] as const)
  test(`the page of an endpoint that is ${state} says what it means and what to do`, async t => {
    const on = await endpoint();
    await sql(change, on.endpointId);
    shows(t, await on.page(), ...says);
  });
