import test from 'ava';
import { subscribable } from '../../src/records/event.ts';
import { keyScope } from '../../src/vocabulary/fields.ts';
import { world } from '../support/world.ts';

const w = world(test);

test('scopes and events are those of the database, in the same order', async t => {
  const { rows } = await w.db.query(
    'select corkboard.key_scopes() as scopes, corkboard.subscribable_events() as events',
  );
  t.deepEqual(rows, [{ scopes: keyScope.options, events: subscribable }]);
});
