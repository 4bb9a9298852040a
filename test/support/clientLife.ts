import { randomUUID } from 'node:crypto';
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
  const call = (text: string, ...values: unknown[]) => w.sql(`select ${text}`, ...values);
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
  const more = { e_invoice_country: 'DE', e_invoice_network_id: `9930:${mark}` };
  const party = {
    ...{ legal_name: of('legal'), billing_email: email('billing'), address_lines: of('street') },
    ...{ postal_code: mark, city: of('city'), region: of('region'), buyer_reference: of('reference') },
  };
  await call('corkboard.change_client($1, $2, $3)', studio.id, client.id, { ...change, ...more, ...party });
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
    await call('corkboard.change_project($1, $2, $3)', studio.id, project.id, { name: of(`renamed ${n}`) });
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
    await call('corkboard.change_revision($1, $2, $3)', studio.id, revision.id, {
      description: of('edited'),
    });
    const { timeEntry } = await send(`/projects/${project.id}/time`, { minutes: 5, description: of('time') });
    await call('corkboard.change_time_entry($1, $2, $3)', studio.id, timeEntry.id, {
      description: of('more'),
    });
    await send(`/projects/${project.id}/notes`, { body: of('note') });
    if (n === 3) break;
    // A form of the console, whose stored answer names no record.
    await asClient(w, of('signer'), [
      `corkboard.store_action_result($1, $3, (select json_build_object('scope', json_build_object(
           'deliverables', s.deliverables, 'approvedBy', s.approved_by))
         from corkboard.approve_scope($1, $2, $4) s))`,
      [studio.id, project.id, randomUUID(), of('approver')],
    ]);
  }
  await call(`corkboard.set_inquiry_form($1, '{"is_open": true}')`, studio.id);
  const inquirer = [of('inquirer'), email('inquirer'), of('inquiring company'), of('message')];
  await call(
    `corkboard.add_project_of_inquiry($1, i.id, $2, $8)
       from corkboard.receive_inquiry($1, $3, $4, $5, $6, json_build_object($7::text, $6::text), '192.0.2.1', $7) i`,
    ...[studio.id, client.id, ...inquirer, of('inquiring browser'), of('asked project')],
  );
  // Another one, which nobody has converted.
  await call(
    `corkboard.receive_inquiry($1, $2, upper($3), null, $4, '{}', '192.0.2.2', $5)`,
    ...[studio.id, of('inquirer'), email('new'), of('further message'), of('inquiring browser')],
  );
  const [first1, unsigned] = projectIds as [string, string];
  await asClient(w, of('asking'), [
    `corkboard.request_scope_changes($1, $2, $3, $4, null, '192.0.2.1', $5)`,
    [studio.id, projectIds[2], of('asking'), of('wish'), of('browser')],
  ]);
  await asClient(w, of('signer'), [
    `corkboard.sign_contract($1, $2, $3, null, '192.0.2.1', $4)`,
    [studio.id, first1, of('signer'), of('browser')],
  ]);
  await call('corkboard.approve_change_order($1, $2, 100)', studio.id, first1);
  for (const answer of ['accept', 'decline']) {
    const words = [of('addition'), of('added')];
    const [{ id }] = await call(
      '(o).id from (select corkboard.propose_change_order($1, $2, $3, $4, 100) as o) o',
      ...[studio.id, first1, ...words],
    );
    await call('corkboard.edit_change_order($1, $2, $3)', studio.id, id, { title: of('more') });
    await call('corkboard.send_change_order($1, $2)', studio.id, id);
    await asClient(
      w,
      of('answering'),
      answer === 'accept'
        ? [
            `corkboard.accept_change_order($1, $2, $3, null, '192.0.2.1', $4)`,
            [studio.id, id, of('agreeing'), of('browser')],
          ]
        : [
            'corkboard.decline_change_order($1, $2, $3, $4)',
            [studio.id, id, of('declining'), of('objection')],
          ],
    );
  }

  const draft = async (projectId: string, kind = 'invoice') => {
    const line = { description: of('line'), quantityHundredths: 100, unitPriceCents: 100 };
    const texts = { poNumber: of('po'), notes: of('invoice notes') };
    const { invoice } = await send('/invoices', { projectId, kind, lineItems: [line], ...texts });
    const edited = [{ ...line, description: of('edited line'), taxRateBps: null }];
    await call(
      `corkboard.edit_invoice($1, $2, null, 'USD', $3, 100, 0, 0, false, 0, null, null, $4, $5)`,
      studio.id,
      invoice.id,
      JSON.stringify(edited),
      of('new po'),
      of('new notes'),
    );
    return invoice.id as string;
  };
  const moved = async (id: string, ...verbs: string[]) => {
    for (const verb of verbs) await call(`corkboard.${verb}_invoice($1, $2)`, studio.id, id);
    return id;
  };
  const mail = async (record: string, subject: string) => {
    const [{ id }] = await call(
      `(m).id from (select corkboard.mail_document($1, 'invoice', $2, 'document', $3, array[$4], $5, $6) as m) m`,
      ...[studio.id, record, email('billing'), email('copy'), of(subject), of('mail text')],
    );
    return id as string;
  };
  const life = {
    clientId: client.id as string,
    projectIds,
    // Issued: their content and parties are kept when the client is erased.
    sent: await moved(await draft(first1), 'send', 'view'),
    paid: await moved(await draft(unsigned), 'send', 'pay'),
    voided: await moved(await draft(first1), 'send', 'void'),
    estimate: await moved(await draft(first1, 'estimate'), 'send'),
    draft: await draft(first1),
    // Voided without having been sent.
    discarded: await moved(await draft(unsigned), 'void'),
    first,
  };
  const paid = [of('method'), of('reference'), of('payment note')];
  await call('corkboard.record_payment($1, $2, 40, null, $3, $4, $5)', studio.id, life.sent, ...paid);
  await asClient(w, of('signer'), [
    `corkboard.answer_estimate($1, $2, 'declined', $3, $4, null, '192.0.2.1', $5)`,
    [studio.id, life.estimate, of('signer'), of('reason'), of('browser')],
  ]);
  await call('corkboard.open_portal($1, $2)', studio.id, client.id);
  await call(
    `corkboard.mail_document($1, 'portal', $2, 'document', $3, '{}', $4, $4)`,
    ...[studio.id, client.id, email('portal'), of('portal')],
  );
  const mailed = await mail(life.sent, 'subject');
  await call('corkboard.record_document_mail($1, $2, true, $3)', studio.id, mailed, of('refused copy'));
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

/** Calls a function as the client who typed this name on a page of a share link. */
async function asClient(w: World, name: string, [text, values]: [string, unknown[]]): Promise<void> {
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
