import test from 'ava';
import { attempts, settledAs } from '../support/attempts.ts';
import { buttonsOf, lacks, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { subscriptions } from '../support/hooks.ts';

// The parts of an endpoint's page about deliveries that failed, were missed or are waiting. No worker is running.

const w = consoleWorld(test);
const h = subscriptions(w);
const { sql, call } = w;
const { add } = attempts(w);

/** An endpoint of a workspace in Berlin, and a member who has opened its page. */
async function endpoint() {
  const studio = await w.workspace();
  await sql(`update corkboard.workspaces set time_zone = 'Europe/Berlin' where id = $1`, studio.id);
  const { endpointId } = await h.subscribe(studio.id);
  const member = await w.member(studio.id);
  const addSettled = (status: string, settledAt: string, count = 1) =>
    add(endpointId, count, settledAs(status, `'${settledAt}'`));
  const addPending = (due: string, count = 1) =>
    add(endpointId, count, { attempts_made: '3', due_at: `clock_timestamp() + interval '${due}'` });
  const page = () => member.get(`/settings/webhooks/${endpointId}`);
  const statuses = async () => {
    const rows = await sql(
      `select count(*) || ' ' || status as found from corkboard.webhook_deliveries
        where endpoint_id = $1 group by status order by status`,
      endpointId,
    );
    return rows.map(({ found }) => found);
  };
  /** Presses a button; returns the notice on the page after it. */
  const press = async (button: string, typed: Record<string, string> = {}) => {
    const { location } = await member.press(await page(), button, typed);
    return /role="status">([^<]+)/.exec((await member.get(location!)).text)![1]!;
  };
  return { studio, endpointId, member, addSettled, addPending, page, statuses, press };
}

test('the page says how many deliveries a replay would send, from when, and how long it keeps them', async t => {
  const { addSettled, page } = await endpoint();
  lacks(t, await page(), 'failed or missed, the oldest');
  await addSettled('succeeded', '2026-11-01T12:00:00Z');
  await addSettled('missed', '2026-11-20T23:30:00Z');
  shows(t, await page(), '1 delivery failed or missed, the oldest on November 21, 2026, 12:30 AM GMT+1.');
  await addSettled('failed', '2026-11-19T12:00:00Z', 19);
  shows(t, await page(), '20 deliveries failed or missed, the oldest on November 19, 2026, 1:00 PM');
  const [{ days }] = await sql('select corkboard.delivery_retention_days() as days');
  shows(t, await page(), `keeps a delivery for ${days} days after it succeeded, failed or was missed`);
});

test('a replay sends what failed or was missed, if asked only what did so on or after a day in the workspace’s time zone', async t => {
  const { member, page, addSettled, statuses, press } = await endpoint();
  // Berlin is one hour ahead of UTC in November.
  await addSettled('failed', '2026-11-19T22:59:59.999Z', 3);
  await addSettled('missed', '2026-11-19T22:59:59.999Z', 4);
  await addSettled('failed', '2026-11-19T23:00:00Z', 5);
  await addSettled('succeeded', '2026-11-20T12:00:00Z');
  await addSettled('missed', '2026-11-21T12:00:00Z', 6);
  const refused = await member.press(await page(), 'Replay failed and missed', { since: '2026-02-30' });
  t.is(refused.status, 422);
  const replayed = 'The deliveries that failed or were missed are being sent again.';
  t.is(await press('Replay failed and missed', { since: '2026-11-20' }), replayed);
  t.deepEqual(await statuses(), ['3 failed', '4 missed', '11 pending', '1 succeeded']);
  t.is(await press('Replay failed and missed', { since: '2026-11-20' }), 'There was nothing to replay.');
  t.is(await press('Replay failed and missed', { since: '' }), replayed);
  t.deepEqual(await statuses(), ['18 pending', '1 succeeded']);
});

test('Send all waiting now makes all attempts due, and is offered only while deliveries wait', async t => {
  const { addPending, page, press, endpointId } = await endpoint();
  const isOffered = async () => buttonsOf(await page()).includes('Send all waiting now');
  t.false(await isOffered());
  await addPending('-1 second');
  t.false(await isOffered());
  await addPending('2 hours', 3);
  shows(t, await page(), '3 deliveries waiting for a later attempt, the next one on');
  t.is(await press('Send all waiting now'), 'The waiting deliveries are being sent now.');
  t.false(await isOffered());
  const late = await sql(
    `select 1 from corkboard.webhook_deliveries where endpoint_id = $1 and (due_at > now() or attempts_made <> 3)`,
    endpointId,
  );
  t.is(late.length, 0);
});

test('of more than a batch the page says that the rest is sent in the background', async t => {
  const { addPending, addSettled, press } = await endpoint();
  await addPending('2 hours', 251);
  t.regex(await press('Send all waiting now'), /the rest in the background/);
  await addSettled('missed', '2026-11-19T12:00:00Z', 251);
  t.regex(await press('Replay failed and missed'), /the rest in the background/);
});

test('while an endpoint is off, its page says so instead of showing the buttons', async t => {
  const { studio, endpointId, addSettled, page } = await endpoint();
  await addSettled('missed', '2026-11-19T12:00:00Z', 2);
  await call('disable_endpoint', studio.id, endpointId);
  const off = await page();
  shows(t, off, '2 deliveries failed or missed, the oldest on … Once it is on, you can replay them');
  lacks(t, off, 'Replay failed and missed', 'Send all waiting now');
});
