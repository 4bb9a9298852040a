import test from 'ava';
import { clientsReasons } from '../../src/documents/agreementView.ts';
import { dateOf, day } from '../../src/formatting/index.ts';
import { zeroTaxReasons } from '../../src/vocabulary/documents.ts';
import { lacks, linksOf, rowsOf, shows, wordsOf } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { invoiceLink, portalLinks, shareLinks } from '../support/shareLinks.ts';

// What a client sees in its portal and its statement.

const w = consoleWorld(test);
const { sql, call } = w;
const guest = w.stranger;

/** A studio whose client has a project and a portal. */
async function opened() {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Ada Marsh', email: 'ada@harbour.example' });
  const project = await studio.project({ clientId: client.id, name: 'New site', intake: {} });
  await call('open_portal', studio.id, client.id);
  const links = { ...(await shareLinks(w, project.id)), ...(await portalLinks(w, client.id)) };
  return { studio, client, project, links, member: await w.owner(studio.id) };
}

test('a scope is in the portal in the version that a member sent, and a contract once it was sent', async t => {
  const { studio, client, project, links, member } = await opened();
  const portal = () => guest().get(links.portal);
  const tab = `/projects/${project.id}?tab=scope`;
  const path = async (name: string) => linksOf(await portal()).find(([own]) => own === name)?.[1];
  await studio.scope(project.id);
  shows(t, await portal(), 'Nothing is waiting for you.', 'New site In progress');
  const sending = `/projects/${project.id}/scope/send`;
  const stale = await member.get(sending);
  await studio.scope(project.id, { deliverables: ['Shop'] });
  t.is((await member.press(stale, 'Mark as sent')).status, 409);
  t.is(await path('Approve the scope of New site'), undefined);
  await member.press(await member.get(sending), 'Mark as sent');
  t.is(await path('Approve the scope of New site'), links.scope);
  shows(t, await portal(), 'The scope is waiting for your approval.');
  // An assistant drafts another one, which the link would show.
  await studio.scope(project.id, { deliverables: ['Moon base'] });
  shows(t, await portal(), 'Nothing is waiting for you.', 'An update of the scope is being prepared.');
  t.false((await portal()).text.includes(links.scope));
  shows(t, await member.get(tab), 'Version 2 was sent', 'doesn’t show version 3 until you send it.');
  const mail = ['document', 'ada@harbour.example', [], 'S', 'T'];
  await call('mail_document', studio.id, 'scope', project.id, ...mail);
  t.is(await path('Approve the scope of New site'), links.scope);
  // The operator recorded a signature before the approval: nothing is waiting for the client then.
  const earlier = await studio.project({ clientId: client.id, name: 'Old site' });
  await studio.scope(earlier.id);
  await call('send_scope', studio.id, earlier.id);
  await call('sign_contract', studio.id, earlier.id, 'Ada');
  shows(t, await portal(), 'Old site The contract is signed.');
  await call('approve_scope', studio.id, project.id, 'Ada');
  t.is(await path('Scope'), links.scope);
  t.is(await path('Sign the contract for New site'), undefined);
  await member.press(await member.get(sending.replace('scope', 'contract')), 'Mark as sent');
  t.is(await path('Sign the contract for New site'), links.contract);
  await call('sign_contract', studio.id, project.id, 'Ada');
  const nothing = 'Nothing is waiting for you.';
  shows(t, await portal(), nothing, 'The contract is signed.', 'Contract New site … Signed PDF');
  const added = ['More pages', 'For the fair', 500];
  const [order] = await call('propose_change_order', studio.id, project.id, ...added);
  lacks(t, await portal(), 'More pages');
  await call('send_change_order', studio.id, order.id);
  shows(t, await portal(), 'Approve the change order More pages New site $5.00');
  const [dropped] = await call('propose_change_order', studio.id, project.id, 'Fewer pages', null, 0);
  await call('send_change_order', studio.id, dropped.id);
  await call('withdraw_change_order', studio.id, dropped.id);
  await call('accept_change_order', studio.id, order.id, 'Ada');
  shows(t, await portal(), nothing, 'Change order: More pages New site … $5.00 Approved PDF');
  // Prices are shown with the tax that an invoice of them charges, like invoices.
  const price = async (settings: object, ofClient: object) => {
    await call('change_workspace', studio.id, settings);
    await call('change_client', studio.id, client.id, ofClient);
    const words = wordsOf(await portal());
    return /More pages New site .{5,20} (\$[\d.]+) Approved/.exec(words)?.[1];
  };
  t.is(await price({ tax_rate_bps: 1910 }, {}), '$5.96');
  t.is(await price({ prices_include_tax: true }, {}), '$5.00');
  t.is(await price({ prices_include_tax: false }, { zero_tax_reason: 'reverse_charge' }), '$5.00');
  const [{ reasons }] = await sql(
    'select array_agg(r) as reasons from unnest($1::text[]) r where corkboard.price_with_tax(100, 1910, false, r) = 100',
    zeroTaxReasons,
  );
  t.deepEqual(reasons, [...clientsReasons]);
  await call('change_client', studio.id, client.id, { zero_tax_reason: null });
  await sql('update corkboard.scopes set price_cents = 100 where project_id = $1', project.id);
  shows(t, await member.get('/projects'), 'Price with tax Outstanding with tax', '$1.19');
});

test('a portal has what is to be answered and paid first, and nothing of others, of the trash or of drafts', async t => {
  const { studio, client, project, links } = await opened();
  const bill = async (fields: object, projectId = project.id) => {
    const { id } = await studio.invoice(projectId, fields);
    await call('send_invoice', studio.id, id);
    return id as string;
  };
  await studio.post(`/projects/${project.id}/notes`, { body: 'Grumbles a lot' });
  await studio.post(`/projects/${project.id}/time`, { minutes: 5, description: 'Slow hours' });
  const late = await bill({ amountCents: 10_000, dueDate: '2020-01-31' });
  const partly = await bill({ amountCents: 20_000 });
  await sql('update corkboard.invoices set part_paid_cents = 5000 where id = $1', partly);
  const paid = await bill({ amountCents: 30_000 });
  await call('record_payment', studio.id, paid);
  // As when the workspace moved to another time zone since.
  await sql(`update corkboard.invoices set sent_on = '2025-12-31' where id = $1`, paid);
  const today = dateOf(new Date(), 'UTC');
  await bill({ kind: 'estimate', amountCents: 40_000, dueDate: today });
  await bill({ kind: 'estimate', amountCents: 50_000, dueDate: '2020-01-31' });
  await studio.invoice(project.id, { amountCents: 66_600 });
  const { id: rival } = await studio.client({ name: 'Rival' });
  const other = await studio.project({ name: 'Secret site', clientId: rival });
  await bill({ amountCents: 77_700 }, other.id);
  const dropped = await studio.project({ name: 'Dropped site', clientId: client.id });
  await bill({ amountCents: 88_800 }, dropped.id);
  await studio.scope(dropped.id);
  await call('approve_scope', studio.id, dropped.id, 'Ada');
  await call('approve_change_order', studio.id, dropped.id, 8_800);
  await call('trash_project', studio.id, dropped.id);
  const page = await guest().get(links.portal, { 'Sec-Fetch-Dest': 'document' });
  shows(
    t,
    page,
    `Answer estimate EST-0001 New site $400.00, valid until ${day(today, 'en-US')}`,
    'Pay invoice INV-0001 New site $100.00, due January 31, 2020 Overdue',
    'Pay invoice INV-0002 New site $150.00 Amounts include any tax. Projects',
    'Invoice INV-0002 New site … $200.00 $50.00 paid, $150.00 due Open PDF',
    'Invoice INV-0003 New site Dec 31, 2025 $300.00 Paid PDF',
    'Estimate EST-0002 New site … $500.00 Sent PDF',
  );
  lacks(t, page, 'Rival', 'Secret site', 'Dropped site', '666', '777', '888');
  t.notRegex(
    page.text,
    /never-leaves|@|Grumbles|Slow hours|Test key|<nav|href="\/(?!assets|invoice|statement)/,
  );
  for (const id of [project.id, studio.id, client.id]) t.false(page.text.includes(id));
  t.is(linksOf(page).find(([name]) => name === 'Pay invoice INV-0001')?.[1], await invoiceLink(w, late));
  const viewed = 'select 1 from corkboard.invoices where workspace_id = $1 and viewed_at is not null';
  t.deepEqual(await sql(viewed, studio.id), []);
  await call('trash_client', studio.id, client.id);
  for (const link of [links.portal, links.statement]) t.is((await guest().get(link)).status, 404);
});

test('the portal lists documents by pages', async t => {
  const { studio, project, links } = await opened();
  await sql(
    `select corkboard.send_invoice($1, (corkboard.draft_invoice(
       ($1::uuid, 'app', 'ana@studio.example')::corkboard.caller, $2, 'invoice', 'USD', '[]', 100, 0, 0, false, 0, null, null, null, null)).id)
       from generate_series(1, 52)`,
    studio.id,
    project.id,
  );
  const visitor = guest();
  const first = await visitor.get(links.portal);
  shows(t, first, 'These are the first 50 of 52.', 'Page 1 of 3');
  const last = await visitor.follow(await visitor.follow(first, 'Next'), 'Next');
  t.is(rowsOf(last.text).length, 2);
  t.is((await guest().get(`${links.portal}?page=x`)).status, 400);
});

test('a statement has what was invoiced, paid and voided in the days of the workspace', async t => {
  const { studio, client, project, links, member } = await opened();
  await call('change_workspace', studio.id, { time_zone: 'Pacific/Kiritimati' });
  const at = async (amountCents: number, sentAt: string, more = '') => {
    const { id } = await studio.invoice(project.id, { amountCents });
    await call('send_invoice', studio.id, id);
    await sql(`update corkboard.invoices set sent_at = $2 ${more} where id = $1`, id, sentAt);
    return id as string;
  };
  const first = await at(
    10_000,
    '2024-12-31T09:00:00Z',
    `, late_fee_cents = 500, late_fee_at = '2025-02-01T12:00:00Z', part_paid_cents = 4000`,
  );
  await at(20_000, '2024-12-31T12:00:00Z', `, status = 'VOID', voided_at = '2025-03-30T12:00:00Z'`);
  const pay = (cents: number, on: string) =>
    sql(
      `insert into corkboard.payments (workspace_id, invoice_id, client_id, amount_cents, currency, paid_on) values ($1, $2, $3, $4, 'USD', $5)`,
      ...[studio.id, first, client.id, cents, on],
    );
  await pay(4000, '2025-02-02');
  const query = '?from=2025-01-01&until=2025-12-31';
  const lines = [
    'January 1, 2025 Opening balance $100.00',
    'January 1, 2025 Invoice INV-0002 $200.00 $300.00',
    'February 2, 2025 Late fee for INV-0001 $5.00 $305.00',
    'February 2, 2025 Payment for INV-0001 -$40.00 $265.00',
    'March 31, 2025 Void of INV-0002 -$200.00 $65.00',
    'Invoiced in this period $5.00',
    'Paid in this period -$40.00',
    'Closing balance $65.00',
  ];
  for (const [browser, path] of [
    [guest(), links.statement],
    [member, `/clients/${client.id}/statement`],
  ] as const)
    shows(t, await browser.get(path + query), 'January 1, 2025 – December 31, 2025', lines.join(' '));
  const next = await guest().get(`${links.statement}?from=2026-01-01&until=2026-12-31`);
  shows(t, next, 'Opening balance $65.00');
  // What was recorded after the last email, on days before it: the late fee and the first payment.
  await sql(
    `insert into corkboard.document_mails (workspace_id, kind, record_id, purpose, recipient, subject, text, state, sent_by, sent_at)
     values ($1, 'portal', $2, 'document', 'a@b.example', 'S', 'T', 'sent', 'x', '2025-05-31T12:00:00Z')`,
    ...[studio.id, client.id],
  );
  const [payment] = await sql('select id from corkboard.payments where invoice_id = $1', first);
  await pay(1000, '2025-06-01');
  await call('remove_payment', studio.id, payment!.id);
  shows(
    t,
    await guest().get(links.statement + query),
    'Payment for INV-0001 (recorded later)',
    'March 31, 2025 Void of INV-0002 -$200.00 $65.00 June 1, 2025 Payment for INV-0001 -$10.00 $55.00',
    'Recorded after our email of June 1, 2025 on earlier days: 2 entries, -$35.00 in all.',
  );
  shows(
    t,
    await guest().get(`${links.statement}?from=2026-01-01`),
    'Reversed payment for INV-0001 $40.00 $95.00',
  );
  for (const [bad, says] of [
    ['?from=2025-02-30', 'From must be a date that exists, as YYYY-MM-DD'],
    ['?from=2025-02-02&until=2025-02-01', 'Until must be the first day or a later one'],
  ] as const) {
    const page = await guest().get(links.statement + bad);
    t.is(page.status, 422, bad);
    shows(t, page, says);
    shows(t, await member.get(`/clients/${client.id}/statement${bad}`), says);
  }
  t.is((await guest().get(`${links.statement}?from=9999-12-31&until=`)).status, 200);
});

test('a client has only some files of statements made at a time', async t => {
  const { studio, client, links } = await opened();
  await sql(
    `insert into corkboard.document_previews (workspace_id, kind, record_id, fingerprint, period_from, period_until)
     select $1, 'statement', $2, sha256(n::text::bytea), '2025-01-01', '2025-12-31' from generate_series(1, 30) n`,
    studio.id,
    client.id,
  );
  const first = () =>
    sql(`select 1 from corkboard.find_preview($1, 'statement', $2, sha256('1'))`, studio.id, client.id);
  t.is((await first()).length, 1);
  const refused = await guest().get(`${links.statement}.pdf`);
  t.is(refused.status, 429);
  shows(t, refused, 'Try again in ten minutes.');
  await sql(
    `update corkboard.document_previews set requested_at = requested_at - corkboard.preview_lifetime() where workspace_id = $1`,
    studio.id,
  );
  t.deepEqual(await first(), []);
  await t.notThrowsAsync(
    call('ask_for_preview', studio.id, 'statement', client.id, Buffer.alloc(32), '2025-01-01', '2025-12-31'),
  );
});

test('a member sees a long statement by pages, and the client all of it', async t => {
  const { studio, client, project, links } = await opened();
  const { id } = await studio.invoice(project.id, { amountCents: 100_000 });
  await call('send_invoice', studio.id, id);
  await sql(
    `insert into corkboard.payments (workspace_id, invoice_id, client_id, amount_cents, currency, paid_on)
     select $1, $2, $3, n, 'USD', corkboard.workspace_today($1) from generate_series(1, 30) n`,
    studio.id,
    id,
    project.clientId,
  );
  const entriesOf = ({ text }: { text: string }) => text.split('<tr role="row">').length - 2;
  const member = await w.member(studio.id);
  const path = `/clients/${client.id}/statement`;
  const [first, second] = [await member.get(path), await member.get(`${path}?page=2`)];
  t.deepEqual([await guest().get(links.statement), first, second].map(entriesOf), [32, 25, 7]);
  shows(t, first, 'Opening balance', 'Page 1 of 2', 'Closing balance $995.35');
  lacks(t, second, 'Opening balance');
  shows(t, second, 'Page 2 of 2', 'Closing balance $995.35');
});

test('a statement with too many entries says so, with the right sums', async t => {
  const { studio, project, links } = await opened();
  const { id } = await studio.invoice(project.id, { amountCents: 100_000 });
  await call('send_invoice', studio.id, id);
  await sql(
    `insert into corkboard.payments (workspace_id, invoice_id, client_id, amount_cents, currency, paid_on)
     select $1, $2, $3, 1, 'USD', corkboard.workspace_today($1) from generate_series(1, 500)`,
    studio.id,
    id,
    project.clientId,
  );
  const says =
    'This period has 501 entries, more than a statement lists. … Invoiced in this period $1,000.00 Paid in this period -$5.00 Closing balance $995.00';
  shows(t, await guest().get(links.statement), says);
});

test('whatever the period, opening balance and entries make the closing balance, which the next period opens with', async t => {
  const { studio, client, project } = await opened();
  const dayAt = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
  const currencies = ['USD', 'EUR', 'JPY'];
  await sql(
    `insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, status, currency, subtotal_cents, tax_rate_bps,
            tax_inclusive, tax_cents, created_via, sent_at, late_fee_cents, late_fee_at, paid_at, voided_at, part_paid_cents)
     select $1, $2, $4, 'invoice', n, 'INV-' || n, status, currency, cents, 0, false, 0, 'app', sent, n % 4 % 3 * 500, later,
            case status when 'PAID' then later end, case status when 'VOID' then later end,
            case when status = 'SENT' and n % 2 = 0 then cents / 3 else 0 end
       from (select n, (array['SENT', 'PAID', 'SENT', 'VOID', 'SENT'])[1 + n % 5] as status, ($3::text[])[1 + n % 3] as currency,
                    1 + n * 7919 % 9000 as cents, date '2024-01-01' + n * 37 % 300 as sent,
                    date '2024-01-01' + n * 37 % 300 + n * 53 % 90 as later
               from generate_series(1, 60) n) i`,
    ...[studio.id, project.id, currencies, client.id],
  );
  await sql(
    `insert into corkboard.payments (workspace_id, invoice_id, client_id, amount_cents, currency, paid_on)
     select $1, id, client_id, case status when 'PAID' then total_cents else part_paid_cents end, currency, late_fee_at::date
       from corkboard.invoices where workspace_id = $1 and (status = 'PAID' or part_paid_cents > 0)`,
    studio.id,
  );
  /** The opening and the closing balance of a period by currency. */
  const balances = async (since: string, until: string) => {
    const [{ found }] = await sql(
      `select corkboard.client_statement($1, $2, $3, $4) -> 'currencies' as found`,
      ...[studio.id, client.id, since, until],
    );
    return currencies.map(currency => {
      const one = found.find((sums: { currency: string }) => sums.currency === currency);
      if (one === undefined) return [0, 0];
      const amounts: number[] = one.entries.map(({ amountCents }: { amountCents: number }) => amountCents);
      const moved = amounts.reduce((sum, cents) => sum + cents, 0);
      t.deepEqual(
        [amounts.length, moved, one.openingCents + moved],
        [one.count, one.movedCents, one.closingCents],
      );
      return [one.openingCents, one.closingCents];
    });
  };
  const due = await sql(
    `select c as currency, coalesce(sum(total_cents - part_paid_cents), 0)::float as cents
       from unnest($2::text[]) with ordinality k (c, n)
       left join corkboard.invoices i on i.workspace_id = $1 and i.status = 'SENT' and i.currency = c
      group by n, c order by n`,
    ...[studio.id, currencies],
  );
  for (let round = 0; round < 8; round++) {
    const [first, second] = [round * 27, 205 + round * 11];
    const before = await balances('2023-01-01', dayAt(first));
    const between = await balances(dayAt(first + 1), dayAt(second));
    const after = await balances(dayAt(second + 1), '2026-12-31');
    for (const [n, { cents }] of due.entries())
      t.deepEqual(
        [0, before[n]![1], between[n]![1], after[n]![1]],
        [before[n]![0], between[n]![0], after[n]![0], cents],
      );
  }
});
