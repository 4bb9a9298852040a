import test from 'ava';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

/** The workspace of a project with an invoice and a revision, whose rows the statements below try to corrupt. */
let workspace: string;
test.before(async () => {
  const studio = await w.workspace();
  const project = await studio.project();
  await studio.invoice(project.id);
  await studio.post(`/projects/${project.id}/revisions`, { description: 'A' });
  workspace = studio.id;
});

for (const [promise, statement] of Object.entries({
  'a PAID invoice was paid some time': `update corkboard.invoices set status = 'PAID' where workspace_id = $1`,
  'a SENT invoice was sent some time': `update corkboard.invoices set status = 'SENT' where workspace_id = $1`,
  'an estimate is never PAID': `update corkboard.invoices set kind = 'estimate', status = 'PAID', sent_at = now(), paid_at = now() where workspace_id = $1`,
  'a discount is never above the subtotal': `update corkboard.invoices set discount_cents = subtotal_cents + 1 where workspace_id = $1`,
  'a number is given once': `insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, currency, subtotal_cents, tax_rate_bps, tax_inclusive, tax_cents, created_via)
    select workspace_id, project_id, client_id, kind, sequence + 1, number, currency, 1, 0, false, 0, 'app' from corkboard.invoices where workspace_id = $1`,
  'a currency is three capitals': `update corkboard.invoices set currency = 'usd' where workspace_id = $1`,
  'an empty scope is not approved': `update corkboard.scopes set approved_at = now(), approved_by = 'Ann' where workspace_id = $1`,
  'a project has one scope': `insert into corkboard.scopes (workspace_id, project_id) select workspace_id, id from corkboard.projects where workspace_id = $1`,
  'a stage is one of six': `update corkboard.projects set stage = 'won' where workspace_id = $1`,
  'a verdict was asked for': `update corkboard.revisions set verdict = 'in_scope', verdict_reason = 'A' where workspace_id = $1`,
  'a verdict is one of three': `update corkboard.revisions set classify = true, verdict = 'free', verdict_reason = 'A' where workspace_id = $1`,
  'a verdict has a reason': `update corkboard.revisions set classify = true, verdict = 'in_scope' where workspace_id = $1`,
  'needs_question has a question': `update corkboard.revisions set classify = true, verdict = 'needs_question', verdict_reason = 'A' where workspace_id = $1`,
  'no other verdict has a question': `update corkboard.revisions set classify = true, verdict = 'in_scope', verdict_reason = 'A', verdict_question = 'B' where workspace_id = $1`,
  'there is no question without a verdict': `update corkboard.revisions set classify = true, verdict_question = 'B' where workspace_id = $1`,
  'a verdict is there or missing for a reason, not both': `update corkboard.revisions set classify = true, verdict = 'in_scope', verdict_reason = 'A', unclassified = 'unusable' where workspace_id = $1`,
  'every key can read': `update corkboard.api_keys set scopes = '{write:time}' where workspace_id = $1`,
  'a workspace has one owner': `insert into corkboard.members (workspace_id, email, role) values ($1, 'x@y.example', 'owner')`,
})) {
  test(`constraints enforce it: ${promise}`, t =>
    t.throwsAsync(w.db.query(statement, [workspace]), { message: /violates/ }));
}

const line = { description: 'Design', quantityHundredths: 100, unitPriceCents: 500, taxRateBps: null };
const lines = (...changes: object[]) => JSON.stringify(changes.map(change => ({ ...line, ...change })));

test('lines of an invoice are stored as the API returns them', async t => {
  for (const items of [
    '[]',
    lines({}),
    lines(...Array(50).fill({})),
    lines({ description: 'x' }, { description: '😀'.repeat(500) }),
    lines({ quantityHundredths: 0, unitPriceCents: 0, taxRateBps: 0 }),
    lines({ quantityHundredths: 1_000_000, unitPriceCents: 100_000_000, taxRateBps: 10_000 }),
    JSON.stringify(JSON.parse(lines({}, {})), null, 2),
    '[{"taxRateBps":null,"unitPriceCents":5,"quantityHundredths":100,"description":"In another order"}]',
  ])
    await t.notThrowsAsync(
      w.db.query('update corkboard.invoices set line_items = $2 where workspace_id = $1', [workspace, items]),
      items.slice(0, 90),
    );
});

for (const [what, items] of Object.entries({
  'no array': '{}',
  null: 'null',
  'text in an array': '["A"]',
  'an array in an array': '[[]]',
  'an empty object': '[{}]',
  '51 lines': lines(...Array(51).fill({})),
  'an unknown key': lines({ colour: 'red' }),
  'an unknown key in place of one': lines({ taxRateBps: undefined, taxRate: 5 }),
  'the key of another line': `[${JSON.stringify(line).replace('}', ',"description":"B"}')}]`,
  'one key twice in place of another': `[{"description":"A","description":"B","quantityHundredths":1,"unitPriceCents":1}]`,
  ...Object.fromEntries(
    Object.keys(line).map(key => [`a line without ${key}`, lines({}, { [key]: undefined })]),
  ),
  'an empty description': lines({ description: '' }),
  'a description of 501 characters': lines({ description: 'x'.repeat(501) }),
  'a description that is a number': lines({ description: 5 }),
  'a description that is null': lines({ description: null }),
  'a negative quantity': lines({ quantityHundredths: -1 }),
  'a quantity above 1000000': lines({ quantityHundredths: 1_000_001 }),
  'a quantity that is null': lines({ quantityHundredths: null }),
  'a quantity with a fraction': lines({ quantityHundredths: 1.5 }),
  'a quantity with an exponent': lines({}).replace(':100,', ':1e2,'),
  'a quantity in quotation marks': lines({ quantityHundredths: '100' }),
  'a price above 100000000': lines({ unitPriceCents: 100_000_001 }),
  'a price of 30 digits': lines({}).replace(':500,', `:${'9'.repeat(30)},`),
  'a negative price': lines({ unitPriceCents: -5 }),
  'a price that is true': lines({ unitPriceCents: true }),
  'a price that is an object': lines({ unitPriceCents: {} }),
  'a tax rate above 10000': lines({ taxRateBps: 10_001 }),
  'a negative tax rate': lines({ taxRateBps: -1 }),
  'a tax rate in quotation marks': lines({ taxRateBps: '5' }),
})) {
  test(`constraints enforce it: the lines of an invoice are not ${what}`, async t => {
    const error: any = await t.throwsAsync(
      w.db.query('update corkboard.invoices set line_items = $2 where workspace_id = $1', [workspace, items]),
    );
    t.regex(error.constraint, /^(line_items_well_formed|invoices_line_items_check)$/);
  });
}

test('ids are UUIDs of version 7 and grow with time', async t => {
  const { rows } = await w.db.query(
    `select corkboard.uuid_v7()::text as id, extract(epoch from clock_timestamp()) * 1000 as ms from generate_series(1, 2000)`,
  );
  const ids = rows.map(row => row.id);
  for (const id of ids) t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.is(new Set(ids).size, 2000);
  const stamps = ids.map(id => id.slice(0, 18));
  t.deepEqual(stamps, [...stamps].sort());
  const ms = Number.parseInt(ids[0].replace('-', '').slice(0, 12), 16);
  t.true(Math.abs(ms - Number(rows[0].ms)) < 1000);
});

test('columns with times are timestamptz and end in _at', async t => {
  const { rows } = await w.db.query(`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'corkboard' and table_name <> 'migrations'
       and ((data_type = 'timestamp with time zone') <> (column_name like '%\\_at') or data_type like 'timestamp without%')`);
  t.deepEqual(rows, [{ name: 'webhook_claims.claimed_until' }]);
});

test('every write is in the audit log under the label of its key', async t => {
  const studio = await w.workspace({ label: 'Assistant' });
  const { id } = await studio.project();
  await studio.scope(id);
  await studio.post(`/projects/${id}/revisions`, { description: 'A' });
  await studio.post(`/projects/${id}/time`, { minutes: 1 });
  await studio.post(`/projects/${id}/notes`, { body: 'A' });
  await studio.invoice(id);
  await studio.post(`/projects/${id}/notes`, { body: '' });
  const { rows } = await w.db.query(
    `select via, actor, action from corkboard.audit_log where workspace_id = $1 and via = 'api' order by id`,
    [studio.id],
  );
  t.deepEqual(
    rows.map(row => row.action),
    [
      'client.created',
      'project.created',
      'scope.drafted',
      'revision.logged',
      'time.logged',
      'note.added',
      'invoice.drafted',
    ],
  );
  for (const row of rows) t.is(row.actor, 'Assistant');
});
