import { subscriptions } from './hooks.ts';
import { changeOrderLink, inquiryLink, invoiceLink, portalLinks, shareLinks } from './shareLinks.ts';
import type { World } from './world.ts';

export type Populated = Awaited<ReturnType<typeof populated>>;

/**
 * Makes a workspace with a client whose project has a drafted scope, an intake without answers and a draft of an invoice,
 * and with a second project, on which everything is settled. `text`: what each text is that people write, by the name of
 * its field.
 */
export async function populated(
  w: World,
  text = (field: string): string => `a-${field.replaceAll(' ', '-')}`,
) {
  const { sql } = w;
  const studio = await w.workspace({ plan: 'studio', label: text('label') });
  const call = (name: string, ...values: unknown[]) => w.call(name, studio.id, ...values);
  const settings = ['name', 'letterhead', 'terms'].map(field => [field, text(field)]);
  const questions = { intake_questions: [text('question')] };
  await call('change_workspace', JSON.stringify({ ...Object.fromEntries(settings), ...questions }));
  const { endpointId: endpoint } = await subscriptions(w).subscribe(studio.id, {
    events: ['client.created', 'invoice.sent'],
  });
  await sql(
    'update corkboard.webhook_endpoints set description = $2, url = $3 where id = $1',
    endpoint,
    text('endpoint'),
    `http://127.0.0.1:9/${text('url')}`,
  );
  const client = await studio.client({ name: text('client'), company: text('company') });
  await call(
    'change_client',
    client.id,
    JSON.stringify({
      notes: text('client notes'),
      address: text('address'),
      contact_name: text('contact'),
      contacts: [{ name: text('contact person'), role: 'billing' }],
      e_invoice_network_id: '9930:de1',
    }),
  );
  const project = (intake: object) =>
    studio.project({ clientId: client.id, name: text('project'), notes: text('project notes'), intake });
  const [open, settled] = [await project({}), await project({ [text('question')]: text('answer') })];
  const entries: Record<string, string>[] = [];
  for (const { id } of [open, settled]) {
    for (const deliverables of [[text('first draft')], [text('deliverable'), 'Other']])
      await studio.scope(id, { deliverables, timeline: `${text('timeline')} ${deliverables.length}` });
    const add = async (path: string, body: object) =>
      Object.values((await studio.post(`/projects/${id}/${path}`, body)).body)[0] as { id: string };
    const [revision, note, time] = [
      await add('revisions', { description: text('revision') }),
      await add('notes', { body: text('note') }),
      await add('time', { minutes: 60, description: text('time') }),
    ];
    await sql(
      `update corkboard.revisions set classify = true, verdict = 'needs_question', verdict_reason = $2, verdict_question = $3
        where id = $1`,
      revision.id,
      text('reason'),
      text('question of a verdict'),
    );
    entries.push({ revisions: revision.id, notes: note.id, time: time.id });
  }
  const invoice = (projectId: string, kind = 'invoice') =>
    studio.invoice(projectId, {
      kind,
      lineItems: [{ description: text('line'), unitPriceCents: 100 }],
      notes: text('invoice notes'),
      poNumber: text('order'),
    });
  const [draft, sent] = [await invoice(open.id), await invoice(settled.id)];
  await call('send_invoice', sent.id);
  await call('record_payment', sent.id, 40, null, text('method'), text('reference'), text('payment note'));
  const [{ id: payment }] = await sql('select id from corkboard.payments where invoice_id = $1', sent.id);
  const [credited, overpaid] = [await invoice(settled.id), await invoice(settled.id)];
  for (const { id } of [credited, overpaid]) await call('send_invoice', id);
  const [creditNote] = await call('credit_invoice', credited.id, text('credit reason'), null, 40, 0);
  await call('record_payment', overpaid.id);
  await call('credit_invoice', overpaid.id);
  const estimates: { id: string }[] = [];
  for (let n = 0; n < 4; n++) {
    const estimate = await invoice(settled.id, 'estimate');
    await call('send_invoice', estimate.id);
    estimates.push(estimate);
  }
  const [accept, decline, convert, declined] = estimates as [{ id: string }, ...{ id: string }[]];
  await call(
    'answer_estimate',
    ...[declined!.id, 'declined', text('decliner'), text('decline reason'), null, null, text('browser')],
  );
  await call('approve_scope', settled.id, text('approver'));
  await call('sign_contract', settled.id, text('signer'), null, null, text('browser'));
  await call('approve_change_order', settled.id, 100);
  const propose = async (): Promise<string> => {
    const [order] = await call('propose_change_order', settled.id, text('addition'), text('added'), 500);
    await call('send_change_order', order.id);
    return order.id;
  };
  const [asked, agreed, refused] = [await propose(), await propose(), await propose()];
  await call('accept_change_order', agreed, text('agreeing'), null, null, text('browser'));
  await call('decline_change_order', refused, text('declining'), text('objection'));
  const [{ id: order }] = await sql(
    `insert into corkboard.change_order_proposals (workspace_id, project_id, title, amount_cents, currency, proposed_by)
     values ($1, $2, $3, 500, 'USD', 'a@x.example') returning id`,
    studio.id,
    open.id,
    text('addition'),
  );
  const [{ id: agreedItem }] = await sql(
    `insert into corkboard.agreed_items
       (workspace_id, project_id, kind, record_id, agreed_at, currency, tax_inclusive, agreed_net_cents, agreed_gross_cents)
     values ($1, $2, 'change_order', $2, now(), 'USD', false, 500, 600) returning id`,
    studio.id,
    open.id,
  );
  const [{ id: request }] = await call('request_scope_changes', open.id, text('asking'), text('wish'));
  await call('open_portal', client.id);
  const form = { is_open: true, introduction: text('introduction'), questions: [text('asked question')] };
  await call('set_inquiry_form', JSON.stringify(form));
  const inquiries: Record<string, string> = {};
  for (const verb of ['', 'convert', 'add-project', 'dismiss', 'reopen', 'delete']) {
    const [inquiry] = await sql(
      `insert into corkboard.inquiries (workspace_id, name, email, company, message, answers, received_with)
       values ($1, $2, 'inquirer@x.example', $3, $4, $5, $6) returning id`,
      ...[studio.id, text('inquirer'), text('inquiring company'), text('message')],
      ...[{ [text('asked question')]: text('asked answer') }, text('inquiring browser')],
    );
    inquiries[verb] = inquiry.id;
  }
  await call('dismiss_inquiry', inquiries.reopen);
  const [{ id: delivery }] = await sql(
    'select id from corkboard.webhook_deliveries where endpoint_id = $1 order by id limit 1',
    endpoint,
  );
  await sql(
    `insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, outcome, status_code, response, reason, duration_ms, attempted_at)
     values ($1, $2, 1, 'http_status', 500, $3, null, 5, now()), ($1, $2, 2, 'tls', null, null, $4, 5, now())`,
    studio.id,
    delivery,
    text('response'),
    text('fault'),
  );
  // It is paused, so that pages don't change by themselves.
  await sql(
    `insert into corkboard.timers (workspace_id, member_id, project_id)
     select workspace_id, id, $2 from corkboard.members where workspace_id = $1 and role = 'owner'`,
    studio.id,
    open.id,
  );
  const address = (name: string) => `${text(name)}@x.example`;
  const [{ id: mail }] = await sql(
    `insert into corkboard.document_mails
       (workspace_id, project_id, kind, record_id, purpose, recipient, cc, subject, text, sent_by, state, failed_at, failure, rejected, flagged_at)
     values ($1, $2, 'scope', $2, 'document', $3, array[$4], $5, $6, 'a@x.example', 'failed', now(), $7, array[$3], now()) returning id`,
    ...[studio.id, settled.id, address('mailed'), address('copied'), text('subject'), text('mail')],
    text('failure'),
  );
  const [{ id: member }] = await sql(
    'insert into corkboard.members (workspace_id, email) values ($1, $2) returning id',
    studio.id,
    address('member'),
  );
  const [{ id: invitation }] = await sql(
    `insert into corkboard.invitations (workspace_id, email, expires_at) values ($1, $2, now() + interval '1 day') returning id`,
    studio.id,
    address('invited'),
  );
  const [{ id: key }] = await sql('select id from corkboard.api_keys where workspace_id = $1', studio.id);
  const gone = await studio.client({ name: text('trashed client') });
  const dropped = await studio.project({ clientId: client.id, name: text('trashed project') });
  await call('trash_project', dropped.id);
  await call('trash_client', gone.id);
  const file = Buffer.from('Name,Email\nAda,ada@x.example\n');
  const reading = { encoding: 'utf-8', separator: ',', hasHeadings: true, columns: ['name', 'email'] };
  const [{ id: clientImport }] = await sql(
    `insert into corkboard.client_imports (workspace_id, file_name, file, settings, preview, requested_by, state, lines, faulty, duplicates)
     values ($1, $2, $3, $4, $5, 'a@x.example', 'checked', 2, 1, 1) returning id`,
    ...[studio.id, text('file name'), file, JSON.stringify(reading)],
    JSON.stringify([[text('heading')], [text('cell')]]),
  );
  await sql(
    `insert into corkboard.client_import_rows (workspace_id, import_id, line, client, problems, duplicate_of)
     values ($1, $2, 2, $3, null, $5), ($1, $2, 3, $4, '[{"field": "email", "rule": "must be an email address"}]', null)`,
    ...[studio.id, clientImport, JSON.stringify({ name: text('imported'), email: text('its email') })],
    ...[JSON.stringify({ email: text('faulty email') }), client.id],
  );
  const ids: Record<string, string> = {
    ...{ clients: client.id, projects: open.id, invoices: draft.id, deliveries: delivery },
    ...{ endpoint, member, invitation, key, payment, order, request },
    ...{ agreed: agreedItem, import: clientImport, emails: mail },
  };
  const idIn = (path: string, name: string): string | undefined => {
    const folder = new RegExp(`([a-z-]+)/:${name}`).exec(path)![1]!;
    if (path.includes('/credit-notes/')) return name === 'number' ? creditNote.number : credited.id;
    if (path.includes('/correct')) return credited.id;
    if (/\/(refund|transfer-balance)$/.test(path)) return overpaid.id;
    if (name === 'entry') return entries[0]![folder];
    if (name === 'id' && path.includes(':payment')) return sent.id;
    if (path.endsWith('/restore')) return { clients: gone.id, projects: dropped.id }[folder];
    if (folder === 'inquiries') return inquiries[path.split('/')[3] ?? ''];
    const answering = { accept, decline, convert }[path.split('/').at(-1)!];
    if (answering) return answering.id;
    return ids[name === 'id' ? folder : name];
  };
  /** The address of a page or of a form, from its path (src/console/routing/pages.ts). */
  const at = (path: string) =>
    path.replaceAll(/:(\w+)/g, (_, name) => {
      const id = idIn(path, name);
      if (id === undefined) throw new Error(`test/support/populated.ts has no :${name} for ${path}.`);
      return id;
    });
  const links = [
    ...Object.values(await shareLinks(w, open.id)),
    ...Object.values(await shareLinks(w, settled.id)),
    await invoiceLink(w, sent.id),
    `${await invoiceLink(w, credited.id)}/credit-notes/${creditNote.number}`,
    ...(await Promise.all([asked, refused].map(id => changeOrderLink(w, id)))),
    await invoiceLink(w, accept.id),
    await invoiceLink(w, declined!.id),
    ...Object.values(await portalLinks(w, client.id)),
    await inquiryLink(w, studio.id),
  ];
  return {
    studio,
    at,
    /** The paths of its clients’ links: of both projects, of the sent invoice, of two estimates, and of the inquiry form. */
    links,
    /** The page of the second project, of its sent invoice, of its declined estimate, and of a declined change order. */
    settled: {
      project: `/projects/${settled.id}`,
      invoice: `/invoices/${sent.id}`,
      estimate: `/invoices/${declined!.id}`,
      order: `/projects/${settled.id}/change-orders/${refused}`,
    },
  };
}
