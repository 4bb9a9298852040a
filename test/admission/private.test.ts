import test from 'ava';
import { catalogue } from '../../src/operations/catalogue.ts';
import { examples } from '../support/examples.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);

// The factories write never-leaves into every private field, and every call in these tests is checked for
// it; here also for what the database makes itself.
test('no answer holds a share token, a key, its hash, an e-mail address or anything else that is private', async t => {
  const studio = await w.workspace();
  const all = await examples(studio);
  const project = all.getProject!.path.split('/')[2]!;
  await studio.invoice(project);
  await signIn(w, studio.id);
  await w.db.query(`select corkboard.make_sign_in_link(id) from corkboard.members where workspace_id = $1`, [
    studio.id,
  ]);
  await w.db.query(
    `select corkboard.change_client(workspace_id, id, '{"address": "1 Quay Street, never-leaves"}') from corkboard.clients where workspace_id = $1`,
    [studio.id],
  );
  const { rows } = await w.db.query(`
    select token as secret from corkboard.intakes union all
    select share_token from corkboard.invoices union all
    select share_token from corkboard.scopes union all
    select contract_token from corkboard.projects union all
    select encode(token_hash, h.form) from corkboard.sessions, (values ('hex'), ('base64')) h (form) union all
    select encode(link_hash, h.form) from corkboard.sign_in_links, (values ('hex'), ('base64')) h (form) union all
    select encode(key_hash, 'hex') from corkboard.api_keys union all
    select encode(key_hash, 'base64') from corkboard.api_keys`);
  const secrets = [...rows.map(row => row.secret), studio.key, studio.key.slice(0, 10), 'never-leaves', '@'];
  for (const { name, method } of catalogue) {
    const { text } = await studio.send({ method, ...all[name]! });
    for (const secret of secrets) t.false(text.includes(secret), `${name}: ${secret}`);
  }
});

test('no record has a field for what is private', t => {
  const forbidden =
    /email|address|notes|intake|token|share|answers|owner|member|secret|hash|session|signed|stripe|payment|processor/i;
  const text = JSON.stringify(catalogue.map(operation => Object.keys(flatten(operation.output))));
  t.false(forbidden.test(text), text);
});

function flatten(schema: any, found: Record<string, true> = {}): Record<string, true> {
  const inner = schema.unwrap?.() ?? schema.element;
  if (inner) flatten(inner, found);
  for (const [key, field] of Object.entries(schema.shape ?? {})) {
    found[key] = true;
    flatten(field, found);
  }
  return found;
}
