import test from 'ava';
import { type EventKind, events } from '../../src/records/event.ts';
import { envelope } from '../../src/records/example.ts';
import { json } from '../../src/webhooks/formats/json.ts';
import { sampleOf } from '../../src/webhooks/sample.ts';
import { checkSchema, document } from '../support/contract.ts';
import { delivery, kinds } from '../support/deliveries.ts';

const now = '2027-02-28T23:30:00.000Z';

/** The published schema of an event kind: its path in the API description, and the properties of `data`. */
function published(kind: EventKind) {
  const { $ref } = document.webhooks[kind].post.requestBody.content['application/json'].schema;
  const schema = document.components.schemas[$ref.split('/').at(-1)];
  return { pointer: $ref.slice(1), fields: schema.properties.data.properties as Record<string, any> };
}

/**
 * The fields of a kind's data whose published schema satisfies `holds`. A nullable field counts as its non-null type.
 */
const fieldsThat = (kind: EventKind, holds: (schema: any) => boolean) =>
  Object.entries(published(kind).fields)
    .filter(([, schema]) => holds(schema.anyOf?.find(({ type }: any) => type !== 'null') ?? schema))
    .map(([name]) => name);

for (const kind of kinds) {
  test(`${kind}: the sample matches the published schema, with its fields in order`, t => {
    const data = sampleOf(kind, now);
    t.notThrows(() => checkSchema(published(kind).pointer, JSON.parse(json(delivery(kind, data)))));
    t.deepEqual(Object.keys(data), Object.keys(events[kind].shape));
  });

  test(`${kind}: every text of a sample says that it is a sample, its times are now, and its ids belong to no record`, t => {
    const sample = sampleOf(kind, now) as Record<string, unknown>;
    const another = sampleOf(kind, now) as Record<string, unknown>;
    const example: Record<string, unknown> = envelope(kind).data;
    for (const name of fieldsThat(
      kind,
      ({ type, format, pattern }) => type === 'string' && !format && !pattern,
    ))
      t.regex(String(sample[name]), name === 'message' ? /^This is a test/ : /^Sample |^SAMPLE-0001$/, name);
    for (const name of fieldsThat(kind, ({ format }) => format === 'date-time'))
      t.is(sample[name], now, name);
    const ids = fieldsThat(kind, ({ format }) => format === 'uuid');
    for (const name of ids) {
      // Records have ids of version 7.
      t.regex(String(sample[name]), /^[0-9a-f]{8}-[0-9a-f]{4}-4/, name);
      t.not(sample[name], another[name], name);
      t.not(sample[name], example[name], name);
    }
    t.is(new Set(ids.map(name => sample[name])).size, ids.length);
  });
}

test('the sample of an overdue invoice was due as many days ago as it says, and other samples aren’t due yet', t => {
  t.like(sampleOf('invoice.overdue', now), { dueDate: '2027-02-21', daysOverdue: 7, detectedAt: now });
  t.is(sampleOf('invoice.sent', now).dueDate, '2027-03-14');
});
