import test from 'ava';
import { buttonsOf, fieldOf, lacks, linksOf, rowsOf, type Seen, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { invoiceLink } from '../support/shareLinks.ts';

const w = consoleWorld(test);
const { sql, call } = w;

// The list of invoices and estimates, and the page of one, as members see them.

/** A studio with a draft that has these fields, and its owner. */
async function drafted(fields: object = {}, options = {}) {
  const studio = await w.workspace(options);
  const project = await studio.project({ name: 'New site' });
  const invoice = await studio.invoice(project.id, fields);
  return {
    ...{ studio, project, invoice, owner: await w.owner(studio.id) },
    ...{ path: `/invoices/${invoice.id}`, tab: `/projects/${project.id}?tab=invoices` },
    send: () => call('send_invoice', studio.id, invoice.id),
    inLocale: (locale: string) => call('change_workspace', studio.id, { locale }),
    status: async () =>
      (await sql('select status from corkboard.invoices where id = $1', invoice.id))[0].status,
  };
}

test('the list shows project, status, due date, author and total of each invoice', async t => {
  const fields = { amountCents: 840_050, dueDate: '2027-01-31' };
  const { studio, owner, project } = await drafted(fields, { label: 'Claude' });
  await studio.invoice(project.id, { kind: 'estimate', currency: 'JPY', amountCents: 1200 });
  const page = await owner.get('/invoices');
  t.regex(page.text, /<title>Invoices and estimates · Studio<\/title>/);
  t.is((await owner.follow(page, 'New invoice')).status, 200);
  const [estimate, invoice] = rowsOf(page.text).map(cells => cells.join(' | '));
  t.regex(estimate!, /^EST-0001.*¥1,200/);
  for (const shown of ['INV-0001', 'New site', 'Draft', 'Jan 31, 2027', '$8,400.50'])
    t.true(invoice!.includes(shown), `${shown} in ${invoice}`);
  t.true(invoice!.includes('Claude (assistant, via API)'));
});

test('the list is filtered by status, kind, project and overdue, with totals; tabs show their number of invoices', async t => {
  const fields = { dueDate: '2020-01-31', amountCents: 10_000 };
  const { studio, owner, project, invoice, send } = await drafted(fields);
  await studio.invoice(project.id, { amountCents: 2_500 });
  const foreign = await studio.invoice(project.id, { amountCents: 1_200, currency: 'JPY' });
  await send();
  const other = await studio.project({ name: 'Other' });
  await studio.invoice(other.id, { kind: 'estimate' });
  const page = (query: string) => owner.get(`/invoices?${query}`);
  for (const query of ['status=SENT&kind=&project_id=', 'overdue=true']) {
    const found = await page(query);
    shows(t, found, 'INV-0001');
    lacks(t, found, 'INV-0002', 'EST-0001');
  }
  await sql('update corkboard.invoices set part_paid_cents = 3000 where id = $1', invoice.id);
  const all = await page('');
  shows(t, all, 'All 4 Drafts 3 Open 1 Overdue 1 Paid 0 Void 0 Estimates 1 ');
  lacks(t, all, 'Total of');
  shows(t, await page(`status=DRAFT&project_id=${project.id}`), 'Total of 2 $25.00 ¥1,200');
  const overdue = await page(`overdue=true&project_id=${project.id}`);
  shows(t, overdue, 'All 3 Drafts 2 Open 1 Overdue 1 Paid 0 … $70.00 due of $100.00 Total due $70.00');
  for (const query of ['overdue=true', 'status=SENT', 'kind=invoice&status=SENT&search=INV-0001'])
    shows(t, await page(query), '$70.00 due of $100.00 Total due $70.00');
  t.regex(overdue.text, new RegExp(`overdue=true&amp;project_id=${project.id}" aria-current="page"`));
  t.regex(overdue.text, /<input type="hidden" name="overdue" value="true">/);
  t.is(fieldOf(overdue, 'Project'), project.id);
  await call('void_invoice', studio.id, foreign.id);
  lacks(t, await page(`status=DRAFT&project_id=${project.id}`), '¥');
  t.is((await page('status=OPEN')).status, 422);
});

test('a draft whose project is in the trash can’t be sent, and an invoice that was sent shows no link', async t => {
  const { studio, owner, project, path } = await drafted();
  const sent = await studio.invoice(project.id);
  await call('send_invoice', studio.id, sent.id);
  await call('trash_project', studio.id, project.id);
  const page = await owner.get(path);
  for (const refused of [page, await owner.get(`${path}/send`)]) {
    shows(t, refused, 'You can’t send');
    shows(t, refused, 'while its project is in the trash');
    t.false([...buttonsOf(refused), ...linksOf(refused).map(([name]) => name)].includes('Send invoice'));
  }
  t.true(buttonsOf(page).includes('Void invoice'));
  shows(t, await owner.get('/invoices'), 'in the trash');
  t.notRegex((await owner.get(`/invoices/${sent.id}`)).text, /\/invoice\/[\w-]{43}/);
});

test('the document shows all amounts: lines, discount, tax per rate, late fee and total', async t => {
  const lineItems = [
    { description: 'Design', quantityHundredths: 250, unitPriceCents: 10_000 },
    { description: 'Books', unitPriceCents: 20_000, taxRateBps: 700 },
  ];
  const { studio, owner, invoice, path, send } = await drafted({
    ...{ lineItems, discountCents: 4500, taxRateBps: 1900, currency: 'EUR' },
    ...{ poNumber: 'PO-7', supplyDate: '2026-12-24', notes: 'IBAN DE00' },
  });
  await call('change_workspace', studio.id, { letterhead: 'Studio Ltd\n1 Quay', locale: 'en-GB' });
  await send();
  await call('set_late_fee', studio.id, invoice.id, 1500);
  // 250.00 and 200.00 less 25.00 and 20.00: 19 % of 225.00, 7 % of 180.00.
  const page = await owner.get(path);
  shows(t, page, 'Invoice INV-0001', 'Studio Ltd 1 Quay', 'Client', 'PO-7', '24 Dec 2026', 'IBAN DE00');
  shows(t, page, 'Design 2.5 €100.00 … €250.00 … €450.00 … -€45.00', '€15.00', '€475.35');
  shows(t, page, '19% on €225.00 €42.75', '7% on €180.00 €12.60', 'Total tax €55.35 Total €460.35');
  const [{ day }] = await sql(
    `select to_char(late_fee_at, 'FMDD FMMonth YYYY') as day from corkboard.invoices where id = $1`,
    invoice.id,
  );
  shows(t, page, `Late fee of ${day} €15.00 Total with late fee €475.35`);
  await call('set_late_fee', studio.id, invoice.id, 0);
  const [{ late_fee_at }] = await sql('select late_fee_at from corkboard.invoices where id = $1', invoice.id);
  t.is(late_fee_at, null);
});

test('only an invoice asks for payment, until it is paid; a draft that would be overdue at once says so', async t => {
  const fields = { amountCents: 120_000, dueDate: '2020-12-24' };
  const { studio, owner, invoice, project, path, send } = await drafted(fields);
  const late = 'The due date has passed, so the invoice would be overdue at once';
  shows(t, await owner.get(path), 'Amount due by December 24, 2020 $1,200.00', late);
  await send();
  lacks(t, await owner.get(path), late);
  await call('record_payment', studio.id, invoice.id);
  const paid = await owner.get(path);
  lacks(t, paid, 'Amount due by');
  shows(t, paid, 'Total $1,200.00 Paid so far, last on … -$1,200.00 Amount due $0.00');
  const draft = await studio.invoice(project.id, { dueDate: '2999-01-31' });
  lacks(t, await owner.get(`/invoices/${draft.id}`), late);
  const estimate = await studio.invoice(project.id, { ...fields, kind: 'estimate' });
  lacks(t, await owner.get(`/invoices/${estimate.id}`), late);
  await call('send_invoice', studio.id, estimate.id);
  const page = await owner.get(`/invoices/${estimate.id}`);
  shows(t, page, 'Estimate EST-0001', 'Replace link … stops working at once', 'Void estimate');
  lacks(t, page, 'Amount due', 'Record payment', 'Set late fee');
});

test('what became of an estimate is beside its status, and a person turns it into an invoice', async t => {
  const fields = { kind: 'estimate', poNumber: 'PO-7' };
  const { studio, owner, invoice, project, path, send } = await drafted(fields);
  await send();
  const [{ today }] = await sql('select corkboard.workspace_today($1)::text as today', studio.id);
  const others = { declined: '2999-01-31', late: '2020-01-31', onItsLastDay: today };
  for (const [name, dueDate] of Object.entries(others)) {
    const { id } = await studio.invoice(project.id, { kind: 'estimate', dueDate });
    await call('send_invoice', studio.id, id);
    if (name === 'declined') await call('answer_estimate', studio.id, id, 'declined', 'Tom');
  }
  await owner.press(await owner.get(path), 'Record acceptance', { by: 'Ada' });
  const member = 'never-leaves@owner.example';
  const accepted = await owner.get(path);
  shows(t, accepted, 'Sent Accepted', `Accepted for Ada Recorded by ${member}`, `Recorded by ${member}`);
  shows(t, await owner.get('/settings/audit'), 'recorded the acceptance of an estimate for Ada');
  const shared = await w.stranger().get(await invoiceLink(w, invoice.id));
  shows(t, shared, 'Accepted. Recorded by Studio for Ada, ');
  const words = async () =>
    rowsOf((await owner.get('/invoices?kind=estimate&sort=number')).text).map(
      ([number, , status]) => `${number}: ${status}`,
    );
  t.deepEqual(await words(), [
    'EST-0001: Sent Accepted',
    'EST-0002: Sent Declined',
    'EST-0003: Sent Expired',
    'EST-0004: Sent',
  ]);

  // A draft over the same total says so, so that nobody sends both.
  const { amountCents, taxRateBps, currency } = invoice;
  const twin = await studio.invoice(project.id, { amountCents, taxRateBps, currency, taxInclusive: true });
  t.is(twin.totalCents, invoice.totalCents);
  shows(
    t,
    await owner.get(`/invoices/${twin.id}?new=edit`),
    'The client accepted EST-0001 over the same total. To invoice it,',
  );
  const { location } = await owner.press(accepted, 'Turn into invoice');
  shows(
    t,
    await owner.get(`/invoices/${twin.id}?new=edit`),
    'EST-0001 over the same total, and INV-0002 invoices it already.',
  );
  const draft = await owner.get(location!);
  lacks(t, await owner.follow(draft, 'Edit draft'), 'over the same total');
  shows(t, draft, 'Invoice drafted from the estimate.', 'INV-0002', 'Estimate EST-0001', 'PO-7');
  t.is(Object.fromEntries(linksOf(draft))['EST-0001'], path);
  const converted = await owner.get(path);
  t.is(Object.fromEntries(linksOf(converted))['INV-0002'], location!.split('?')[0]);
  t.deepEqual(
    buttonsOf(converted).filter(name => /Turn|Void|Record/.test(name)),
    [],
  );
  t.is((await words())[0], 'EST-0001: Sent Accepted Invoiced');
});

test('a person sends a draft and gets its link and an email to send; Corkboard emails no one', async t => {
  const { studio, owner, invoice, path, status } = await drafted({}, { label: 'Claude' });
  const draft = await owner.get(path);
  shows(t, draft, 'Drafted by Claude (assistant, via API), ');
  t.notRegex(draft.text, /\/invoice\/[\w-]{43}/);
  const reviewed = await owner.follow(draft, 'Send invoice');
  t.false(buttonsOf(reviewed).includes('Copy text'));
  const { location } = await owner.press(reviewed, 'Mark as sent', { anyway: 'on' });
  t.is(await status(), 'SENT');
  shows(t, await owner.get(path), 'First viewed Not yet');
  const page = await owner.get(location!);
  shows(t, page, 'Corkboard did not email the client');
  const link = w.baseUrl + (await invoiceLink(w, invoice.id));
  t.is(fieldOf(page, 'Link'), link);
  t.is(fieldOf(await owner.get(path), 'Share link'), link);
  const mail = new URL(Object.fromEntries(linksOf(page))['Open in your email program']!);
  t.is(decodeURIComponent(mail.pathname), 'never-leaves@client.example');
  t.is(mail.searchParams.get('subject'), 'Invoice INV-0001 from Studio');
  t.is(mail.searchParams.get('body'), fieldOf(page, 'Text with the link'));
  t.true(mail.searchParams.get('body')!.includes(`view it online:\n${link}\n`));
  const jobs = `select task from corkboard_ops.jobs where workspace_id = $1 and task <> 'render_document'`;
  t.deepEqual(await sql(jobs, studio.id), []);
});

test('the page before Send links to what is missing, asks once more, and the audit log says so', async t => {
  const { studio, owner, path, status } = await drafted({ amountCents: 0 });
  const page = await owner.get(`${path}/send`);
  shows(t, page, 'Missing from this invoice:', 'Amount due $0.00', 'Corkboard won’t email the client.');
  const links = Object.fromEntries(linksOf(page));
  for (const [name, id] of [
    ['There is no due date.', 'edit-dueDate'],
    ['Your address is missing.', 'set-addressLines'],
    ['The client’s address is missing.', 'set-addressLines'],
  ] as const)
    t.true(links[name]!.endsWith(`#${id}`), name);
  const asked = await owner.press(page, 'Mark as sent');
  t.is(asked.status, 422);
  shows(t, asked, 'Send anyway must be ticked to send it as it is.');
  t.is(await status(), 'DRAFT');

  t.is((await owner.press(asked, 'Mark as sent', { anyway: 'on' })).status, 303);
  const log = await owner.get('/settings/audit');
  shows(
    t,
    log,
    'sent an invoice or estimate',
    'although something was missing',
    'Missing: There are no lines',
  );
  const again = await owner.get(`${path}/send`);
  lacks(t, again, 'Before you send', 'Send anyway', 'Mark as sent');
  await w.call('void_invoice', studio.id, path.split('/').at(-1)!);
  shows(t, await owner.get(`${path}/send`), 'This invoice is void. Open INV-0001');

  const project = await studio.project();
  const estimate = await studio.invoice(project.id, { kind: 'estimate', dueDate: '2999-01-31' });
  const rename = (name: string) => w.call('change_project', studio.id, project.id, { name });
  await rename('ไทย menu');
  const boxes = await owner.get(`/invoices/${estimate.id}/send`);
  shows(t, boxes, 'Not printed in its PDF: Some characters of the project’s name are printed as boxes');
  const form = await owner.get(linksOf(boxes).find(([name]) => name.includes('the project’s name'))![1]);
  t.is(fieldOf(form, 'Name'), 'ไทย menu');
  t.true(form.text.includes('id="set-name"'));
  await rename('Menu');
  const complete = await owner.get(`/invoices/${estimate.id}/send`);
  shows(t, complete, 'This estimate is complete.');
  lacks(t, complete, 'Send anyway');
  t.is((await owner.press(complete, 'Mark as sent')).status, 303);
});

test('a draft that was edited meanwhile is neither sent nor overwritten, and the page says what changed', async t => {
  const { studio, owner, path, tab, status } = await drafted({ amountCents: 1100 });
  const colleague = await w.member(studio.id);
  const read = await colleague.get(`${path}?new=edit`);
  const reviewed = await colleague.follow(await colleague.get(tab), 'Send INV-0001');
  const theirs = { amountCents: '77', notes: 'From Ada' };
  t.is((await owner.press(await owner.get(`${path}?new=edit`), 'Save draft', theirs)).status, 303);
  const kept = await colleague.press(read, 'Save draft', { amountCents: '120', poNumber: 'PO-9' });
  t.is(kept.status, 409);
  shows(t, kept, `INV-0001 was edited by ${owner.person.email} since you opened it.`, 'From Ada');
  t.deepEqual([fieldOf(kept, 'Flat amount'), fieldOf(kept, 'Client’s order number')], ['120', 'PO-9']);
  shows(t, await owner.get(path), '$77.00');
  t.is((await colleague.press(kept, 'Save draft')).status, 303);
  shows(t, await owner.get(path), '$120.00', 'PO-9');
  const refused = await colleague.press(reviewed, 'Mark as sent', { anyway: 'on' });
  t.is(refused.status, 409);
  shows(t, refused, 'INV-0001 was changed since you opened this page. Check what has changed, then press');
  shows(t, refused, `${owner.person.email} edited the draft … Total: $11.00 $77.00`);
  t.is(await status(), 'DRAFT');
  t.is((await colleague.press(refused, 'Mark as sent')).status, 303);
  t.false(linksOf(await colleague.get(tab)).some(([name]) => name === 'Send INV-0001'));
});

test('a late fee is in the invoice’s currency, and people who did not see it neither pay nor void nor set another', async t => {
  const fields = { currency: 'KWD', amountCents: 100_000 };
  const { owner, invoice, path, send, status, inLocale } = await drafted(fields);
  await inLocale('de-DE');
  await send();
  const read = await owner.get(path);
  const refused = await owner.press(read, 'Set late fee', { cents: '12,3456' });
  t.is(refused.status, 422);
  shows(t, refused, 'Late fee must be a number like 1234,500.');
  await owner.press(read, 'Set late fee', { cents: '12,5' });
  for (const button of ['Record payment', 'Void invoice', 'Set late fee']) {
    const outdated = await owner.press(read, button);
    t.is(outdated.status, 409, button);
    shows(t, outdated, 'Late fee: 0,000 KWD 12,500 KWD');
  }
  const page = await owner.get(path);
  t.is(fieldOf(page, 'Late fee'), '12,500');
  t.is(fieldOf(page, 'Amount'), '112,500');
  shows(t, page, '112,500 KWD', 'Void invoice … can’t undo this');
  const feeAt = () => sql('select late_fee_at from corkboard.invoices where id = $1', invoice.id);
  const before = await feeAt();
  t.is((await owner.press(page, 'Set late fee')).status, 303);
  t.deepEqual(await feeAt(), before);
  t.is((await owner.press(page, 'Record payment')).status, 303, 'an equal fee changes nothing');
  t.is(await status(), 'PAID');
  const offered = buttonsOf(await owner.get(path));
  t.deepEqual(
    offered.filter(name => /invoice|paid|fee/.test(name)),
    ['Duplicate invoice'],
  );
});

test('a part payment leaves the rest due, to members and to the client, and its removal more', async t => {
  const fields = { currency: 'EUR', amountCents: 100_000, dueDate: '2026-01-31' };
  const { studio, owner, invoice, path, send, status, inLocale } = await drafted(fields);
  await inLocale('en-GB');
  const bank = { iban: 'DE89370400440532013000', pay_link: 'https://pay.example.com/{amount}' };
  await call('change_workspace', studio.id, bank);
  await send();
  const page = await owner.get(path);
  const given = { amountCents: '1,000.01', method: 'Bank transfer', reference: 'TX-7', note: 'From Ada' };
  const refused = await owner.press(page, 'Record payment', given);
  t.is(refused.status, 422);
  shows(t, refused, 'Amount must be at most €1,000.00, the amount due.');
  t.is(fieldOf(refused, 'Reference'), 'TX-7');
  const crafted = await owner.press(page, 'Record payment', { ...given, 'currency-of-amounts': 'XX' });
  shows(t, crafted, 'Amount must be at most 100000, the amount due.');
  const early = await owner.press(refused, 'Record payment', { amountCents: '400', on: '2099-01-31' });
  shows(t, early, 'Paid on must be today or earlier.');
  await owner.press(early, 'Record payment', { on: '2026-01-15' });
  t.is(await status(), 'SENT');

  const part = await owner.get(path);
  shows(t, part, 'Overdue', 'Partly paid', 'Amount due €600.00 Total €1,000.00 Paid so far €400.00');
  shows(t, part, '€400.00 on 15 January 2026 · Bank transfer · TX-7 From Ada Recorded by');
  t.false(buttonsOf(part).includes('Void invoice'));
  t.is(fieldOf(part, 'Amount'), '600.00');
  const client = await w.stranger().get(await invoiceLink(w, invoice.id));
  shows(t, client, 'Paid so far, last on 15 January 2026 -€400.00', 'Amount due by 31 January 2026 €600.00');
  t.regex(client.text, /https:\/\/pay\.example\.com\/600\.00/);
  lacks(t, client, 'From Ada', 'TX-7', owner.person.email);

  await owner.press(part, 'Remove payment');
  await owner.press(await owner.get(path), 'Record payment');
  t.is(await status(), 'PAID');
  const paid = await owner.get(path);
  shows(t, paid, 'Paid on');
  await owner.press(paid, 'Remove payment');
  t.is(await status(), 'SENT');
  shows(t, await owner.get('/settings/audit'), 'removed a payment of an invoice', 'Amount: €1,000.00 none');
});

test('people who press at once record one payment, and never more than what is due', async t => {
  const { studio, invoice, path, send, status } = await drafted({ amountCents: 10_000 });
  await send();
  const people = await Promise.all([1, 2, 3].map(n => w.member(studio.id, `person-${n}@studio.example`)));
  const forms = await Promise.all(people.map(person => person.get(path)));
  const answers = await Promise.all(
    people.map((person, n) => person.press(forms[n]!, 'Record payment', { amountCents: '40' })),
  );
  t.deepEqual(answers.map(answer => answer.status).toSorted(), [303, 409, 409]);
  const outdated = answers.find(answer => answer.status === 409)!;
  shows(t, outdated, 'recorded a part payment of an invoice', 'Amount: $40.00');
  const bare = () => call('record_payment', studio.id, invoice.id, 2_500).catch(({ message }) => message);
  const recorded = await Promise.all([bare(), bare(), bare()]);
  const refusals = recorded.filter(answer => typeof answer === 'string');
  t.deepEqual(refusals, ['amountCents must be at most 1000, the amount due.']);
  t.is(await status(), 'SENT');
  const sum = 'select sum(amount_cents)::integer as cents from corkboard.payments where invoice_id = $1';
  t.deepEqual(await sql(sum, invoice.id), [{ cents: 9_000 }]);
});

test('a typed amount keeps its notation, also if the person is signed out or the locale changes meanwhile', async t => {
  const { studio, owner, path, send, inLocale } = await drafted();
  await send();
  await inLocale('de-DE');
  const page = await owner.get(path);
  await inLocale('en-US');
  const refused = await owner.press(page, 'Set late fee', { cents: '12.500,001' });
  t.is(refused.status, 422);
  t.is((await owner.press(refused, 'Set late fee', { cents: '12.500' })).status, 303);
  shows(t, await owner.get(path), '$12,500.00');
  await inLocale('de-DE');
  const later = await owner.get(path);
  await sql('delete from corkboard.sessions where token_hash = $1', owner.person.tokenHash);
  const kept = await owner.press(later, 'Set late fee', { cents: '13.500' });
  t.is(kept.status, 422);
  const back = await w.owner(studio.id);
  t.is((await back.press(kept, 'Set late fee')).status, 303);
  shows(t, await back.get(path), 'Amount due 13.600,00');
});

// The part of a project's page where a person drafts invoices and estimates.

/** The owner of a project at the tab with its invoices, of which there are none, and the form of a new one. */
async function begun(options = {}) {
  const studio = await w.workspace({ label: 'Claude', ...options });
  const project = await studio.project();
  const owner = await w.owner(studio.id);
  const tab = `/projects/${project.id}?tab=invoices&new=draft`;
  const drafts = async () => (await studio.get('/invoices')).body.data;
  return { studio, project, owner, tab, page: await owner.get(tab), drafts };
}

test('a flat amount is drafted in the person’s name, with the workspace’s tax', async t => {
  const usual = { taxRateBps: 1900, pricesIncludeTax: true, currency: 'EUR' };
  const { owner, page, drafts } = await begun(usual);
  for (const list of [page, await owner.get('/invoices')]) shows(t, list, 'No invoices or estimates yet.');
  const typed = { amountCents: '1.190,00', dueDate: '2027-01-31', poNumber: ' PO  7 ', notes: 'IBAN' };
  const done = await owner.press(page, 'Draft invoice', { ...typed, taxInclusive: 'on' });
  t.like((await drafts())[0], {
    ...{ number: 'INV-0001', kind: 'invoice', status: 'DRAFT', currency: 'EUR', amountCents: 119_000 },
    ...{ taxCents: 19_000, taxRateBps: 1900, taxInclusive: true, poNumber: 'PO 7' },
    ...{ dueDate: '2027-01-31', createdVia: 'app' },
  });
  shows(t, await owner.get(done.location!), 'Draft created.', owner.person.email);
});

test('blank lines are left out, and amounts have the digits of the typed currency', async t => {
  const { owner, page, drafts } = await begun();
  await owner.press(page, 'Draft invoice', {
    ...{ kind: 'estimate', currency: 'KWD', 'lineItems.1.description': 'Design' },
    ...{ 'lineItems.1.quantityHundredths': '2.5', 'lineItems.1.unitPriceCents': '100.125' },
    ...{
      'lineItems.1.taxRateBps': '5',
      'lineItems.4.description': 'Books',
      'lineItems.4.unitPriceCents': '1',
    },
  });
  const [estimate] = await drafts();
  t.like(estimate, { number: 'EST-0001', currency: 'KWD' });
  t.deepEqual(estimate.lineItems, [
    { description: 'Design', quantityHundredths: 250, unitPriceCents: 100_125, taxRateBps: 500 },
    { description: 'Books', quantityHundredths: 100, unitPriceCents: 1000, taxRateBps: null },
  ]);
  const yen = { amountCents: '¥8,400', currency: 'JPY' };
  await owner.press(page, 'Draft invoice', yen);
  t.like((await drafts())[0], { currency: 'JPY', amountCents: 8_400, discountCents: 0 });
  const discounted = { ...yen, discountCents: '¥400', taxRateBps: 'x' };
  const refused = await owner.press(page, 'Draft invoice', discounted);
  t.is(refused.status, 422);
  await owner.press(refused, 'Draft invoice', { taxRateBps: '0' });
  t.like((await drafts())[0], { currency: 'JPY', amountCents: 8_000, discountCents: 400 });
});

test('a rejected draft shows what was typed, with the reasons beside the fields, and nothing is drafted', async t => {
  const { owner, page, drafts } = await begun();
  const line = { 'lineItems.3.description': 'D', 'lineItems.3.unitPriceCents': '1' };
  for (const [typed, field, says] of [
    [{}, 'amountCents', 'Flat amount is required, unless Lines is given'],
    [{ amountCents: '1', discountCents: '2' }, 'discountCents', 'Discount must not exceed the subtotal'],
    [{ 'lineItems.3.description': 'D' }, 'lineItems-3-unitPriceCents', 'Line 4, Unit price is required'],
    [{ ...line, amountCents: '1' }, 'lineItems', 'Lines cannot be combined with Flat amount'],
  ] as const) {
    const refused = await owner.press(page, 'Draft invoice', { notes: 'Kept <b>', ...typed });
    t.is(refused.status, 422, field);
    t.true(refused.text.includes(`href="#invoices-draft-${field}"`), field);
    shows(t, refused, says);
    t.is(fieldOf(refused, 'Notes'), 'Kept <b>');
    t.regex(refused.text, /aria-current="page">Invoices</);
  }
  t.deepEqual(await drafts(), []);
});

/** How many lines a page has room for. */
const linesOf = ({ text }: Seen) => text.match(/aria-label="Line \d+"/g)?.length;

test('More lines adds lines, up to 50, keeps what was typed, and drafts nothing', async t => {
  const { project, owner, page: first, drafts } = await begun();
  t.is(linesOf(first), 3);
  const typed = { taxRateBps: '', notes: 'Kept', 'lineItems.1.description': 'Design' };
  let page = await owner.press(first, 'More lines', typed);
  t.is(linesOf(page), 6);
  t.regex(page.text, /<details[^>]* open/);
  t.is(fieldOf(page, 'Notes'), 'Kept');
  t.notRegex(page.text, /role="alert"/);
  const refused = await owner.press(page, 'Draft invoice');
  t.is(refused.status, 422);
  t.is(linesOf(refused), 5, 'three after the last that is filled in');
  page = await owner.press(page, 'More lines', { more: '47' });
  page = await owner.press(page, 'More lines');
  t.is(linesOf(page), 50);
  t.false(buttonsOf(page).includes('More lines'));
  t.deepEqual(await drafts(), []);
  await owner.press(page, 'Draft invoice', {
    ...{ taxRateBps: '0', 'lineItems.1.unitPriceCents': '7' },
    ...{ 'lineItems.49.description': 'Proofs', 'lineItems.49.unitPriceCents': '5' },
  });
  t.like((await drafts())[0].lineItems, [{ description: 'Design' }, { description: 'Proofs' }]);
  const path = `/projects/${project.id}/invoices/draft`;
  for (const more of ['1e9', '-1', 'x', '']) t.true(linesOf(await owner.post(path, { more }))! <= 50, more);
});

test('the form’s first button, which Enter presses, only shows the form again, also after the session ended', async t => {
  const { owner, page } = await begun();
  await sql('delete from corkboard.sessions where token_hash = $1', owner.person.tokenHash);
  const kept = await owner.press(page, 'Draft invoice', { amountCents: '1' });
  for (const { text } of [page, kept]) {
    const [form] = /<form method="post" action="[^"]+\/invoices\/draft[\s\S]*?<\/form>/.exec(text)!;
    t.is(buttonsOf({ text: form })[0], 'Enter');
  }
});
