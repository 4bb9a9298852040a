import test from 'ava';
import { envelopeOf } from '../../../src/records/event.ts';
import { json } from '../../../src/webhooks/formats/json.ts';
import { delivery, kinds, minimal, typical } from '../../support/deliveries.ts';

test('the envelope of every kind is as documented', t => {
  for (const kind of kinds) {
    for (const data of [typical[kind], minimal[kind]]) {
      const { id, createdAt, workspaceId } = delivery(kind);
      const envelope = { id, event: kind, createdAt, workspaceId, data };
      t.deepEqual(envelopeOf(kind).parse(JSON.parse(json(delivery(kind, data)))), envelope as never);
    }
  }
});

test('the body is compact, with its fields in the documented order', t => {
  t.is(
    json({ ...delivery('ping'), id: 'i', createdAt: 'c', workspaceId: 'w' }),
    '{"id":"i","event":"ping","createdAt":"c","workspaceId":"w","data":{"message":"Hello from Corkboard"}}',
  );
});

test('the data has the same bytes as in the database', t => {
  const data = String.raw`{"n":12345678901234567890.10,"e":1E400,"s":"\u00e9\/é 😀 \ud800 </script>","a":1,"a":2}`;
  t.true(json({ ...delivery('ping'), data }).endsWith(`,"data":${data}}`));
});
