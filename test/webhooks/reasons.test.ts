import test from 'ava';
import { operator } from '../support/command.ts';
import { hooks } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = hooks(test, w);
const corkboard = operator(w);

test('the reason for a missing response is recorded with the attempt, and the command shows it', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await hook.close();
  await studio.client();
  const [{ id }] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  t.like(await h.attempts(id), [{ outcome: 'connection', reason: 'connection refused' }]);
  const { delivery } = await corkboard('delivery', 'show', id);
  const reason = { outcome: 'connection', reason: 'connection refused', statusCode: null };
  t.like(delivery.attempts, [reason]);
  t.deepEqual(delivery.lastAttempt, reason);
  const [failure] = (
    await w.db.query('select reason from corkboard_ops.recent_failures where delivery_id = $1', [id])
  ).rows;
  t.is(failure.reason, 'connection refused');
});
