import ava, { type ExecutionContext } from 'ava';
import type { Field } from '../../src/console/forms/fields.ts';
import type { Post } from '../../src/console/forms/post.ts';
import type { Page } from '../../src/console/page/page.ts';
import { queryOf } from '../../src/console/requests/paths.ts';
import { pages } from '../../src/console/routing/pages.ts';
import { type Browser, linksOf, type Seen, shows } from '../support/browser.ts';
import { everything } from '../support/command.ts';
import { dangerous, hostile, people } from '../support/console.ts';
import { pngImage } from '../support/images.ts';
import { type Populated, populated } from '../support/populated.ts';
import { world } from '../support/world.ts';

// What every page of the console promises, and every form on it. A new page and a new form are tried by themselves.

const w = world(ava);
const p = people(ava, w, { WEBHOOK_ALLOW_PRIVATE: 'true', SMTP_URL: 'smtp://127.0.0.1:9' });
const { sql } = w;
const test = ava.serial;

/** The forms that are the owner's only, and whether they ask for a recent code. All others are every member's. */
const ofOwners: Record<string, 'with a code' | 'without a code'> = {
  '/settings/set': 'without a code',
  '/settings/region/set': 'without a code',
  '/settings/documents/set': 'without a code',
  '/settings/documents/logo': 'without a code',
  '/settings/documents/logo/remove': 'without a code',
  '/settings/documents/numbers/invoice': 'without a code',
  '/settings/documents/numbers/estimate': 'without a code',
  '/settings/documents/numbers/credit-note': 'without a code',
  '/settings/emails/set': 'without a code',
  '/settings/inquiries/set': 'without a code',
  '/settings/inquiries/renew-link': 'without a code',
  '/settings/members/:member/remove': 'with a code',
  '/settings/members/:member/sign-out': 'with a code',
  '/settings/members/add': 'with a code',
  '/settings/members/invitations/:invitation/resend': 'with a code',
  '/settings/members/invitations/:invitation/withdraw': 'with a code',
  '/settings/members/offer-ownership': 'with a code',
  '/settings/members/:member/withdraw-ownership': 'without a code',
  '/settings/keys/create': 'with a code',
  '/settings/keys/:key/revoke': 'with a code',
  '/settings/assistants/connect': 'with a code',
  '/settings/export/start': 'with a code',
  '/settings/webhooks/add': 'with a code',
  ...Object.fromEntries(
    ['test', 'edit', 'rotate', 'enable', 'disable', 'remove'].map(verb => [
      `/settings/webhooks/:endpoint/${verb}`,
      'with a code',
    ]),
  ),
};
/** The forms of every member that ask for a recent code. */
const withCode = ['/settings/members/accept-ownership', '/settings/members/change-email'];

const posts = pages.flatMap(page => page.posts.map(post => ({ page, post })));

/** A hostile text for fields that take only a short one. */
const short = `"'><script>&amp;`;

/**
 * A workspace whose texts are all hostile, each followed by the name of its field; and the names. Its locale and time zone are
 * unknown, as in a database that was changed by hand, or moved to a machine with older data of them.
 */
let ours: Populated;
const fields = new Set<string>();
/** A workspace of others. */
let theirs: Populated;
let owner: Awaited<ReturnType<typeof p.owner>>;
let theirOwner: typeof owner;

ava.serial.before(async () => {
  ours = await populated(w, field => {
    fields.add(field);
    return `${short}${field}`;
  });
  await sql('alter table corkboard.workspaces drop constraint workspaces_locale_check');
  await sql(
    `update corkboard.workspaces set locale = 'not_a_locale', time_zone = 'Mars/Olympus_Mons' where id = $1`,
    ours.studio.id,
  );
  await sql(
    `update corkboard.invoices set due_date = '2020-01-31' where workspace_id = $1 and status = 'SENT'`,
    ours.studio.id,
  );
  theirs = await populated(w);
  owner = await p.owner(ours.studio.id);
  theirOwner = await p.owner(theirs.studio.id);
  // From then on the sessions' workspaces are cached.
  for (const one of [owner, theirOwner]) await one.get('/search');
});

/** Visits a page at its own address, its former one, a search, and at those of its tabs and lists that it links to. */
async function visitAll(
  { path, alias }: Page,
  { at, settled }: Populated,
  visit: (address: string) => Promise<{ text: string }>,
): Promise<void> {
  const own = [path, ...(alias ? [alias] : [])].map(at);
  if (path === '/projects/:id') own.push(settled.project);
  if (path === '/invoices/:id') own.push(settled.invoice, settled.estimate);
  if (path.endsWith('/:order')) own.push(settled.order);
  const found = new Set(own);
  if (path === '/invoices') found.add('/invoices?overdue=true');
  if (path.endsWith('/:endpoint')) found.add(`${at(path)}?from=2027-01-01&to=2027-01-31`);
  for (const one of found) {
    const { text } = await visit(one);
    if (!own.includes(one)) continue;
    for (const [, link] of text.matchAll(/ href="([^"#]+)/g)) {
      const { pathname, search } = new URL(link!.replaceAll('&amp;', '&'), `http://x${one}`);
      if (pathname === one) found.add(pathname + search);
    }
    if (text.includes(' name="search"')) found.add(`${one}?search=${encodeURIComponent(hostile)}`);
  }
}

/** The forms of a page that change something. */
const formsOf = ({ text }: Seen) => [
  ...text.matchAll(/<form method="post"(?: action="([^"]*)")?[^>]*>([\s\S]*?)<\/form>/g),
];

const seenFields = new Set<string>();
for (const page of pages)
  test(`${page.path} takes one statement, shows hostile text as text, and its forms have a token against second clicks`, async t => {
    await visitAll(page, ours, async address => {
      let seen!: Seen;
      const statements = await p.counted(async () => {
        seen = await owner.get(address);
      });
      // Two more look for what a worker makes, and ask for it.
      t.true(
        statements === 1 || (page.awaits !== undefined && statements === 3),
        `${statements}: ${address}`,
      );
      t.is(seen.status, 200, address);
      t.notRegex(seen.text, dangerous, address);
      for (const field of fields) if (seen.text.includes(`&amp;amp;${field}`)) seenFields.add(field);
      for (const [form, action, inside] of formsOf(seen))
        if (action !== '/sign-out') t.is(inside!.split(' name="once" ').length, 2, `${address}: ${form}`);
      return seen;
    });
  });

test('clients’ pages and the API work in a workspace with an unknown locale and time zone as well', async t => {
  for (const link of ours.links) t.is((await p.stranger().get(link)).status, 200, link);
  t.is((await ours.studio.get('/invoices?overdue=true')).body.page.total, 2);
});

test('pages show every text that people write', t => {
  t.deepEqual(
    [...fields].filter(field => !seenFields.has(field)),
    [],
  );
});

test('the audit log leads to every kind of record, but not to those in the trash', async t => {
  const first = await owner.get('/settings/audit');
  shows(t, first, 'client (removed)');
  const links = new Set<string>();
  for (const page of [first, await owner.follow(first, 'Next page')])
    for (const row of page.text.split('<tr>').slice(2)) links.add(linksOf({ text: row })[0]?.[1] ?? '');
  links.delete('');
  t.true(links.size >= 12, [...links].join());
  for (const link of links) t.is((await owner.get(link)).status, 200, link);
});

test('every page leads people who are signed out to sign-in and back', async t => {
  for (const { path } of pages)
    for (const address of [ours.at(path), `${ours.at(path)}?page=2`]) {
      const { status, location } = await p.stranger().get(address);
      t.deepEqual([status, location], [303, `/sign-in?next=${encodeURIComponent(address)}`]);
    }
});

const unknownId = '00000000-0000-0000-0000-000000000000';

/** The addresses of a path with ids of another workspace, all and each of them, with malformed ids, and with one that no record has. */
function strange(path: string, odd = ['x', '0', '0190-7000', 'a%00b', unknownId]): string[] {
  const [own, other] = [ours, theirs].map(({ at }) => at(path).split('/')) as [string[], string[]];
  const mixed = own.flatMap((part, at) => (part === other[at] ? [] : [own.with(at, other[at]!).join('/')]));
  return [theirs.at(path), ...mixed, ...odd.map(id => path.replaceAll(/:\w+/g, id))];
}

const filesOfRecords = [
  '/invoices/:id.pdf',
  '/projects/:id/change-orders/:order.pdf',
  '/clients/:id/statement.pdf',
];

for (const path of [...pages.map(({ path }) => path), ...filesOfRecords].filter(path => path.includes(':')))
  test(`ids of other workspaces, malformed and unknown ids show the same page: ${path}`, async t => {
    const seen = await Promise.all(strange(path).map(address => owner.get(address)));
    t.deepEqual([...new Set(seen.map(({ status }) => status))], [404]);
    t.is(new Set(seen.map(({ text }) => text)).size, 1);
    t.is((await owner.get('/clients')).status, 200);
  });

/** Texts for fields that not every text is valid for, by the name of the field. */
const special: Record<string, string> = {
  url: 'http://127.0.0.1:9/x',
  on: '2026-01-31',
  // Time of days to come is not billed.
  date: '2026-01-31',
  currency: 'USD',
  timeZone: 'UTC',
  locale: 'en-US',
  eInvoiceCountry: 'DE',
  country: 'DE',
  eInvoiceNetworkId: '0088:4012345000009',
  vatNumber: 'DE136695976',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  payLink: 'https://pay.example.com/{number}',
  document: '',
  logo: pngImage().toString('base64'),
  cc: 'copy@x.example',
  file: Buffer.from('Name\nAda\n').toString('base64'),
  column0: 'name',
  exchangeRateMillionths: '1.0893',
};
/** The same for fields without options. */
const specialText: Record<string, string> = { format: 'RE-{year}-{number:3}', nextNumber: '500' };
/** What hidden fields send that a form can't do without. */
const shownState: Record<string, string> = { template: 'invoice', language: 'en', kind: 'invoice' };
const byKind: Partial<Record<Field['kind'], string>> = {
  date: '2030-01-31',
  email: 'new@x.example',
  checkbox: 'on',
  number: '1',
  money: '1',
  percent: '1',
  hundredths: '1',
  duration: '1:00',
};

/** The form of a post, filled in. `text`: what is typed into fields for any text. */
function filled({ fields, path }: Post, clientId: string, text = 'Harbour'): Record<string, string> {
  const typed = (all: readonly Field[], before = ''): [string, string][] =>
    all
      .filter(({ hidden, kind }) => !hidden && kind !== 'rows')
      .map(({ name, kind, options }) => [
        before + name,
        name === 'clientId'
          ? clientId
          : (special[name] ?? options[0]?.[0] ?? specialText[name] ?? byKind[kind] ?? text),
      ]);
  const rows = fields.filter(({ kind }) => kind === 'rows');
  const form = Object.fromEntries([
    ['once', `${Date.now().toString(36)}.${path.padEnd(43, '_').replaceAll(/\W/g, '_').slice(-43)}`],
    ...typed(fields),
    ...fields.flatMap(({ name, hidden }) => (hidden && name in shownState ? [[name, shownState[name]]] : [])),
    ...fields.flatMap(({ name, hidden }) => (hidden && name === 'clientId' ? [[name, clientId]] : [])),
    ...rows.flatMap(({ name, columns }) => typed(columns, `${name}.0.`)),
  ]);
  // An invoice has lines or one amount.
  if ('lineItems.0.description' in form) delete form.amountCents;
  return form;
}

const clientOf = ({ at }: Populated) => at('/clients/:id').split('/').at(-1)!;

/** Lets sessions of a workspace write on: one may make 300 writes a minute, of which one that finds no record is one too. */
const anotherMinute = ({ studio }: Populated) =>
  sql('update corkboard.sessions set minute_writes = 0, minute_at = null where workspace_id = $1', studio.id);

/** Sends a form to each address and checks the status of the answers. */
async function refuses(
  t: ExecutionContext,
  browser: Browser,
  { post, to, status }: { post: Post; to: string[]; status: number },
): Promise<Seen[]> {
  const answers = [];
  for (const address of to) {
    const answer = await browser.post(address, filled(post, clientOf(ours)));
    t.is(answer.status, status, address);
    answers.push(answer);
  }
  return answers;
}

test('forms of people who may not send them change nothing', async t => {
  const before = await Promise.all([ours, theirs].map(({ studio }) => everything(w, studio.id)));
  const member = await p.member(ours.studio.id);
  const late = await p.owner(ours.studio.id, '31 minutes');
  const signedIn = await everything(w, ours.studio.id);
  for (const { page, post } of posts) {
    const { path } = post;
    const to = [ours.at(path)];
    // Of a payment's form it is the page of the payment's invoice.
    const shown = path.startsWith(`${page.path}/`)
      ? to[0]!.split('/').slice(0, page.path.split('/').length).join('/')
      : ours.at(page.path);
    const next = shown + queryOf(new URLSearchParams(post.pageQuery));
    const blank = await p.stranger().post(to[0]!);
    if (path.startsWith(page.path))
      t.deepEqual([blank.status, blank.location], [303, `/sign-in?next=${encodeURIComponent(next)}`], path);
    const kept = await p.stranger().post(to[0]!, filled(post, hostile, hostile));
    // A file can't be sent again from that page.
    if (post.fields.some(({ hidden, kind }) => !hidden && kind !== 'file')) t.is(kept.status, 422, path);
    t.notRegex(kept.text, dangerous, path);
    t.is(post.role, path in ofOwners ? 'owner' : 'member', path);
    if (path in ofOwners) await refuses(t, member, { post, to, status: 403 });
    const asksForCode = ofOwners[path] === 'with a code' || withCode.includes(path);
    t.is(post.requiresRecentAuthentication ?? false, asksForCode, path);
    if (asksForCode) {
      const [asked] = await refuses(t, late, { post, to, status: 422 });
      t.true(asked!.text.includes(`href="/sign-in/confirm?next=${encodeURIComponent(next)}"`), path);
    }
    if (path.includes(':'))
      t.is(
        new Set(
          (await refuses(t, owner, { post, to: strange(path, ['x']), status: 404 })).map(({ text }) => text),
        ).size,
        1,
      );
    await anotherMinute(ours);
  }
  const [, others] = before;
  t.deepEqual(await everything(w, ours.studio.id), signedIn);
  t.deepEqual(await everything(w, theirs.studio.id), others);
});

test('owner-only forms and those that ask for a code are not shown to others', async t => {
  const member = await p.member(theirs.studio.id, 'other@studio.example');
  const late = await p.owner(theirs.studio.id, '31 minutes');
  const offered = (seen: Seen, post: Post) => seen.text.includes(`action="${theirs.at(post.path)}"`);
  for (const { page, post } of posts.filter(({ post }) => post.path in ofOwners)) {
    t.false(offered(await member.get(theirs.at(page.path)), post), post.path);
    if (ofOwners[post.path] === 'with a code')
      t.false(offered(await late.get(theirs.at(page.path)), post), post.path);
  }
});

/** Forms that end what others need: they are sent after all others, in this order. */
const atLast = [
  ...['approve', 'withdraw'].map(verb => `/projects/:id/change-orders/:order/${verb}`),
  ...['send', 'send/email', 'mail', 'remind', 'late-fee', 'pay', 'void'].map(verb => `/invoices/:id/${verb}`),
  '/projects/:id/trash',
  '/clients/:id/trash',
  ...['disable', 'enable', 'remove'].map(verb => `/settings/webhooks/:endpoint/${verb}`),
  '/settings/members/:member/withdraw-ownership',
  '/settings/members/:member/remove',
  '/settings/members/sign-out',
];
const rank = ({ path }: Post) => atLast.indexOf(path);
/** The forms that this workspace, as it is, rejects. */
const rejected: string[] = [];
const logged = async () =>
  (await sql('select 1 from corkboard.audit_log where workspace_id = $1', theirs.studio.id)).length;

for (const { post } of posts.toSorted((one, other) => rank(one.post) - rank(other.post)))
  test(`two clicks on ${post.button} act once, in one statement: ${post.path}`, async t => {
    await anotherMinute(theirs);
    const form = filled(post, clientOf(theirs));
    if (post.fields.some(({ name }) => name === 'item'))
      form.item = theirs.at('/agreed/:agreed').split('/')[2]!;
    if (post.path.endsWith('offer-ownership')) form.email = 'a-member@x.example';
    let done!: Seen;
    const statements = await p.counted(async () => {
      done = await theirOwner.post(theirs.at(post.path), form);
    });
    if (done.status > 303) rejected.push(post.path);
    // What is shown in place of a redirect is read by another statement.
    else if (!post.slow) t.is(statements, post.resultView ? 2 : 1);
    const once = await logged();
    const again = await theirOwner.post(theirs.at(post.path), form);
    if (done.location && post.path !== '/settings/members/sign-out') t.is(again.location, done.location);
    t.is(await logged(), once);
  });

test('forms that people who may send them fill in are performed', t => {
  t.deepEqual(rejected, [
    // Its file was read again, and a job checks its lines.
    '/clients/import/:import/choose',
    '/clients/import/:import/start',
    // Its parts don't add up to the price.
    '/projects/:id/scope/plan',
    // It names no other project (test/actions/moves.test.ts).
    '/projects/:id/scope/duplicate',
    // Its rows name no projects (test/console/time.test.ts).
    '/time/save',
    // The timer was stopped.
    '/timer/discard',
    // It names no other invoice.
    '/invoices/:id/transfer-balance',
    // It isn't an estimate.
    '/invoices/:id/plan',
    // They name no line and no rate of the invoice (test/console/creditNotes.test.ts).
    '/invoices/:id/correct/lines',
    '/invoices/:id/correct/amount',
    // Nobody has offered the ownership to the owner, who can't leave; no code was mailed, and the invitation was sent again.
    '/settings/members/invitations/:invitation/withdraw',
    '/settings/members/accept-ownership',
    '/settings/members/decline-ownership',
    '/settings/members/confirm-email',
    '/settings/members/leave',
    // The delivery waits for another attempt, the change order was approved, and the invoice has no due date and was paid.
    '/settings/webhooks/:endpoint/deliveries/:id/replay',
    '/projects/:id/change-orders/:order/withdraw',
    '/invoices/:id/remind',
    '/invoices/:id/void',
  ]);
});

/** A workspace with 30 records in each list. */
async function crowded(): Promise<Populated> {
  const made = await populated(w);
  const { studio, at } = made;
  const [client, project, endpoint] = ['/clients/:id', '/projects/:id', '/settings/webhooks/:endpoint'].map(
    path => at(path).split('/').at(-1)!,
  );
  const [settled, invoice] = [made.settled.project, made.settled.invoice].map(
    path => path.split('/').at(-1)!,
  );
  const by = `($1::uuid, 'app', 'colleague@studio.example')::corkboard.caller`;
  for (const [one, ...values] of [
    [`corkboard.create_client(${by}, 'Client number ' || n, null, 'Company ' || n, null)`],
    [`corkboard.create_project(${by}, $2, 'Project number ' || n, 'active', null, null, null, null)`, client],
    [`corkboard.add_note(${by}, $2, 'Prefers calls in the morning, number ' || n)`, project],
    [`corkboard.log_time(${by}, $2, 90, null, 'Templates of page ' || n, true)`, project],
    [`corkboard.log_revision(${by}, $2, 'A calmer header on page ' || n)`, project],
    [
      `corkboard.draft_invoice(${by}, $2, 'invoice', 'USD', '[]', 123456, 0, 0, false, 0, '2027-09-30', null, null, null)`,
      project,
    ],
    [
      `corkboard.send_invoice($1, (corkboard.draft_invoice(${by}, $2, 'invoice', 'USD', '[]', 123456, 0, 0, false, 0, '2020-01-31', null, null, null)).id)`,
      project,
    ],
    [`corkboard.credit_invoice($1, $2, 'Later than agreed, day ' || n, null, 1, 0)`, invoice],
    [`corkboard.record_payment($1, $2, 1, null, 'Bank transfer', 'Part ' || n, 'By the colleague')`, invoice],
    [`corkboard.approve_change_order($1, $2, 100)`, settled],
    [`corkboard.propose_change_order($1, $2, 'Addition number ' || n, 'Two more pages', 500)`, settled],
    [`corkboard.create_key($1, 'Program number ' || n, '{}')`],
    [`corkboard.add_member($1, 'm' || n || '@studio.example')`],
    [`corkboard.trash_client($1, (corkboard.create_client(${by}, 'Gone ' || n, null, null, null)).id)`],
  ] as [string, ...string[]][])
    await sql(`select ${one} from generate_series(1, 30) n`, studio.id, ...values);
  await sql(
    `update corkboard.agreed_items set payment_parts = (
       select jsonb_agg('{"due":"approval","cents":5}'::jsonb) from generate_series(1, 12))
      where workspace_id = $1`,
    studio.id,
  );
  await sql(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, due_at, settled_at)
     select $1, $2, 'client.created', '{"clientName":"Harbour Bakery"}', 'failed', null, now() from generate_series(1, 30)`,
    studio.id,
    endpoint,
  );
  await sql(
    `insert into corkboard.document_mails (workspace_id, project_id, kind, record_id, purpose, recipient, subject, text, sent_by)
     select $1, m.project, m.kind, m.record, m.purpose, 'ada@client.example', 'A subject', 'A text', 'colleague@studio.example'
       from generate_series(1, 30),
            (values ($2::uuid, 'scope', $2::uuid, 'document'), ($2, 'contract', $2, 'document'), ($2, 'invoice', $3::uuid, 'document'),
                    ($2, 'invoice', $3, 'reminder'), (null, 'portal', $4::uuid, 'document')) m (project, kind, record, purpose)`,
    ...[studio.id, settled, invoice, client],
  );
  return made;
}

/** The most bytes of a page with a full list; fewer for the list of clients. */
const maxBytes = (path: string) => (path === '/clients' ? 14 : 25) * 1024;

test('a page is small, however many records its lists have', async t => {
  const full = await crowded();
  const visitor = await p.owner(full.studio.id);
  for (const page of pages)
    await visitAll(page, full, async address => {
      // The same rows in another order, or some of them.
      if (address.includes('?') && !address.includes('tab=')) return { text: '' };
      const seen = await visitor.get(address);
      const bytes = Buffer.byteLength(seen.text);
      t.true(bytes <= maxBytes(page.path), `${address}: ${bytes}`);
      return seen;
    });
});
