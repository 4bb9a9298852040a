import test from 'ava';
import { check } from '../../src/admission/check.ts';
import type { Failure } from '../../src/errors/failure.ts';
import { queryOrBody } from '../../src/http/rest.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import { unknownId } from '../support/call.ts';
import { examples } from '../support/examples.ts';
import { sharedWorld } from '../support/world.ts';

// What holds for each of the twelve operations alike. How each is rejected is in test/http/openapi/errors.test.ts.
const w = sharedWorld(test, 'api');

const malformedIds = ['nonsense', '%00', `${unknownId}'--`];

for (const operation of catalogue) {
  const { name, method, path, scope } = operation;
  const isWrite = method === 'POST';

  test(`${name}: ${isWrite ? 201 : 200} for a key with ${scope}, and 404 for any other id`, async t => {
    const studio = await w.workspace();
    const example = (await examples(studio))[name]!;
    const key = await studio.keyWith(scope);
    t.is((await key.send({ method, ...example })).status, isWrite ? 201 : 200);
    if (!path.includes(':id')) return;
    const own = example.path.split('/')[2]!;
    for (const id of [unknownId, ...malformedIds]) {
      const { status, body } = await key.send({ method, ...example, path: example.path.replace(own, id) });
      t.deepEqual([status, body.code], [404, 'not_found'], id.slice(0, 40));
    }
  });

  if (!isWrite) continue;

  test(`${name}: what is missing, null, blank, of another type or unknown is invalid, and named`, t => {
    const schema = queryOrBody(operation);
    const body: Record<string, unknown> = operation.example;
    for (const field of Object.keys(schema.shape)) {
      const missing = schema.shape[field]!.safeParse(undefined).success ? [] : [undefined, null, '  '];
      for (const value of [...missing, { a: { b: 1 } }, [[1]]]) {
        const given = { ...body, [field]: value };
        const failure = t.throws<Failure>(() => check(schema, given), undefined, JSON.stringify(given));
        t.is(failure.details.field!.split('.')[0], field, JSON.stringify(value));
        t.true(failure.message.startsWith(failure.details.field!));
      }
    }
    for (const field of ['colour', 'id', '__proto__', 'constructor']) {
      const given = JSON.parse(JSON.stringify(body).replace('{', `{${JSON.stringify(field)}:1,`));
      t.is(t.throws<Failure>(() => check(schema, given)).details.field, field);
    }
  });
}
