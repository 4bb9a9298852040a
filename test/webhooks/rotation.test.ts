import { createHmac } from 'node:crypto';
import test from 'ava';
import { hooks } from '../support/hooks.ts';
import type { Received } from '../support/subscriber.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = hooks(test, w);

const rotate = async (workspaceId: string, endpointId: string): Promise<string> => {
  const { rows } = await w.db.query('select secret from corkboard.rotate_secret($1, $2)', [
    workspaceId,
    endpointId,
  ]);
  return rows[0].secret;
};

/** Signs a request with a secret, computed as a receiver would. */
const by = (secret: string, { headers, text }: Received) =>
  `v1=${createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${text}`).digest('hex')}`;

test('for 24 hours after a rotation both secrets sign, the newest first, and Signature has the previous one', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const other = await h.subscribe(studio.id);
  t.regex(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const sent = async (count: number) => {
    await studio.client();
    await other.gets(count);
    return (await hook.gets(count))[count - 1]!;
  };
  const check = (request: Received, single: string, ...all: string[]) => {
    t.is(request.headers['x-service-signature'], by(single, request));
    t.is(request.headers['x-service-signatures'], all.map(secret => by(secret, request)).join(','));
  };
  check(await sent(1), hook.secret, hook.secret);

  const second = await rotate(studio.id, hook.endpointId);
  check(await sent(2), hook.secret, second, hook.secret);

  // After a rotation within the 24 hours the oldest secret expires at once, and the 24 hours restart.
  const third = await rotate(studio.id, hook.endpointId);
  check(await sent(3), second, third, second);
  const { rows } = await w.db.query(
    `select previous_secret_expires_at - clock_timestamp() between '23:59' and '24:00' as restarted
     from corkboard.webhook_endpoints where id = $1`,
    [hook.endpointId],
  );
  t.true(rows[0].restarted);

  await w.db.query(
    'update corkboard.webhook_endpoints set previous_secret_expires_at = now() where id = $1',
    [hook.endpointId],
  );
  check(await sent(4), third, third);

  // The other endpoint is unaffected.
  for (const request of other.received) check(request, other.secret, other.secret);
});

test('adding and removing other endpoints doesn’t affect a rotation', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await rotate(studio.id, hook.endpointId);
  const before = await h.endpoint(hook.endpointId);
  const other = await h.subscribe(studio.id);
  await w.db.query('select corkboard.remove_endpoint($1, $2)', [studio.id, other.endpointId]);
  t.deepEqual(await h.endpoint(hook.endpointId), before);
});

test('a retry is signed with the secrets that are valid when it is made', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 500 });
  await studio.client();
  await h.settled(hook.endpointId, d => d.attempts_made === 1);
  const secret = await rotate(studio.id, hook.endpointId);
  await h.timePasses(studio.id);
  const [first, second] = (await hook.gets(2)) as [Received, Received];
  t.is(first.headers['x-service-signatures'], by(hook.secret, first));
  t.is(second.headers['x-service-signatures'], `${by(secret, second)},${by(hook.secret, second)}`);
});

test('Slack and Discord endpoints have no secret to rotate', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { format: 'discord' });
  await t.throwsAsync(rotate(studio.id, hook.endpointId), { message: /no secret/ });
});
