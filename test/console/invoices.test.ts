import test from 'ava';
import { Browser } from '../support/browser.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// The list of invoices and estimates, and the page of one, as members see them.

const w = world(test);
const { sql } = w;

async function studioWith(options = {}) {
  const studio = await w.workspace(options);
  const person = await signIn(w, studio.id);
  return { studio, person, browser: new Browser(w.baseUrl, person) };
}

/** A studio with a draft that has these fields. */
async function drafted(fields: object = {}, options = {}) {
  const made = await studioWith(options);
  const project = await made.studio.project({ name: 'New site' });
  const invoice = await made.studio.invoice(project.id, fields);
  return { ...made, project, invoice, path: `/invoices/${invoice.id}` };
}

const statusOf = async (id: string) =>
  (await sql('select status from corkboard.invoices where id = $1', id))[0].status;
const logged = (id: string) =>
  sql('select action, via, actor from corkboard.audit_log where record_id = $1 order by id', id);
const send = (workspaceId: string, id: string) =>
  sql('select corkboard.send_invoice($1, $2)', workspaceId, id);

test('the list shows project, status, due date, author and total of each invoice', async t => {
  const { studio, browser, project } = await drafted(
    { amountCents: 840_050, dueDate: '2027-01-31' },
    { label: 'Claude' },
  );
  await studio.invoice(project.id, { kind: 'estimate', currency: 'JPY', amountCents: 1200 });
  const { status, text } = await browser.get('/invoices');
  t.is(status, 200);
  t.regex(text, /<title>Invoices and estimates · Studio<\/title>/);
  t.regex(text, /<a class="button" href="\/invoices\/new">New invoice<\/a>/);
  for (const shown of [
    'INV-0001',
    'EST-0001',
    'New site',
    'Draft',
    'January 31, 2027',
    '<b>Claude</b> (assistant, via API)',
    '$8,400.50',
    '¥1,200',
  ]) {
    t.true(text.includes(shown), shown);
  }
});

test('the list is filtered by status, kind, project and overdue; blank filters are ignored', async t => {
  const { studio, browser, project, invoice } = await drafted({ dueDate: '2020-01-31' });
  const other = await studio.project({ name: 'Other' });
  await studio.invoice(other.id, { kind: 'estimate' });
  await studio.invoice(other.id);
  await send(studio.id, invoice.id);
  const numbers = async (query: string) =>
    [...(await browser.get(`/invoices?${query}`)).text.matchAll(/>((?:INV|EST)-\d+)</g)].map(
      ([, number]) => number,
    );
  t.deepEqual(await numbers('status=SENT&kind=&project_id='), ['INV-0001']);
  t.deepEqual(await numbers('kind=estimate'), ['EST-0001']);
  t.deepEqual(await numbers(`project_id=${other.id}`), ['INV-0002', 'EST-0001']);
  t.deepEqual(await numbers(`project_id=${project.id}&status=DRAFT`), []);
  t.deepEqual(await numbers('overdue=true'), ['INV-0001']);
  t.deepEqual(await numbers('project_id=x'), []);
  const { text } = await browser.get(`/invoices?overdue=true&project_id=${project.id}`);
  t.regex(text, />Overdue</);
  t.true(text.includes(`href="/invoices?overdue=true&amp;project_id=${project.id}" aria-current="page"`));
  t.true(text.includes('<input type="hidden" name="overdue" value="true">'));
  t.true(text.includes(`value="${project.id}" selected`));
  t.is((await browser.get('/invoices?status=OPEN')).status, 422);
});

test('tabs show their number of invoices, and a filtered list shows its totals by currency', async t => {
  const { studio, browser, project, invoice } = await drafted({ dueDate: '2020-01-31', amountCents: 10_000 });
  await studio.invoice(project.id, { amountCents: 2_500 });
  await studio.invoice(project.id, { amountCents: 1_200, currency: 'JPY' });
  await studio.invoice(project.id, { kind: 'estimate' });
  await send(studio.id, invoice.id);
  const other = await studio.project({ name: 'Other' });
  await studio.invoice(other.id, { amountCents: 77_700 });
  const page = async (query: string) => (await browser.get(`/invoices${query}`)).text;
  const counts = (text: string) =>
    [...text.matchAll(/>(\w+) <span class="count">([\d,]+)<\/span>/g)].map(([, name, n]) => `${name} ${n}`);
  const all = await page('');
  t.deepEqual(counts(all), ['All 5', 'Drafts 4', 'Open 1', 'Overdue 1', 'Paid 0', 'Void 0', 'Estimates 1']);
  t.false(all.includes('<tfoot'));
  const ofProject = await page(`?project_id=${project.id}`);
  t.deepEqual(counts(ofProject).slice(0, 4), ['All 4', 'Drafts 3', 'Open 1', 'Overdue 1']);
  const total = (text: string) => /<tfoot>.*<\/tfoot>/s.exec(text)![0].replace(/<[^>]+>/g, ' ');
  t.regex(total(await page('?overdue=true')), /Total of 1\s+\$100\.00/);
  t.regex(
    total(await page(`?status=DRAFT&kind=invoice&project_id=${project.id}`)),
    /Total of 2\s+\$25\.00\s+¥1,200/,
  );
});

test('a list of invoices has 25 to a page, keeps its filters, and is at most 25 KB', async t => {
  const { studio, browser, project } = await drafted();
  await sql(
    `select corkboard.draft_invoice(($1::uuid, 'mcp', 'Claude')::corkboard.caller, $2, 'invoice', 'USD', '[]',
       10000, 0, 0, false, 0, null, null, null, null)
     from generate_series(1, 30)`,
    studio.id,
    project.id,
  );
  const { text } = await browser.get('/invoices?status=DRAFT');
  t.is(text.match(/<th scope="row" class="tight">/g)?.length, 25);
  t.true(text.includes('href="/invoices?status=DRAFT&amp;page=2"'));
  t.true(Buffer.byteLength(text) <= 25 * 1024, String(Buffer.byteLength(text)));
  const rest = await browser.get('/invoices?status=DRAFT&page=2&per_page=100');
  t.is(rest.text.match(/<th scope="row" class="tight">/g)?.length, 6);
});

test('an empty list of invoices says how to add one', async t => {
  const { browser } = await studioWith();
  const { text } = await browser.get('/invoices');
  t.regex(text, /No invoices or estimates yet\.[\s\S]*href="\/projects"[\s\S]*href="\/settings\/assistants"/);
});

test('a draft whose due date has passed says so, an estimate doesn’t', async t => {
  const { studio, browser, project, invoice, path } = await drafted({ dueDate: '2020-01-31' });
  t.regex((await browser.get(path)).text, /The due date has passed, so the invoice would be overdue at once/);
  await send(studio.id, invoice.id);
  t.notRegex((await browser.get(path)).text, /The due date has passed/);
  for (const other of [{ kind: 'estimate', dueDate: '2020-01-31' }, { dueDate: '2999-01-31' }]) {
    const { id } = await studio.invoice(project.id, other);
    t.notRegex((await browser.get(`/invoices/${id}`)).text, /The due date has passed/);
  }
});

test('a draft whose project is in the trash can’t be sent', async t => {
  const { studio, browser, project, invoice, path } = await drafted();
  const before = await browser.get(path);
  await sql('select corkboard.trash_project($1, $2)', studio.id, project.id);
  const { text } = await browser.get(path);
  t.regex(text, /can’t send this draft while its project is in the trash/);
  t.notRegex(text, />Send invoice</);
  t.regex(text, />Void invoice</);
  const refused = await browser.press(before, 'Send invoice');
  t.is(refused.status, 409);
  t.regex(refused.text, /role="alert"[\s\S]*INV-0001 belongs to a project in the trash/);
  t.is(await statusOf(invoice.id), 'DRAFT');
});

test('an invoice whose project is in the trash stays in the list, and its link no longer works', async t => {
  const { studio, browser, invoice, path, project } = await drafted();
  await send(studio.id, invoice.id);
  await sql('select corkboard.trash_project($1, $2)', studio.id, project.id);
  t.true((await browser.get('/invoices')).text.includes('in the trash'));
  const { status, text } = await browser.get(path);
  t.is(status, 200);
  t.notRegex(text, /\/invoice\/[\w-]{43}/);
});

test('the document shows all amounts: lines, discount, tax per rate, late fee and total', async t => {
  const lineItems = [
    { description: 'Design', quantityHundredths: 250, unitPriceCents: 10_000 },
    { description: 'Books', unitPriceCents: 20_000, taxRateBps: 700 },
  ];
  const { studio, browser, invoice, path } = await drafted({
    lineItems,
    discountCents: 4500,
    taxRateBps: 1900,
    currency: 'EUR',
    poNumber: 'PO-7',
    supplyDate: '2026-12-24',
    notes: 'IBAN DE00',
  });
  await sql(
    `select corkboard.change_workspace($1, '{"letterhead": "Studio Ltd\\n1 Quay", "locale": "en-GB"}')`,
    studio.id,
  );
  await send(studio.id, invoice.id);
  await sql('select corkboard.set_late_fee($1, $2, 1500)', studio.id, invoice.id);
  const { text } = await browser.get(path);
  // 250.00 and 200.00 less 25.00 and 20.00: 19 % of 225.00, 7 % of 180.00.
  for (const shown of [
    'Invoice INV-0001',
    'Studio Ltd\n1 Quay',
    'Client',
    '2.5',
    '€100.00',
    '€250.00',
    '€450.00',
    '-€45.00',
    '19% on €225.00',
    '€42.75',
    '7% on €180.00',
    '€12.60',
    '€15.00',
    '€475.35',
    'PO-7',
    '24 December 2026',
    'IBAN DE00',
  ])
    t.true(text.includes(shown), shown);
});

test('prices that include tax name the tax in the total', async t => {
  const { browser, path } = await drafted({ amountCents: 11_900, taxRateBps: 1900, taxInclusive: true });
  const { text } = await browser.get(path);
  for (const shown of ['Including tax, 19% on $100.00', '$19.00', '$119.00', 'New site'])
    t.true(text.includes(shown), shown);
});

test('an invoice shows the amount and the due date until it is paid; an estimate asks for no payment', async t => {
  const { studio, browser, invoice, project, path } = await drafted({
    amountCents: 120_000,
    dueDate: '2026-12-24',
  });
  const due = /class="due"><span>([^<]*)<\/span> <strong>([^<]*)</;
  t.deepEqual(due.exec((await browser.get(path)).text)?.slice(1), [
    'Amount due by December 24, 2026',
    '$1,200.00',
  ]);
  await send(studio.id, invoice.id);
  await sql('select corkboard.pay_invoice($1, $2)', studio.id, invoice.id);
  t.notRegex((await browser.get(path)).text, due);
  const estimate = await studio.invoice(project.id, { kind: 'estimate', amountCents: 120_000 });
  t.notRegex((await browser.get(`/invoices/${estimate.id}`)).text, due);
});

test('a person sends a draft once, and gets its link and an email to send; Corkboard emails no one', async t => {
  const { browser, invoice, path, person } = await drafted({}, { label: 'Claude' });
  const draft = await browser.get(path);
  t.regex(draft.text, /<b>Claude<\/b> \(assistant, via API\), /);
  t.notRegex(draft.text, /\/invoice\/[\w-]{43}/);
  const both = await Promise.all([1, 2].map(() => browser.press(draft, 'Send invoice')));
  t.deepEqual(
    both.map(({ location }) => location),
    [`${path}?done=invoice.send`, `${path}?done=invoice.send`],
  );
  t.is(await statusOf(invoice.id), 'SENT');
  t.deepEqual((await logged(invoice.id)).slice(1), [
    { action: 'invoice.sent', via: 'app', actor: person.email },
  ]);
  const [{ token }] = await sql(
    'select share_token as token from corkboard.invoices where id = $1',
    invoice.id,
  );
  const { text } = await browser.get(both[0]!.location!);
  t.regex(text, /role="status">[^<]*Corkboard did not email the client/);
  t.true(text.includes(`value="${w.baseUrl}/invoice/${token}"`));
  const mail = new URL(/href="(mailto:[^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&'));
  t.is(decodeURIComponent(mail.pathname), 'never-leaves@client.example');
  t.is(mail.searchParams.get('subject'), 'Invoice INV-0001 from Studio');
  t.true(mail.searchParams.get('body')!.endsWith(`${w.baseUrl}/invoice/${token}`));
  t.regex(text, /First viewed<\/dt><dd>Not yet/);
  t.is((await sql('select count(*)::int from graphile_worker.jobs'))[0].count, 0);
});

test('a draft that was edited meanwhile is not sent, and the page says what changed', async t => {
  const { studio, person, browser, invoice, path } = await drafted({ amountCents: 1100 });
  const colleague = new Browser(w.baseUrl, await signIn(w, studio.id, { email: 'b@w.example' }));
  const read = await colleague.get(path);
  t.is((await browser.press(await browser.get(path), 'Save draft', { amountCents: '77' })).status, 303);
  const refused = await colleague.press(read, 'Send invoice');
  t.is(refused.status, 409);
  const says =
    /role="alert"[\s\S]*INV-0001 was changed since you opened this page\. Check what has changed, then press the button again\.<\/li><\/ul>\s*<ul><li>([^ ]+) edited the draft[\s\S]*<li>Total: <del>\$11\.00<\/del> <ins>\$77\.00<\/ins><\/li>/;
  t.is(says.exec(refused.text)?.[1], person.email);
  t.is(await statusOf(invoice.id), 'DRAFT');
  t.is((await colleague.press(refused, 'Send invoice')).status, 303);
  t.is(await statusOf(invoice.id), 'SENT');
});

test('an invoice whose late fee was set meanwhile is neither paid nor voided nor charged another fee', async t => {
  const { studio, browser, invoice, path } = await drafted({ amountCents: 10_000 });
  await send(studio.id, invoice.id);
  const read = await browser.get(path);
  t.is((await browser.press(await browser.get(path), 'Set late fee', { cents: '25' })).status, 303);
  for (const [button, typed] of [
    ['Mark as paid'],
    ['Void invoice'],
    ['Set late fee', { cents: '30' }],
  ] as const) {
    const refused = await browser.press(read, button, typed);
    t.is(refused.status, 409, button);
    t.true(refused.text.includes('<li>Late fee: <del>$0.00</del> <ins>$25.00</ins></li>'), button);
  }
  t.is(await statusOf(invoice.id), 'SENT');
  const unchanged = await browser.get(path);
  t.is((await browser.press(await browser.get(path), 'Set late fee')).status, 303);
  t.is((await browser.press(unchanged, 'Mark as paid')).status, 303, 'an equal fee changes nothing');
});

test('a draft that was sent meanwhile is not voided unseen', async t => {
  const { studio, browser, invoice, path } = await drafted();
  const read = await browser.get(path);
  await send(studio.id, invoice.id);
  const refused = await browser.press(read, 'Void invoice');
  t.is(refused.status, 409);
  t.regex(refused.text, /<li>operator sent an invoice or estimate, /);
  t.is(await statusOf(invoice.id), 'SENT');
});

test('a sent invoice takes a late fee in the locale’s notation, and is marked as paid', async t => {
  const { studio, browser, invoice, path } = await drafted({ currency: 'KWD', amountCents: 100_000 });
  await send(studio.id, invoice.id);
  const sent = await browser.get(path);
  t.is((await browser.press(sent, 'Set late fee', { cents: '12.3456' })).status, 422);
  for (const [cents, not] of [
    ['5,5 %', 'not a percentage'],
    ['$5', 'not in $'],
  ] as const) {
    const refused = await browser.press(sent, 'Set late fee', { cents });
    t.is(refused.status, 422, cents);
    t.true(refused.text.includes(`Late fee must be an amount in KWD, ${not}.`), cents);
  }
  t.is(
    (await browser.press(sent, 'Set late fee', { cents: '12.5' })).location,
    `${path}?done=invoice.late-fee`,
  );
  const { text } = await browser.get(path);
  for (const shown of ['KWD 12.500', 'KWD 112.500']) t.true(text.includes(shown), shown);
  t.regex(text, /<summary class="button">Mark as paid<\/summary><p>[^<]*can’t undo this/);
  t.is((await browser.press(await browser.get(path), 'Mark as paid')).status, 303);
  t.is(await statusOf(invoice.id), 'PAID');
  const paid = await browser.get(path);
  t.regex(paid.text, /Paid on /);
  for (const button of ['Send invoice', 'Mark as paid', 'Set late fee', 'Void invoice'])
    t.notRegex(paid.text, new RegExp(`>${button}</button>`));
});

test('amounts are parsed in the workspace’s locale, and ambiguous ones are rejected', async t => {
  const { studio, browser, invoice, path } = await drafted({ currency: 'KWD', amountCents: 100_000 });
  await sql(`update corkboard.workspaces set locale = 'de-DE' where id = $1`, studio.id);
  await send(studio.id, invoice.id);
  const fee = async (cents: string) => browser.press(await browser.get(path), 'Set late fee', { cents });
  t.is((await fee('12.500')).status, 303);
  const { text } = await browser.get(path);
  t.regex(text, /12\.500,000/);
  t.regex(text, /name="cents" value="12500,000"/);
  await sql(`update corkboard.workspaces set locale = 'fr-FR' where id = $1`, studio.id);
  const refused = await fee('12.500');
  t.is(refused.status, 422);
  t.regex(refused.text, /Late fee must be a number like 1234,500\./);
});

test('an amount typed by a signed-out person keeps its notation when they press again', async t => {
  const { studio, person, browser, invoice, path } = await drafted();
  await sql(`update corkboard.workspaces set locale = 'de-DE' where id = $1`, studio.id);
  await send(studio.id, invoice.id);
  const page = await browser.get(path);
  await sql('delete from corkboard.sessions where token_hash = $1', person.tokenHash);
  const kept = await browser.press(page, 'Set late fee', { cents: '12.500' });
  t.is(kept.status, 422);
  const back = new Browser(w.baseUrl, await signIn(w, studio.id));
  t.is((await back.press(kept, 'Set late fee')).status, 303);
  t.regex((await back.get(path)).text, /12\.500,00/);
});

test('a rejected amount keeps its notation even if the locale changes', async t => {
  const { studio, browser, invoice, path } = await drafted();
  await send(studio.id, invoice.id);
  const inLocale = (locale: string) =>
    sql('update corkboard.workspaces set locale = $2 where id = $1', studio.id, locale);
  await inLocale('de-DE');
  const page = await browser.get(path);
  await inLocale('en-US');
  const refused = await browser.press(page, 'Set late fee', { cents: '12.500,001' });
  t.is(refused.status, 422);
  t.is((await browser.press(refused, 'Set late fee', { cents: '12.500' })).status, 303);
  t.regex((await browser.get(path)).text, /\$12,500\.00/);
});

test('voiding an invoice and replacing its link each show a warning first', async t => {
  const { studio, browser, invoice, path } = await drafted();
  await send(studio.id, invoice.id);
  const link = async () =>
    (await sql('select share_token as token from corkboard.invoices where id = $1', invoice.id))[0].token;
  const before = await link();
  const page = await browser.get(path);
  t.regex(page.text, /<summary>Replace link<\/summary><p>[^<]*stops working at once/);
  t.is((await browser.press(page, 'Replace link')).status, 303);
  t.not(await link(), before);
  t.regex(page.text, /<summary>Void invoice<\/summary><p>[^<]*can’t undo this/);
  t.is((await browser.press(page, 'Void invoice')).location, `${path}?done=invoice.void`);
  t.is(await statusOf(invoice.id), 'VOID');
});

test('an estimate can be sent and voided, but not paid or charged a late fee', async t => {
  const { studio, browser, invoice, path } = await drafted({ kind: 'estimate' });
  await send(studio.id, invoice.id);
  const { text } = await browser.get(path);
  t.true(text.includes('Estimate EST-0001'));
  t.notRegex(text, /Mark as paid|Set late fee/);
  t.is((await browser.post(`${path}/pay`)).status, 409);
});
