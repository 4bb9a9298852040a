import test, { type ExecutionContext } from 'ava';
import { catalogues } from '../../src/languages/messages.ts';
import { type Seen, unescaped } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { changeOrderLink, inquiryLink, invoiceLink, portalLinks, shareLinks } from '../support/shareLinks.ts';

// Every page that a client or stranger can open, in a made-up language: each message stands in marks. What isn't in marks is data,
// or a text that no catalogue has.

const w = consoleWorld(test);
const { call, sql } = w;
const asked = { 'Accept-Language': 'nl' };
const client = () => w.stranger();

const marked = <Group extends object>(group: Group): Group =>
  Object.fromEntries(
    Object.entries(group).map(([key, text]) => [key, typeof text === 'string' ? `⟦${text}⟧` : marked(text)]),
  ) as Group;

const { nl } = catalogues;
test.before(() => {
  catalogues.nl = { ...marked(catalogues.en), mails: nl.mails };
});
test.after.always(() => {
  catalogues.nl = nl;
});

/** What is data: the texts of these tests, days, times, countries, accounts, amounts, numbers of documents, and hashes. */
const data = [
  /\bdata\w*(?:@data\w*\.example)?/gi,
  /\b\d+ (?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|[a-z]{3}) \d{4}\b/g,
  /\bUTC\b/g,
  // Intl's names of countries.
  /\b(?:Suriname|Nederland)\b/g,
  /\bIBAN\b|\bDE75[\d ]*/g,
  /\b(?:INV|EST|CN)-\d+\b/g,
  /\b(?:EUR|US\$)/g,
  /\b[0-9a-f]{64}\b/g,
  /\bPDF\b/g,
];

/** The texts of a page that people see or hear: of elements, and of attributes. */
function textsOf({ text: page }: Seen): string[] {
  const attributes = [...page.matchAll(/ (?:aria-label|alt|title|placeholder|data-label)="([^"]*)"/g)];
  const elements = page
    .replaceAll(/<(?:script|style|svg)\b[\s\S]*?<\/(?:script|style|svg)>/g, '')
    .split(/<[^>]*>/);
  return [...attributes.map(([, text]) => text!), ...elements].map(unescaped);
}

/** A text without what is in marks, which may be in each other. */
function unmarked(text: string): string {
  const without = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  return without === text ? text : unmarked(without);
}

/** Checks that a page has no text outside of marks but data. */
function isTranslated(t: ExecutionContext, page: Seen, status: number, about: string): Seen {
  t.is(page.status, status, about);
  t.regex(page.text, /<html lang="nl">/, about);
  t.is([...page.text.matchAll(/⟦/g)].length > 0, true, about);
  const left = textsOf(page)
    .map(text => data.reduce((rest, known) => rest.replaceAll(known, ''), unmarked(text)))
    .filter(text => /[\p{L}⟦⟧]/u.test(text));
  t.deepEqual(left, [], about);
  return page;
}

/** Opens a page and checks it. */
const opens = async (t: ExecutionContext, path: string, status = 200) =>
  isTranslated(t, await client().get(path, asked), status, `GET ${path}`);

/** Sends a client's form and checks the page that refuses it. */
const refuses = async (t: ExecutionContext, path: string, form: Record<string, string>, status: number) =>
  isTranslated(t, await client().post(path, form, asked), status, `POST ${path} ${JSON.stringify(form)}`);

/** The hidden fields of a page's forms. */
const hiddenIn = ({ text }: Seen) =>
  Object.fromEntries(
    [...text.matchAll(/type="hidden" name="(document|version|declaration)" value="(\w*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  );

const by = { by: 'Data' };
const other = '0'.repeat(64);

/** A studio that writes in the made-up language, with a client and a project. */
async function begun() {
  const studio = await w.workspace();
  const parts = { addressLines: 'Data 1', postalCode: '1', city: 'Datacity', country: 'SR' };
  await call('change_workspace', studio.id, {
    ...{ name: 'Datastudio', locale: 'nl-SR', country: 'SR', city: 'Datacity', terms: 'Data' },
    ...{ iban: 'DE75512108001245126199', intake_questions: [] },
  });
  const { id: clientId } = await studio.client({ name: 'Dataclient', email: 'data@data.example' });
  const project = await studio.project({ clientId, name: 'Datasite', intake: {} });
  await call('open_portal', studio.id, clientId);
  const links = { ...(await shareLinks(w, project.id)), ...(await portalLinks(w, clientId)) };
  return { studio, clientId, project, links, parts };
}

const draft = { deliverables: ['Data'], priceCents: 10_000, revisionRounds: 2, timeline: 'Data' };

test('scope, contract and change order', async t => {
  const { studio, project, links } = await begun();
  const { scope, contract } = links;
  await opens(t, scope);
  await opens(t, contract);
  await studio.scope(project.id, draft);
  await opens(t, contract);
  const shown = await opens(t, scope);
  const version = hiddenIn(shown);
  for (const wrong of [
    { by: ' ' },
    { by: '!' },
    { by: 'data'.repeat(126) },
    { by: 'data\u202edata' },
    { version: 'x' },
  ])
    await refuses(t, `${scope}/approve`, { ...by, ...version, ...wrong }, 422);
  await refuses(t, `${scope}/approve`, { ...by, ...version, declaration: other }, 409);
  await refuses(t, `${scope}/approve`, { ...by, version: '7' }, 409);
  const change = { ...by, ...version, text: 'Data' };
  await refuses(t, `${scope}/request-changes`, { ...change, text: ' ' }, 422);
  for (let n = 0; n < 10; n++) await client().post(`${scope}/request-changes`, change);
  await refuses(t, `${scope}/request-changes`, change, 409);
  await refuses(
    t,
    `${contract}/sign`,
    { ...by, ...hiddenIn(await client().get(contract)), document: other },
    409,
  );
  await client().post(`${scope}/approve`, { ...by, ...version });
  await opens(t, scope);
  await refuses(t, `${scope}/approve`, { ...by, ...version }, 409);
  // With what was typed, as the page has no form any more.
  await refuses(t, `${scope}/request-changes`, change, 409);
  await refuses(t, `${contract}/sign`, { ...by, document: other }, 409);

  const propose = async () => {
    const [{ id }] = await call('propose_change_order', studio.id, project.id, 'Data', 'Data', 45_000, 1);
    await call('send_change_order', studio.id, id);
    return { id: id as string, link: await changeOrderLink(w, id) };
  };
  const [approved, declined, withdrawn] = [await propose(), await propose(), await propose()];
  const { document = '' } = hiddenIn(await opens(t, approved.link));
  await refuses(t, `${approved.link}/decline`, { ...by, document, by: '' }, 422);
  await refuses(t, `${approved.link}/approve`, { ...by, document: other }, 409);
  await client().post(`${approved.link}/approve`, { ...by, document });
  await opens(t, approved.link);
  await refuses(t, `${approved.link}/approve`, { ...by, document: other }, 409);
  await call('decline_change_order', studio.id, declined.id, 'Data', 'Data');
  await opens(t, declined.link);
  await refuses(t, `${declined.link}/approve`, { ...by, document }, 409);
  await call('withdraw_change_order', studio.id, withdrawn.id);
  await opens(t, withdrawn.link);
  await refuses(t, `${withdrawn.link}/decline`, { ...by, document, reason: 'Data' }, 409);

  await client().post(`${contract}/sign`, { ...by, ...hiddenIn(await opens(t, contract)) });
  await opens(t, contract);
  await refuses(t, `${contract}/sign`, { ...by, document: other }, 409);
});

test('invoices and estimates', async t => {
  const { studio, project, clientId } = await begun();
  await call('change_client', studio.id, clientId, { country: 'NL', vat_number: 'NL123456782B12' });
  const send = async (fields: object) => {
    const { id } = await studio.invoice(project.id, { notes: 'Data', currency: 'EUR', ...fields });
    await call('send_invoice', studio.id, id);
    return { id: id as string, link: await invoiceLink(w, id) };
  };
  const lineItems = [
    { description: 'Data', quantityHundredths: 100, unitPriceCents: 1_000, taxRateBps: 1900 },
  ];
  const open = await send({ lineItems, dueDate: '2030-01-31' });
  await opens(t, open.link);
  await call('record_payment', studio.id, open.id, 100);
  await opens(t, open.link);
  await call('record_payment', studio.id, open.id);
  await opens(t, open.link);
  await call('credit_invoice', studio.id, open.id, 'Data', null, 100, 1900);
  await opens(t, open.link);
  await opens(t, `${open.link}/credit-notes/CN-0001`);
  const voided = await send({ lineItems });
  await call('set_late_fee', studio.id, voided.id, 100);
  await call('void_invoice', studio.id, voided.id);
  await opens(t, voided.link);
  await opens(t, `${voided.link}/credit-notes/CN-0002`);
  await refuses(t, `${open.link}/accept`, { ...by, document: other }, 409);

  const estimate = { kind: 'estimate', dueDate: '2100-01-31' };
  const accepted = await send(estimate);
  const shown = hiddenIn(await opens(t, accepted.link));
  await refuses(t, `${accepted.link}/accept`, { ...by, document: other }, 409);
  await refuses(t, `${accepted.link}/decline`, { ...by, ...shown, reason: 'data'.repeat(1_251) }, 422);
  await client().post(`${accepted.link}/accept`, { ...by, ...shown });
  await opens(t, accepted.link);
  await refuses(t, `${accepted.link}/decline`, { ...by, ...shown }, 409);
  const late = await send({ ...estimate, dueDate: '2020-01-31' });
  await opens(t, late.link);
  await refuses(t, `${late.link}/accept`, { ...by, document: other }, 409);
  const converted = await send(estimate);
  await call('convert_estimate', studio.id, converted.id);
  await refuses(t, `${converted.link}/accept`, { ...by, document: other }, 409);
  const ended = await send(estimate);
  await call('void_invoice', studio.id, ended.id);
  await refuses(t, `${ended.link}/accept`, { ...by, document: other }, 409);
});

test('intake, portal and statement', async t => {
  const { studio, project, clientId, links } = await begun();
  await opens(t, links.intake);
  const question = { 'answers.0.question': 'Data?' };
  await refuses(t, `${links.intake}/submit`, { ...question, 'answers.0.answer': ' ' }, 422);
  await refuses(t, `${links.intake}/submit`, { ...question, 'answers.0.answer': 'data'.repeat(1_251) }, 422);
  const answered = { ...question, 'answers.0.answer': 'Data' };
  await client().post(`${links.intake}/submit`, answered);
  await opens(t, links.intake);
  await refuses(t, `${links.intake}/submit`, answered, 409);
  await opens(t, links.portal);

  await studio.scope(project.id, draft);
  await call('send_scope', studio.id, project.id);
  const send = async (fields: object) => {
    const { id } = await studio.invoice(project.id, { currency: 'EUR', notes: 'Data', ...fields });
    await call('send_invoice', studio.id, id);
    return id as string;
  };
  const overdue = await send({ dueDate: '2020-01-31' });
  await call('record_payment', studio.id, overdue, 100);
  await send({ kind: 'estimate', dueDate: '2100-01-31' });
  const paid = await send({});
  await call('record_payment', studio.id, paid);
  await call('void_invoice', studio.id, await send({}));
  await call('credit_invoice', studio.id, paid, 'Data', null, 100, 0);
  await call('refund_invoice', studio.id, paid, 10);
  await call('transfer_balance', studio.id, paid, overdue, 20);
  await call('credit_invoice', studio.id, await send({}), 'Data', null, 100, 0);
  await opens(t, links.portal);
  await call('approve_scope', studio.id, project.id, 'Data');
  await call('send_contract', studio.id, project.id);
  const [{ id }] = await call('propose_change_order', studio.id, project.id, 'Data', null, 45_000, 1);
  await call('send_change_order', studio.id, id);
  for (let n = 0; n < 26; n++) await send({ kind: 'estimate' });
  await opens(t, links.portal);
  await opens(t, `${links.portal}?page=2`);
  await opens(t, `${links.portal}?page=x`, 400);
  await call('sign_contract', studio.id, project.id, 'Data');
  await call('change_client', studio.id, clientId, { company: 'Data' });
  await opens(t, links.portal);

  await opens(t, links.statement);
  await opens(t, `${links.statement}?from=2020-01-01&until=2100-01-01`);
  for (const period of ['from=x', 'from=0000-01-01', 'from=2026-02-02&until=2026-02-01']) {
    await opens(t, `${links.statement}?${period}`, 422);
    await opens(t, `${links.statement}.pdf?${period}`, 400);
  }
});

test('the inquiry form, in the language of the browser', async t => {
  const studio = await w.workspace();
  await call('change_workspace', studio.id, { name: 'Datastudio' });
  const form = { is_open: true, introduction: 'Data', questions: ['Data?'] };
  await call('set_inquiry_form', studio.id, form);
  const link = await inquiryLink(w, studio.id);
  await opens(t, link);
  await opens(t, `${link}?sent=true`);
  const inquiry = { name: 'Data', email: 'data@data.example', message: 'Data' };
  for (const wrong of [
    { name: '' },
    { name: 'data\u2028data' },
    { email: 'data' },
    { company: 'data'.repeat(126) },
  ])
    await refuses(t, `${link}/send`, { ...inquiry, ...wrong }, 422);
  for (let n = 0; n < 5; n++) await client().post(`${link}/send`, inquiry);
  await refuses(t, `${link}/send`, inquiry, 409);
});

test('links that don’t work, suspended workspaces, and forms that can’t be read', async t => {
  const { studio, links } = await begun();
  await opens(t, '/scope/x', 404);
  await opens(t, `/invoice/${'x'.repeat(43)}`, 404);
  await opens(t, '/unsubscribe/x', 404);
  await opens(t, '/logos/x/y', 404);
  const elsewhere = { ...asked, 'Sec-Fetch-Site': 'cross-site' };
  isTranslated(t, await client().post(`${links.scope}/approve`, by, elsewhere), 403, 'cross-site');
  const many = '&a'.repeat(1_000);
  const type = { ...asked, 'Content-Type': 'application/x-www-form-urlencoded' };
  isTranslated(t, await client().send(`${links.scope}/approve`, many, type), 400, 'too many fields');
  const long = `text=${'x'.repeat(1_000_000)}`;
  isTranslated(t, await client().send(`${links.scope}/approve`, long, type), 413, 'too long');
  await w.owner(studio.id);
  const [{ suffix }] = await sql('select corkboard.secret_suffix($1) as suffix', studio.id);
  const secret = 'd'.repeat(43);
  await sql(`update corkboard.members set notified_of = '{paid}' where workspace_id = $1`, studio.id);
  await sql(
    `insert into corkboard.unsubscribe_links (workspace_id, member_id, kind, token_hash)
     select workspace_id, id, 'paid', sha256($2::text::bytea) from corkboard.members where workspace_id = $1`,
    ...[studio.id, secret],
  );
  await opens(t, `/unsubscribe/${secret}${suffix}`);
  await refuses(t, `/unsubscribe/${secret}${suffix}`, {}, 200);
  await call('suspend_workspace', studio.id);
  for (const link of Object.values(links)) await opens(t, link, 403);
});
