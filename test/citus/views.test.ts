import test from 'ava';
import { attempts } from '../support/attempts.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

// The views for DBAs and for the metrics, which read the rows of all workspaces.
const w = world(test);
const h = subscriptions(w);
const { add } = attempts(w);

test('every view of corkboard_ops can be read', async t => {
  const views = await w.sql(`select viewname as name from pg_views where schemaname = 'corkboard_ops'`);
  t.true(views.length > 5);
  for (const { name } of views)
    await t.notThrowsAsync(w.sql(`select * from corkboard_ops.${name} limit 1`), name);
});

test('endpoints and their overdue deliveries are in the views', async t => {
  const { endpointId } = await h.subscribe((await w.workspace()).id);
  await add(endpointId, 2);
  const [health] = await w.sql(
    'select state, pending::int, waiting::int from corkboard_ops.endpoint_health where endpoint_id = $1',
    endpointId,
  );
  t.deepEqual(health, { state: 'working', pending: 2, waiting: 0 });
  const [overdue] = await w.sql(
    'select overdue::int from corkboard_ops.overdue_deliveries where endpoint_id = $1',
    endpointId,
  );
  t.deepEqual(overdue, { overdue: 2 });
});
