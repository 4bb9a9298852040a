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
