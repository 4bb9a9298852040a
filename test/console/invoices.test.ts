import test from 'ava';
import { Browser } from '../support/browser.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;

// The list of invoices and estimates, and the page of one, as members see them.

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

// The part of a project's page where a person drafts invoices and estimates.

async function begun(options = {}, email?: string) {
  const studio = await w.workspace({ label: 'Claude', ...options });
  const project = await studio.project();
  const person = await signIn(w, studio.id, email ? { email } : {});
  const tab = `/projects/${project.id}?tab=invoices`;
  return { studio, project, person, browser: new Browser(w.baseUrl, person), tab };
}
const drafts = async (studio: { get(path: string): Promise<any> }) =>
  (await studio.get('/invoices')).body.data;

test('an empty list says how to draft an invoice; a draft is listed with its author', async t => {
  const { studio, project, browser, tab } = await begun();
  t.regex((await browser.get(tab)).text, /No invoices or estimates yet\./);
  await studio.invoice(project.id);
  const { status, text } = await browser.get(tab);
  t.is(status, 200);
  t.regex(text, /href="\/invoices\/[\w-]+">INV-0001</);
  t.regex(text, /<b>Claude<\/b> \(assistant, via API\)/);
});

test('only drafts have a link to their review', async t => {
  const { studio, project, browser, tab } = await begun();
  const draft = await studio.invoice(project.id);
  const sent = await studio.invoice(project.id);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, sent.id);
  const { text } = await browser.get(tab);
  const links = [...text.matchAll(/<a href="([^"]+)" aria-label="([^"]+)">Review<\/a>/g)];
  t.deepEqual(
    links.map(([, href, name]) => [href, name]),
    [[`/invoices/${draft.id}`, `Review ${draft.number}`]],
  );
  t.regex((await browser.get(links[0]![1]!)).text, />Send invoice<\/button>/);
});

test('the list’s button sends a draft once, and its page shows the link to share', async t => {
  const { studio, project, browser, tab } = await begun();
  const [first, second] = [await studio.invoice(project.id), await studio.invoice(project.id)];
  const page = await browser.get(tab);
  const buttons = [
    ...page.text.matchAll(
      /<button formaction="([^"]+)" type="submit" name="version" value="1" class="quiet" aria-label="([^"]+)">Send<\/button>/g,
    ),
  ];
  t.deepEqual(
    buttons.map(([, action, name]) => [action, name]).sort(),
    [first, second].map(({ id, number }) => [`/invoices/${id}/send`, `Send ${number}`]).sort(),
  );
  const [, once] = /<form method="post"><input type="hidden" name="once" value="([^"]+)">/.exec(page.text)!;
  const send = () => browser.post(`/invoices/${first.id}/send`, { once: once! });
  const answers = await Promise.all([send(), send()]);
  for (const { status, location } of answers)
    t.deepEqual([status, location], [303, `/invoices/${first.id}?done=invoice.send`]);
  t.regex((await browser.get(answers[0]!.location!)).text, /role="status">[\s\S]*\/invoice\/[\w-]{43}/);
  const statuses = (await drafts(studio)).map(({ number, status }: any) => [number, status]);
  t.deepEqual(statuses.sort(), [
    [first.number, 'SENT'],
    [second.number, 'DRAFT'],
  ]);
  t.notRegex((await browser.get(tab)).text, new RegExp(`aria-label="Send ${first.number}"`));
});

test('the list’s button does not send a draft that was edited meanwhile', async t => {
  const { studio, project, browser, tab } = await begun();
  const draft = await studio.invoice(project.id, { amountCents: 1100 });
  const page = await browser.get(tab);
  const path = `/invoices/${draft.id}`;
  t.is((await browser.press(await browser.get(path), 'Save draft', { amountCents: '77' })).status, 303);
  const refused = await browser.press(page, 'Send');
  t.is(refused.status, 409);
  t.true(refused.text.includes('<li>Total: <del>$11.00</del> <ins>$77.00</ins></li>'));
  t.is((await browser.press(await browser.get(tab), 'Send')).location, `${path}?done=invoice.send`);
});

test('a flat amount is drafted in the person’s name, with the workspace’s tax, without using the allowance', async t => {
  const { studio, project, browser, tab, person } = await begun({
    taxRateBps: 1900,
    pricesIncludeTax: true,
    currency: 'EUR',
  });
  const before = await sql('select * from corkboard.monthly_writes where workspace_id = $1', studio.id);
  const page = await browser.get(tab);
  const typed = { amountCents: '1.190,00', dueDate: '2027-01-31', poNumber: ' PO  7 ', notes: 'IBAN' };
  const done = await browser.press(page, 'Draft invoice', { ...typed, taxInclusive: 'on' });
  t.is(done.location, `/projects/${project.id}?tab=invoices&done=draftInvoice`);
  const [invoice] = await drafts(studio);
  t.like(invoice, {
    number: 'INV-0001',
    kind: 'invoice',
    status: 'DRAFT',
    currency: 'EUR',
    amountCents: 119_000,
    taxCents: 19_000,
    taxRateBps: 1900,
    taxInclusive: true,
    poNumber: 'PO 7',
    dueDate: '2027-01-31',
    createdVia: 'app',
  });
  t.deepEqual(
    await sql('select action, via, actor from corkboard.audit_log where record_id = $1', invoice.id),
    [{ action: 'invoice.drafted', via: 'app', actor: person.email }],
  );
  t.deepEqual(await sql('select * from corkboard.monthly_writes where workspace_id = $1', studio.id), before);
  const { text } = await browser.get(done.location!);
  t.regex(text, /role="status">/);
  t.true(text.includes(`<b>${person.email}</b>`));
});

test('blank lines are left out of an invoice and of an estimate', async t => {
  const { studio, browser, tab } = await begun();
  const done = await browser.press(await browser.get(tab), 'Draft invoice', {
    kind: 'estimate',
    currency: 'KWD',
    'lineItems.1.description': 'Design',
    'lineItems.1.quantityHundredths': '2.5',
    'lineItems.1.unitPriceCents': '100.125',
    'lineItems.1.taxRateBps': '5',
    'lineItems.4.description': 'Books',
    'lineItems.4.unitPriceCents': '1',
  });
  t.is(done.status, 303);
  const [estimate] = await drafts(studio);
  t.like(estimate, { number: 'EST-0001', currency: 'KWD' });
  t.deepEqual(estimate.lineItems, [
    { description: 'Design', quantityHundredths: 250, unitPriceCents: 100_125, taxRateBps: 500 },
    { description: 'Books', quantityHundredths: 100, unitPriceCents: 1000, taxRateBps: null },
  ]);
});

test('an invoice in another currency than the project’s has that currency’s digits', async t => {
  const { studio, browser, tab } = await begun();
  const page = await browser.get(tab);
  const typed = { amountCents: '¥8,400', currency: 'JPY' };
  t.is((await browser.press(page, 'Draft invoice', typed)).status, 303);
  t.like((await drafts(studio))[0], { currency: 'JPY', amountCents: 8_400, discountCents: 0 });
  const refused = await browser.press(page, 'Draft invoice', {
    ...typed,
    discountCents: '¥400',
    taxRateBps: 'x',
  });
  t.is(refused.status, 422);
  t.is((await browser.press(refused, 'Draft invoice', { taxRateBps: '0' })).status, 303);
  t.like((await drafts(studio))[0], { currency: 'JPY', amountCents: 8_000, discountCents: 400 });
});

test('a rejected draft shows what was typed, with the reasons beside the fields, and nothing is drafted', async t => {
  const { studio, browser, tab } = await begun();
  const page = await browser.get(tab);
  const id = 'invoices-draft';
  const refusals: [typed: Record<string, string>, field: string, says: RegExp][] = [
    [{}, 'amountCents', /Flat amount is required, unless Lines is given/],
    [{ amountCents: 'many' }, 'amountCents', /Flat amount must be a number like 1234\.50/],
    [{ amountCents: '1', discountCents: '2' }, 'discountCents', /Discount must not exceed the subtotal/],
    [{ amountCents: '1', taxRateBps: '' }, 'taxRateBps', /Tax rate \(%\) is required/],
    [{ amountCents: '1', currency: 'euro' }, 'currency', /Currency must be three uppercase letters/],
    [
      { 'lineItems.3.description': 'Design' },
      'lineItems-3-unitPriceCents',
      /Lines 4, Unit price is required/,
    ],
    [
      { amountCents: '1', 'lineItems.0.description': 'x', 'lineItems.0.unitPriceCents': '1' },
      'lineItems',
      /Lines cannot be combined with Flat amount: leave one of them out\./,
    ],
  ];
  for (const [typed, field, says] of refusals) {
    const { status, text } = await browser.press(page, 'Draft invoice', { notes: 'Kept <b>', ...typed });
    t.is(status, 422, field);
    t.true(text.includes(`href="#${id}-${field}"`), field);
    t.true(text.includes(`id="${id}-${field}"`), field);
    t.regex(text, says);
    t.true(text.includes('Kept &lt;b&gt;</textarea>'));
    t.regex(text, /aria-current="page">Invoices</);
  }
  t.deepEqual(await drafts(studio), []);
});

/** How many lines a page has room for. */
const linesOf = ({ text }: { text: string }) => text.match(/aria-label="Lines \d+"/g)?.length;

test('More lines adds lines, up to 50, keeps what was typed, and drafts nothing', async t => {
  const { studio, browser, tab } = await begun();
  let page = await browser.get(tab);
  t.is(linesOf(page), 3);
  const typed = { taxRateBps: '', notes: 'Kept', 'lineItems.1.description': 'Design' };
  page = await browser.press(page, 'More lines', typed);
  t.is(page.status, 200);
  t.is(linesOf(page), 6);
  t.regex(page.text, /<details[^>]* open/);
  for (const kept of ['Kept</textarea>', 'value="Design"']) t.true(page.text.includes(kept), kept);
  t.notRegex(page.text, /role="alert"/);
  const refused = await browser.press(page, 'Draft invoice');
  t.is(refused.status, 422);
  t.is(linesOf(refused), 5, 'three after the last that is filled in');
  for (let pages = 0; page.text.includes('>More lines</button>') && pages < 1_000; pages++)
    page = await browser.press(page, 'More lines');
  t.is(linesOf(page), 50);
  t.deepEqual(await drafts(studio), []);
  const last = { 'lineItems.49.description': 'Proofs', 'lineItems.49.unitPriceCents': '5' };
  const done = await browser.press(page, 'Draft invoice', {
    taxRateBps: '0',
    'lineItems.1.unitPriceCents': '7',
    ...last,
  });
  t.is(done.status, 303);
  const [{ lineItems }] = await drafts(studio);
  t.deepEqual(
    lineItems.map(({ description }: { description: string }) => description),
    ['Design', 'Proofs'],
  );
});

test('no more lines are shown than an invoice may have', async t => {
  const { project, browser } = await begun();
  const path = `/projects/${project.id}/invoices/draft`;
  for (const more of ['1e9', '-1', 'x', '']) t.true(linesOf(await browser.post(path, { more }))! <= 50, more);
});

test('the form’s first button, which Enter presses, only shows the form again', async t => {
  const { browser, tab, person } = await begun();
  const page = await browser.get(tab);
  const refused = await browser.press(page, 'Draft invoice', { 'lineItems.0.description': 'Design' });
  await sql('delete from corkboard.sessions where token_hash = $1', person.tokenHash);
  const kept = await browser.press(page, 'Draft invoice', { amountCents: '1' });
  t.deepEqual(buttonsOf(page.text), ['Enter', 'More lines', 'Recalculate', 'Draft invoice']);
  t.deepEqual(buttonsOf(refused.text), ['Enter', '×', 'More lines', 'Recalculate', 'Draft invoice']);
  t.is(kept.status, 422);
  t.deepEqual(buttonsOf(kept.text), ['Enter', 'Draft invoice']);
});

/** The buttons of the form that drafts an invoice, in order. */
function buttonsOf(page: string): string[] {
  const [form] = /<form method="post" action="[^"]+\/invoices\/draft[\s\S]*?<\/form>/.exec(page)!;
  return [...form.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text]) => text!);
}
