import test from 'ava';
import { z } from 'zod';
import { queriesOver } from '../../src/database/queries.ts';
import { sql } from '../../src/database/sql.ts';

const queries = queriesOver(async () => [{ id: '1' }]);

test('rows are checked against the schema of their query in tests', async t => {
  t.deepEqual(await queries.one(sql.type(z.object({ id: z.string() }))`select`), { id: '1' });
  for (const ask of [queries.any, queries.maybeOne, queries.one]) {
    await t.throwsAsync(ask(sql.type(z.object({ id: z.number() }))`select`), { instanceOf: z.ZodError });
  }
});

test('a thousand statements are prepared, and no more', async t => {
  // Of its own, because those of other tests are prepared as well.
  const { prepared } = await import(`${new URL('../../src/database/statement.ts', import.meta.url)}?own`);
  const nameOf = (n: number): string | undefined =>
    prepared(sql.unsafe`select ${sql.literalValue(`${n}`)}`).name;
  const names = Array.from({ length: 1_001 }, (_, n) => nameOf(n));
  t.is(new Set(names).size, 1_001);
  t.is(names[1_000], undefined);
  t.is(nameOf(999), names[999]);
});
