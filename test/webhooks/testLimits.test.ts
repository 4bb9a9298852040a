import test from 'ava';
import { operator } from '../support/command.ts';
import { people } from '../support/console.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(w);
const p = people(test, w, { WEBHOOK_ALLOW_PRIVATE: 'true' });
const corkboard = operator(w, { WEBHOOK_ALLOW_PRIVATE: 'true' });

const { sql } = w;

/** The messages of the rejected calls. */
async function refusals(calls: Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls);
  return results.filter(result => result.status === 'rejected').map(({ reason }) => reason.message);
}

const testOf = (workspaceId: string, endpointId: string) =>
  sql('select 1 from corkboard.test_endpoint($1, $2)', workspaceId, endpointId);

/** Makes the tests of a workspace a minute older. */
const aMinutePasses = (workspaceId: string) =>
  sql(
    `update corkboard.webhook_tests set tested_at = now() - interval '1 minute' where workspace_id = $1`,
    workspaceId,
  );

const tries = (what: string, most: number) =>
  new RegExp(
    `^${what} has had ${most} tests in the last minute, the most allowed\\. Try again in \\d\\d seconds\\.$`,
  );

test('an endpoint gets ten tests a minute, also if they are simultaneous', async t => {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const another = await h.subscribe(studio.id);
  const many = () => Array.from({ length: 25 }, () => testOf(studio.id, endpointId));
  const refused = await refusals(many());
  t.is(refused.length, 15);
  for (const message of refused) t.regex(message, tries('This endpoint', 10));
  // Rejected tests don't count, and other endpoints may be tested.
  await testOf(studio.id, another.endpointId);
  await aMinutePasses(studio.id);
  t.is((await refusals(many())).length, 15);
});

test('a workspace gets thirty tests a minute, also if they are simultaneous, independently of other workspaces', async t => {
  const studios = [await w.workspace(), await w.workspace()];
  for (const studio of studios) {
    const endpoints = await Promise.all([1, 2, 3, 4].map(() => h.subscribe(studio.id)));
    const refused = await refusals(
      endpoints.flatMap(({ endpointId }) => Array.from({ length: 9 }, () => testOf(studio.id, endpointId))),
    );
    t.is(refused.length, 6);
    for (const message of refused) t.regex(message, tries('The workspace', 30));
  }
});

test('the console and the operator’s command share the limit: beyond it nothing is sent, and they say when to try again', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const owner = await p.owner(studio.id);
  const press = () => owner.post(`/settings/webhooks/${hook.endpointId}/test`);
  const seen = await Promise.all(Array.from({ length: 12 }, press));
  const refused = seen.filter(({ status }) => status === 422);
  t.deepEqual([seen.length - refused.length, refused.length], [10, 2]);
  for (const { text } of refused)
    t.regex(text, /This endpoint has had 10 tests[^<]* Try again in \d\d seconds\./);
  t.regex(await corkboard.refused('endpoint', 'test', hook.endpointId), tries('This endpoint', 10));
  t.is(hook.received.length, 10);
  await aMinutePasses(studio.id);
  t.like(await corkboard('endpoint', 'test', hook.endpointId), { outcome: 'succeeded', status: 200 });
});

test('an endpoint that was just tested can be removed', async t => {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  await testOf(studio.id, endpointId);
  await sql('select corkboard.remove_endpoint($1, $2)', studio.id, endpointId);
  t.deepEqual(await sql('select 1 from corkboard.webhook_tests where endpoint_id = $1', endpointId), []);
});
