import { randomUUID } from 'node:crypto';
import { clientFieldNames, clientFields } from '../../src/records/clientFields.ts';
import { snakeCase } from '../../src/records/columns.ts';
import type { Account } from './account.ts';
import type { Subscription } from './hooks.ts';
import type { World } from './world.ts';

/**
 * Writes all there is about a client: work that was agreed, changed, billed and signed, and work that was not. Each text
 * contains `mark`.
 */
export async function liveClient(w: World, studio: Account, hook: Subscription, mark: string) {
  const of = (what: string) => `${mark} ${what}`;
  const email = (name: string) => `${name}@${mark}.example`;
  const send = async (path: string, body: object, key = randomUUID()) => {
    const answer = await studio.post(path, body, { 'Idempotency-Key': key });
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
    return answer.body;
  };
  const call = (name: string, ...values: unknown[]) => w.call(name, studio.id, ...values);
  /** The same, as the client who typed this name on a page of a share link. */
  const asClient = (name: string, called: string, ...values: unknown[]) =>
    actingAs(w, name, `corkboard.${called}($1${values.map((_, n) => `, $${n + 2}`).join('')})`, [
      studio.id,
      ...values,
    ]);
  /** What is kept of a client's browser with an answer. */
  const browser = [null, '192.0.2.1', of('browser')];
  /** The Idempotency-Key and body of the request that added the client. */
  const first = {
    key: randomUUID(),
    body: { name: of('name'), email: email('old'), company: of('company'), notes: of('notes') },
  };
  const { client } = await send('/clients', first.body, first.key);
  const change = {
    name: of('new name'),
    email: email('new'),
    contact_name: of('contact'),
    address: of('address'),
  };
  const more = {
    billing_email: email('billing'),
    contacts: [{ name: of('person'), email: email('person'), phone: mark, role: 'billing' }],
    e_invoice_country: 'DE',
    e_invoice_network_id: `9930:${mark}`,
  };
  const texts = clientFieldNames.filter(field => clientFields[field].schema.safeParse(mark).success);
  const others = Object.fromEntries(texts.map(field => [snakeCase(field), mark]));
  await call('change_client', client.id, { ...others, ...change, ...more });
  // No VAT number can contain the mark.
  await w.sql('update corkboard.clients set vat_number = $2 where id = $1', client.id, of('VAT'));

  const projectIds: string[] = [];
  for (const n of [1, 2, 3]) {
    const { project } = await send('/projects', {
      clientId: client.id,
      name: of(`project ${n}`),
      notes: of('project notes'),
      intake: { 'Who visits?': of('answer') },
    });
    projectIds.push(project.id);
    await call('change_project', project.id, { name: of(`renamed ${n}`) });
    const scope = {
      deliverables: [of('deliverable'), of('other')],
      timeline: of('timeline'),
      priceCents: 100,
    };
    await send(`/projects/${project.id}/scope`, scope);
    const { revision } = await send(`/projects/${project.id}/revisions`, { description: of('revision') });
    await w.sql(
      `update corkboard.revisions set classify = true, verdict = 'needs_question', verdict_reason = $2, verdict_question = $2
        where id = $1`,
      revision.id,
      of('verdict'),
    );
    await call('change_revision', revision.id, { description: of('edited') });
    const { timeEntry } = await send(`/projects/${project.id}/time`, { minutes: 5, description: of('time') });
    await call('change_time_entry', timeEntry.id, { description: of('more') });
    await send(`/projects/${project.id}/notes`, { body: of('note') });
    if (n === 3) break;
    // A form of the console, whose stored answer names no record.
    await actingAs(
      w,
      of('signer'),
      `corkboard.store_action_result($1, $3, (select json_build_object('scope', json_build_object(
           'deliverables', s.deliverables, 'approvedBy', s.approved_by))
         from corkboard.approve_scope($1, $2, $4) s))`,
      [studio.id, project.id, randomUUID(), of('approver')],
    );
  }
  await call('set_inquiry_form', { is_open: true });
  const inquirer = [of('inquirer'), email('inquirer'), of('inquiring company'), of('message')];
  await w.sql(
    `select corkboard.add_project_of_inquiry($1, i.id, $2, $8)
       from corkboard.receive_inquiry($1, $3, $4, $5, $6, json_build_object($7::text, $6::text), '192.0.2.1', $7) i`,
    ...[studio.id, client.id, ...inquirer, of('inquiring browser'), of('asked project')],
  );
  // Another one, which nobody has converted.
  const further = [of('inquirer'), email('new').toUpperCase(), null, of('further message'), {}, '192.0.2.2'];
  await call('receive_inquiry', ...further, of('inquiring browser'));
  const [first1, unsigned] = projectIds as [string, string];
  await asClient(of('asking'), 'request_scope_changes', projectIds[2], of('asking'), of('wish'), ...browser);
  await asClient(of('signer'), 'sign_contract', first1, of('signer'), ...browser);
  await call('approve_change_order', first1, 100);
  for (const answer of ['accept', 'decline']) {
    const [{ id }] = await call('propose_change_order', first1, of('addition'), of('added'), 100);
    await call('edit_change_order', id, { title: of('more') });
    await call('send_change_order', id);
    const words = answer === 'accept' ? [of('agreeing'), ...browser] : [of('declining'), of('objection')];
    await asClient(of('answering'), `${answer}_change_order`, id, ...words);
  }

  const draft = async (projectId: string, kind = 'invoice') => {
    const line = { description: of('line'), quantityHundredths: 100, unitPriceCents: 100 };
    const texts = { poNumber: of('po'), notes: of('invoice notes') };
    const { invoice } = await send('/invoices', { projectId, kind, lineItems: [line], ...texts });
    const edited = [{ ...line, description: of('edited line'), taxRateBps: null }];
    const terms = ['USD', JSON.stringify(edited), 100, 0, 0, false, 0, null, null];
    await call('edit_invoice', invoice.id, null, ...terms, of('new po'), of('new notes'));
    return invoice.id as string;
  };
  const moved = async (id: string, ...moves: string[]) => {
    for (const move of moves) await call(move, id);
    return id;
  };
  const mail = async (record: string, subject: string) => {
    const addresses = [email('billing'), [email('copy')]];
    const about = ['invoice', record, 'document', ...addresses, of(subject), of('mail text')];
    const [{ id }] = await call('mail_document', ...about);
    return id as string;
  };
  const life = {
    clientId: client.id as string,
    projectIds,
    // Issued: their content and parties are kept when the client is erased.
    sent: await moved(await draft(first1), 'send_invoice', 'view_invoice'),
    paid: await moved(await draft(unsigned), 'send_invoice', 'record_payment'),
    voided: await moved(await draft(first1), 'send_invoice'),
    estimate: await moved(await draft(first1, 'estimate'), 'send_invoice'),
    draft: await draft(first1),
    // Voided without having been sent.
    discarded: await moved(await draft(unsigned), 'void_invoice'),
    first,
  };
  await call('void_invoice', life.voided, null, of('credit reason'));
  const paid = [of('method'), of('reference'), of('payment note')];
  await call('record_payment', life.sent, 40, null, ...paid);
  await call('record_payment', life.sent, 1, null, ...paid);
  const [mistaken] = await w.sql(
    'select id from corkboard.payments where invoice_id = $1 and amount_cents = 1',
    life.sent,
  );
  await call('remove_payment', mistaken!.id);
  const declined = [life.estimate, 'declined', of('signer'), of('reason')];
  await asClient(of('signer'), 'answer_estimate', ...declined, ...browser);
  await call('open_portal', client.id);
  const portal = [email('portal'), [], of('portal'), of('portal')];
  await call('mail_document', 'portal', client.id, 'document', ...portal);
  const mailed = await mail(life.sent, 'subject');
  const refused = [[email('billing')], [email('copy')], of('refused copy')];
  await call('record_mail_attempt', mailed, 0, ...refused, of('busy'));
  await mail(life.estimate, 'waiting subject');
  // Half of what was emitted has failed, and the receiver quoted it.
  await w.sql(
    `with failed as (
       update corkboard.webhook_deliveries set status = 'failed', due_at = null, settled_at = now(), attempts_made = 7
        where endpoint_id = $1 and data::text like '%' || $2 || '%'
          and id in (select id from corkboard.webhook_deliveries where endpoint_id = $1 order by id offset 3)
       returning workspace_id, id, data)
     insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, outcome, status_code, duration_ms, response, signatures, attempted_at)
     select workspace_id, id, 1, 'http_status', 500, 5, left(data::text, 500), 'v1=00', now() from failed`,
    hook.endpointId,
    mark,
  );
  return life;
}

/** Evaluates an expression as the client who typed this name. */
async function actingAs(w: World, name: string, text: string, values: unknown[]): Promise<void> {
  const client = await w.db.connect();
  try {
    await client.query('begin');
    await client.query('select corkboard.act_as_client($1)', [name]);
    await client.query(`select ${text}`, values);
    await client.query('commit');
  } finally {
    client.release();
  }
}
