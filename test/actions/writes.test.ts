import test from 'ava';
import { sql } from 'slonik';
import { check } from '../../src/admission/check.ts';
import { readConfig } from '../../src/config.ts';
import { queriesOn } from '../../src/database/queries.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import type { Write } from '../../src/operations/define.ts';
import { examples } from '../support/examples.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);

for (const operation of catalogue.filter(({ method }) => method === 'POST') as Write[]) {
  test(`${operation.name}: a write by a person is audited as theirs in the app, and isn’t charged to the API`, async t => {
    const studio = await w.workspace();
    const { path, body } = (await examples(studio))[operation.name]!;
    const given = operation.path.includes(':id') ? { id: path.split('/')[2] } : {};
    const owner = await signIn(w, studio.id);
    const used = async () => (await studio.get('/me')).body.limits.monthlyWrites.used;
    const before = await used();
    const caller = { workspaceId: studio.id, label: owner.email, taxRateBps: 0, pricesIncludeTax: false };
    const row: any = await queriesOn(w.db).one(sql.unsafe`
      select (select row_to_json(a)::text from (${operation.sqlCall(check(operation.input, { ...body, ...given }), caller, readConfig({}))}) a) as answer
      from corkboard.begin_member_action(${sql.binary(owner.tokenHash)}, 'member', false, null) begun`);
    const answer = JSON.parse(row.answer);
    t.is(await used(), before);
    for (const record of Object.values<any>(answer)) {
      if (record?.createdVia) t.is(record.createdVia, 'app');
      if (record?.author) t.is(record.author, owner.email);
    }
    const { rows } = await w.db.query(
      'select via, actor from corkboard.audit_log where workspace_id = $1 order by id desc limit 1',
      [studio.id],
    );
    t.deepEqual(rows, [{ via: 'app', actor: owner.email }]);
  });
}
