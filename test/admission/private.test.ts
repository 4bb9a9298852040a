import test from 'ava';
import { secretOf } from '../../src/admission/key.ts';
import { toolName } from '../../src/http/mcp/tools.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import { subscribable } from '../../src/records/event.ts';
import { formatNames } from '../../src/webhooks/delivery.ts';
import type { Account } from '../support/account.ts';
import { examples } from '../support/examples.ts';
import { hooks } from '../support/hooks.ts';
import { signIn } from '../support/session.ts';
import { callTool } from '../support/tools.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = hooks(test, w);

/** Where a contract was signed from. */
const signedFrom = '198.51.100.77';

/** Makes every event happen to a project, with a private value in every field that can have one. */
async function happen(studio: Account): Promise<string> {
  await sql(
    `select corkboard.change_workspace($1, '{"letterhead": "never-leaves Ltd", "terms": "never-leaves within 14 days", "intake_questions": ["never-leaves or not?"]}')`,
    studio.id,
  );
  const client = await studio.client();
  await sql(
    `select corkboard.change_client($1, $2, '{"address": "1 Quay Street, never-leaves"}')`,
    studio.id,
    client.id,
  );
  const { id } = await studio.project({ clientId: client.id, intake: {} });
  await studio.scope(id);
  const [paid, due] = [await studio.invoice(id), await studio.invoice(id, { dueDate: '2026-01-31' })];
  const act = (call: string, ...values: unknown[]) => sql(`select corkboard.${call}`, studio.id, ...values);
  await act(`submit_intake($1, $2, '{"never-leaves?": "never-leaves"}')`, id);
  await act(`approve_scope($1, $2, 'Ana')`, id);
  await act(`sign_contract($1, $2, 'Ana never-leaves', null, $3, 'never-leaves/5.0')`, id, signedFrom);
  await act('approve_change_order($1, $2, 700)', id);
  for (const invoice of [paid, due]) await act('send_invoice($1, $2)', invoice.id);
  await act('view_invoice($1, $2)', paid.id);
  const payment = `'never-leaves by post', 'never-leaves TX-7', 'never-leaves in cash'`;
  await act(`record_payment($1, $2, 100, null, ${payment})`, paid.id);
  await act('record_payment($1, $2)', paid.id);
  await sql('select corkboard.detect_overdue()');
  await studio.post(`/projects/${id}/revisions`, { description: 'Calmer' });
  return id;
}

/** Private data of a workspace that no response may contain. */
async function secretsOf(studio: Account): Promise<string[]> {
  const owner = await signIn(w, studio.id);
  await sql('select corkboard.create_sign_in_link($1)', owner.memberId);
  await sql(
    'select corkboard.request_reauthentication($1, $2, null, $3)',
    owner.tokenHash,
    owner.tokenHash,
    studio.id,
  );
  await sql(`select corkboard.set_sign_in_code(id, sha256('code')) from corkboard.sign_ins`);
  const rows = await sql(`
    select token as secret from corkboard.intakes union all
    select share_token from corkboard.invoices union all
    select share_token from corkboard.scopes union all
    select contract_token from corkboard.projects union all
    select secret from corkboard.webhook_endpoints where secret is not null union all
    select document::text from corkboard.agreements union all
    select encode(hash, form)
      from (select token_hash from corkboard.sessions union all
            select link_hash from corkboard.sign_in_links union all
            select unnest(array[browser_hash, code_hash, session_hash]) from corkboard.sign_ins union all
            select document_sha256 from corkboard.agreements union all
            select key_hash from corkboard.api_keys) h (hash), (values ('hex'), ('base64')) f (form)`);
  return [
    ...rows.map(({ secret }) => secret),
    secretOf(owner.token),
    secretOf(studio.key),
    studio.key.slice(0, 10),
  ];
}

// The factories write never-leaves into every private field, and every call in these tests is checked for
// it; here also for what the database makes itself, and for what only people write.
test('no answer, tool or webhook contains private data: tokens, keys, hashes, addresses, letterhead, terms, questions, signed texts and signers', async t => {
  const studio = await w.workspace();
  const events = [...subscribable];
  const receivers = await Promise.all(formatNames.map(format => h.subscribe(studio.id, { events, format })));
  const all = await examples(studio);
  const project = await happen(studio);
  all.getProject = { path: `/projects/${project}` };
  const told: [by: string, text: string][] = [];
  for (const { name, method } of catalogue) {
    const { path, body } = all[name]!;
    told.push([name, (await studio.send({ method, path, body })).text]);
    const [, , id] = path.split('/');
    const { text } = await callTool(studio, toolName(name), { ...body, ...(id && { id }) });
    told.push([toolName(name), text]);
  }
  await h.idle(studio.id);
  for (const { received } of receivers) {
    const kinds = new Set(received.map(({ headers }) => kindOf(headers)));
    t.deepEqual([...kinds].sort(), events.toSorted());
    for (const { headers, text } of received) told.push([kindOf(headers), JSON.stringify(headers) + text]);
  }
  const secrets = [...(await secretsOf(studio)), 'never-leaves', '@', signedFrom];
  t.true(secrets.length > 30 && !secrets.includes(null as never));
  for (const [by, text] of told)
    for (const secret of secrets) t.false(text.includes(secret), `${by}: ${secret}`);
});

const kindOf = (headers: Record<string, unknown>) => String(headers['x-service-event']);
