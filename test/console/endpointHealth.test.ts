import test from 'ava';
import { attempts } from '../support/attempts.ts';
import { people } from '../support/console.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

// The health of an endpoint on its page. The tests record attempts themselves, so their number and duration are known.

const w = world(test);
const h = subscriptions(w);
const p = people(test, w);
const { sql } = w;
const { add, claim, record } = attempts(w);

async function endpoint() {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const owner = await p.owner(studio.id);
  const at = `/settings/webhooks/${endpointId}`;
  return { studio, endpointId, owner, at, text: async () => (await owner.get(at)).text };
}

/** Records this many attempts with this outcome and duration. */
async function attempted(endpointId: string, many: number, outcome: string, durationMs = 120) {
  const jobs = await add(endpointId, many);
  const claims = await claim(jobs);
  await record(claims, jobs, outcome, undefined, { durationMs });
}

const counts = (endpointId: string) =>
  sql(
    `select sum(succeeded)::int as succeeded, sum(failed)::int as failed, sum(duration_ms)::int as ms
       from corkboard.webhook_attempt_counts where id = $1`,
    endpointId,
  );

test('the page shows how many attempts of the last 24 hours succeeded, and how long they took', async t => {
  const on = await endpoint();
  t.regex(await on.text(), /No attempts in the last 24 hours\./);
  await attempted(on.endpointId, 12, 'succeeded');
  await attempted(on.endpointId, 1, 'timeout', 10_000);
  const text = await on.text();
  t.regex(
    text,
    /92\.3% of 13 attempts in the last 24 hours succeeded\. The latest answers took 120 ms \(median\)\./,
  );
  t.regex(text, /aria-label="Attempts by hour\. The values are in the table below/);
  t.regex(text, /<rect class="alert"/);
  t.regex(
    text,
    /<td data-label="Succeeded" class="number">12<\/td><td data-label="Failed" class="number">1<\/td>/,
  );
  t.regex(text, /<td data-label="Average of successful attempts" class="number">120 ms<\/td>/);
});

test('an endpoint that failed links to the deliveries that say why', async t => {
  const on = await endpoint();
  t.notRegex(await on.text(), /to see why/);
  await attempted(on.endpointId, 2, 'http_status');
  const text = await on.text();
  t.regex(text, /<span class="pill warn">Retrying<\/span>/);
  t.true(
    text.includes(
      `Open one of its <a href="${on.at}?status=pending#deliveries">pending</a> deliveries to see why.`,
    ),
  );
});

test('attempts that are recorded at the same time are all counted', async t => {
  const { endpointId } = await endpoint();
  const jobs = await add(endpointId, 40);
  const claims = await claim(jobs);
  await Promise.all(claims.map((one, n) => record([one], jobs, n % 4 === 0 ? 'connection' : 'succeeded')));
  const failed = Math.ceil(claims.length / 4);
  t.deepEqual(await counts(endpointId), [
    { failed, succeeded: claims.length - failed, ms: (claims.length - failed) * 12 },
  ]);
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
  t.regex(await on.text(), /No attempts in the last 24 hours/);
  await attempted(on.endpointId, 3, 'succeeded');
  t.regex(await on.text(), /100% of 3 attempts in the last 24 hours succeeded/);
  const [{ rows }] = await sql(
    'select count(*)::int as rows from corkboard.webhook_attempt_counts where id = $1',
    on.endpointId,
  );
  t.is(rows, 24);
});

test('an endpoint that is off says what to do', async t => {
  const on = await endpoint();
  await sql(
    'update corkboard.webhook_endpoints set failures_in_row = 20, disabled_at = now() where id = $1',
    on.endpointId,
  );
  t.regex(
    await on.text(),
    />Off<\/span> since <time[^>]*>[^<]+<\/time>: 20 deliveries in a row failed[\s\S]*turn the endpoint on again, and replay/,
  );
});

test('the page of a throttled endpoint says that nothing is lost', async t => {
  const on = await endpoint();
  await sql(
    'update corkboard.webhook_throttles set has_waiting = true, rate = 2 where id = $1',
    on.endpointId,
  );
  t.regex(
    await on.text(),
    />Slowed<\/span>: it takes 2 a second[\s\S]*Nothing is lost, and waiting uses up no attempt/,
  );
});
