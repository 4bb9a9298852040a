import test from 'ava';
import { catalogue } from '../../src/operations/catalogue.ts';
import { unknownKey } from '../support/call.ts';
import { examples } from '../support/examples.ts';
import { exhaust, holdMonth } from '../support/rates.ts';
import { world } from '../support/world.ts';

// What holds for each of the twelve operations alike.
const w = world(test);

const unknownId = '01890000-0000-7000-8000-000000000000';

for (const { name, method, path, scope } of catalogue) {
  const write = method === 'POST';

  test(`${name}: ${write ? 201 : 200} for a key with the scope`, async t => {
    const studio = await w.workspace();
    const example = (await examples(studio))[name]!;
    const { status } = await studio.send({ method, ...example });
    t.is(status, write ? 201 : 200);
  });

  test(`${name}: the same 401 for every key that isn’t valid`, async t => {
    const studio = await w.workspace();
    const example = (await examples(studio))[name]!;
    const revoked = await studio.keyWith(scope);
    await w.db.query(
      'update corkboard.api_keys set revoked_at = now() where workspace_id = $1 and scopes = $2',
      [studio.id, [...new Set(['read', scope])]],
    );
    const texts = new Set<string>();
    for (const Authorization of [
      '',
      'Bearer',
      'Basic abc',
      'Bearer crk_unknown',
      `Bearer ${unknownKey}`,
      'Bearer x y',
      `Bearer ${revoked.key}`,
    ]) {
      const { status, text } = await studio.send({ method, ...example, headers: { Authorization } });
      t.is(status, 401, Authorization);
      texts.add(text);
    }
    t.is(texts.size, 1);
  });

  test(`${name}: 402 if the plan has no API`, async t => {
    const studio = await w.workspace();
    const example = (await examples(studio))[name]!;
    await w.db.query(`insert into corkboard.plans (name, api) values ('none', false) on conflict do nothing`);
    await w.db.query(`update corkboard.workspaces set plan = 'none' where id = $1`, [studio.id]);
    const { status, body } = await studio.send({ method, ...example });
    t.is(status, 402);
    t.is(body.upgradeUrl, '/settings/billing');
  });

  if (scope !== 'read') {
    test(`${name}: 403 naming ${scope} for a key with every other scope, and nothing changes`, async t => {
      const studio = await w.workspace();
      const example = (await examples(studio))[name]!;
      const others = ['write:projects', 'write:invoices', 'write:time'].filter(other => other !== scope);
      const lesser = await studio.keyWith(...others);
      const before = (await studio.get('/me')).body.limits.monthlyWrites.used;
      const { status, body } = await lesser.send({ method, ...example });
      t.is(status, 403);
      t.true(body.error.includes(scope));
      t.is((await studio.get('/me')).body.limits.monthlyWrites.used, before);
    });
  }

  test(`${name}: 429 with Retry-After once the minute’s rate is used up`, async t => {
    const studio = await w.workspace();
    const example = (await examples(studio))[name]!;
    await exhaust(w, studio, write ? 'write' : 'read');
    const { status, headers } = await studio.send({ method, ...example });
    t.is(status, 429);
    t.regex(headers.get('retry-after')!, /^[1-9]\d*$/);
  });

  if (path.includes(':id')) {
    for (const id of [unknownId, 'nonsense', '1'.repeat(5000), '%00', `${unknownId}'--`, 'a%2Fb']) {
      test(`${name}: 404 for the id ${id.slice(0, 40)}`, async t => {
        const studio = await w.workspace();
        const example = (await examples(studio))[name]!;
        const own = example.path.split('/')[2]!;
        const { status, body } = await studio.send({
          method,
          ...example,
          path: example.path.replace(own, id),
        });
        t.is(status, 404);
        t.is(body.code, 'not_found');
      });
    }
  }

  if (write) {
    test(`${name}: 402 with the number used once the monthly allowance is used up, and nothing changes`, async t => {
      const studio = await w.workspace();
      const example = (await examples(studio))[name]!;
      await holdMonth(w, studio, 10_000);
      const { status, body } = await studio.send({ method, ...example });
      t.is(status, 402);
      t.regex(body.error, /10000/);
      t.is((await studio.get('/me')).body.limits.monthlyWrites.used, 10000);
    });

    test(`${name}: 422 naming an unknown field`, async t => {
      const studio = await w.workspace();
      const example = (await examples(studio))[name]!;
      for (const field of ['colour', 'id', '__proto__', 'constructor']) {
        const body = JSON.stringify(example.body).replace('{', `{${JSON.stringify(field)}:1,`);
        const answer = await studio.send({ method, path: example.path, body });
        t.is(answer.status, 422, field);
        t.is(answer.body.field, field);
      }
    });

    test(`${name}: 422 naming each required field that is missing, null, blank or of another type`, async t => {
      const studio = await w.workspace();
      const example = (await examples(studio))[name]!;
      for (const field of Object.keys(example.body!)) {
        for (const value of [undefined, null, '  ', { a: 1 }, [[1]]]) {
          const answer = await studio.post(example.path, { ...example.body, [field]: value });
          t.is(answer.status, 422, `${field} ${JSON.stringify(value)}`);
          t.is(String(answer.body.field).split('.')[0], field);
          t.true(answer.body.error.startsWith(answer.body.field));
        }
      }
    });
  }
}
