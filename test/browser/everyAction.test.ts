import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ava, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { pathMatcher } from '../../src/console/requests/paths.ts';
import { consoleRoutes } from '../../src/console/routing/route.ts';
import { eventually } from '../support/eventually.ts';
import { signIn } from '../support/session.ts';
import { subscriber } from '../support/subscriber.ts';
import { use, walk } from './keyboard.ts';
import { reloadUntil, site, watched } from './site.ts';

// Everything that people do in the console and clients under their links, by keyboard alone and without scripts: every
// form that there is, for a client that is new, whose work is planned, agreed, done, billed and in the end thrown away.

const watch = watched(ava);
const test = ava.serial;
const name = 'Ines Falk';

/** The addresses that forms are sent to, from the routes themselves. */
const posts = consoleRoutes({ config: {} } as Parameters<typeof consoleRoutes>[0])
  .filter(({ method }) => method === 'POST')
  .map(({ pattern }) => pattern);

/** The patterns whose forms were sent, and done. */
const done = new Set<string>();
/** The forms that ask for something, like a search, as an address with its fields; and the addresses that were opened. */
const asked = { seen: new Set<string>(), sent: [] as URL[] };

/** Notes the forms of a page that ask for something. A box that is not ticked sends nothing. */
async function note(page: Page): Promise<void> {
  const forms = await page.locator('form[method="get"]').evaluateAll(all =>
    (all as HTMLFormElement[]).map(form => {
      const fields = [...form.querySelectorAll<HTMLInputElement>('[name]:not([type="checkbox"])')];
      return `${new URL(form.action).pathname}?${fields.map(({ name }) => name).join('&')}`;
    }),
  );
  for (const form of forms) asked.seen.add(form);
}

/** A person at a keyboard, without scripts. */
async function person(t: ExecutionContext, session?: { token: string }) {
  const context = await watch.visitor(session, { javaScriptEnabled: false });
  context.on('response', response => {
    const request = response.request();
    const url = new URL(request.url());
    if (request.method() === 'GET') asked.sent.push(url);
    // A form that only asks for more rows is not done by that.
    else if (response.status() < 400 && !/&more=/.test(request.postData() ?? ''))
      done.add(posts.find(pattern => pathMatcher([pattern])(url.pathname))!);
  });
  const page = await context.newPage();
  return {
    page,
    /** Opens the address, if the page is elsewhere, and uses the keys. Then the page says what came of it, and Tab leads through it. */
    async does(address: string | null, keys: string, ...says: string[]) {
      if (address !== null) await page.goto(address);
      await use(page, keys);
      const text = await page.locator('main').innerText();
      for (const words of says) t.true(text.includes(words), `${words} is not in ${text}`);
      await note(page);
      const { led, should } = await walk(page);
      t.deepEqual(led, should);
    },
  };
}

/** Where a page is, without what it was asked for. */
const placeOf = (page: Page) => new URL(page.url()).pathname;

/** What is in a field, which people copy from there. */
const copied = (page: Page, label: string) => page.getByLabel(label).inputValue();

/** What is mailed: the text before it and the text itself, as in the log. */
const signInCode = /[^"]*?(?:signing in to|address for) Corkboard:\\n\\n(\w{8})/;
const invitationLink = /[^"]*?(\/invite\/[\w-]+)/;
const unsubscribeLink = /[^"]*?(\/unsubscribe\/[\w-]+)/;

/** What was mailed to an address: the log has the mails, as there is no mail server. */
async function mailed(to: string, { source }: RegExp): Promise<string[]> {
  const mails = new RegExp(`"to":"([^"]+)","subject":"[^"]*","text":"${source}`, 'g');
  const found = (await readFile(site.log, 'utf8')).matchAll(mails);
  return [...found].filter(([, address]) => address === to).map(([, , text]) => text!);
}

/** What is mailed to an address after a number of earlier ones. */
async function mailedAfter(to: string, what: RegExp, { length }: readonly string[]): Promise<string> {
  const all = await eventually(
    () => mailed(to, what),
    found => found.length > length,
  );
  return all[length]!;
}

const codes = (to: string) => mailed(to, signInCode);
const codeAfter = (to: string, before: readonly string[]) => mailedAfter(to, signInCode, before);

/** The addresses of the client and of its two projects, one settled by people in the console and one by the client. */
let client: string;
let menu: string;
let sign: string;

test('a client and its projects can be added, changed and opened', async t => {
  const { page, does } = await person(t, await watch.owner());
  // A browser takes a blank for a name. What is wrong is a link to its field.
  await does('/clients', 'Add client > Name:   > Company: Falk & Sons > Add client', 'Not saved');
  await does(null, `Name must not be blank > Name: ${name} > Add client`, 'Client added.', 'Falk & Sons');
  client = placeOf(page);
  await does(
    null,
    'Edit client > Address > Street address: 1 Ferry Road > Save changes',
    'Client saved.',
    '1 Ferry Road',
  );
  await does(client, 'Archive client', 'Client archived.');
  await does(client, 'Put back into the list', 'The client is in the list again.');
  await does(null, 'Add project > Name: Falk menu > Add project', 'Project added.');
  menu = placeOf(page);
  await does('/projects', `Add project > Client: ${name} > Name: Falk sign > Add project`, 'Project added.');
  sign = placeOf(page);
  await does(
    null,
    'Edit project > Stage: Delivered > Time budget: 10 > Save changes',
    'Project saved.',
    '10 h',
  );
  await does('/clients', 'Search: falk > Search', name);
  await does('/search', 'Name, number, email or amount: falk > Search', name);
  await does('/new', 'Project or client: falk > Search', 'Falk menu');
  await does('/settings/audit', 'Person or API key: larkspur > Record: Client > Filter', 'added a client');
  await does(
    '/projects',
    'Search: falk > Stage: Active > Filter > Active > Search: menu > Filter',
    'Falk menu',
  );
});

test('clients can be imported from a file', async t => {
  const { page, does } = await person(t, await watch.owner());
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'clients.csv');
  const many = Array.from({ length: 26 }, (_, n) => `Ada Lind;ada${n}@lind.example\n`);
  await writeFile(file, `Name;Email\nZora Lind;zora@lind.example\nAda Lind;\n${many.join('')}`);
  await does('/clients', 'Import clients', 'Choose a CSV file');
  await does(null, `File: ${file} > Upload file`, 'Nothing is imported yet.', 'Zora Lind');
  await does(null, 'The lines look wrong > Separator: Semicolon > Read again', 'File read again.');
  await does(null, 'Check lines', 'Columns saved.');
  await reloadUntil(page.locator('main'), '2 clients will be imported.');
  await does(null, 'Import line 5, Ada Lind > Save and show the next lines', 'Choice saved.');
  await does(null, 'Import line 29, Ada Lind > Import clients', 'The import has begun.');
  await reloadUntil(page.locator('main'), '4 clients imported.');
  await does(null, 'Show the clients > Search: zora > Search', 'Zora Lind');
});

test('intake questions are answered by a member in one project and by the client in another', async t => {
  const { page, does } = await person(t, await watch.owner());
  await does(
    `${menu}?tab=intake`,
    'Answer: Lunch guests > Record answers',
    'Answers recorded.',
    'Lunch guests',
  );
  await does(`${sign}?tab=intake`, 'Replace link > Replace link', 'Link replaced.');
  const guest = await person(t);
  await guest.does(
    await copied(page, 'Link to the questions'),
    'Who is it: Passers-by > Submit answers',
    'We received your answers',
  );
});

const plan = 'Add payment plan > Percentage: 100 > Due: On approval > Save payment plan';

test('a scope and a contract are settled by a member in one project and by the client in another', async t => {
  const { page, does } = await person(t, await watch.owner());
  const draft = 'Draft scope > Deliverables: Four pages > Price: 800 > Draft scope';
  await does(`${menu}?tab=scope`, draft, 'Scope saved.');
  const duplicating = `Duplicate scope > For the project: Falk sign (${name}) > Duplicate scope`;
  await does(`${menu}?tab=scope`, duplicating, 'This is the duplicate, a draft.');
  await does(null, 'Edit scope > Timeline: By May > Draft scope', 'Version 2', 'By May');
  await does(`${menu}?tab=scope`, plan, 'Payment plan saved.', 'due on approval');
  for (const project of [menu, sign])
    await does(
      `${project}?tab=scope`,
      'From version: 1 > To version: 2 > Compare',
      'Changes from version 1 to version 2',
    );
  await does(null, 'Send scope > Mark as sent', 'Marked as sent.');
  await does(`${sign}?tab=scope`, 'Link to approve:  > Replace link > Replace link', 'Link replaced.');
  await does(null, 'Link to sign:  > Replace link > Replace link', 'Link replaced.');
  const guest = await person(t);
  const approving = await copied(page, 'Link to approve');
  const wish = `Request changes > Your name: ${name} > Changes: Larger letters > Request changes`;
  await guest.does(approving, wish, `Changes requested by ${name}`);
  await does(`${sign}?tab=scope`, 'Mark as done', 'Request marked as done.');
  const { email } = await watch.owner();
  const before = await mailed(email, unsubscribeLink);
  await guest.does(approving, `Your name: ${name} > Approve scope`, `Approved by ${name}`);
  await guest.does(await mailedAfter(email, unsubscribeLink, before), 'Stop these emails', 'Emails stopped');
  const signing = await copied(page, 'Link to sign');
  await guest.does(signing, `Your name: ${name} > Sign contract`, `Signed by ${name}`);
  const propose = 'Draft change order > Title: Lamp > Price: 90 > Draft change order';
  const send = 'Send change order > Mark as sent > Lamp';
  await does(`${sign}?tab=scope`, propose, 'Change order drafted.');
  await does(null, 'Edit change order > Revision rounds: 1 > Save change order', 'Change order saved.');
  await does(null, send, 'Awaiting approval');
  await does(null, 'Replace link > Replace link', 'Link replaced.');
  const adding = await copied(page, 'Share link');
  await guest.does(adding, `Your name: ${name} > Approve change order`, `Approved by ${name}`);
  await does(`${sign}?tab=scope`, `${propose} > ${send}`, 'Awaiting approval');
  const declining = await copied(page, 'Share link');
  const refuse = `Decline change order > Your name: ${name} > Reason: Bright enough > Decline change order`;
  await guest.does(declining, refuse, `Declined by ${name}`);
  await does(`${sign}?tab=scope`, `${propose} > Withdraw > Withdraw`, 'Change order withdrawn.');
  await does(`${sign}?tab=scope`, `${propose} > ${send}`, 'Awaiting approval');
  await does(null, 'Record approval > Approved by: Ines > Record approval', 'Approval recorded.');
  await does(`${menu}?tab=scope`, 'Record approval > Approved by: Ines > Record approval', 'Scope approved.');
  await does(null, 'Send contract > Mark as sent', 'Marked as sent.', 'Text with the link');
  const read = 'Current contract';
  await does(
    `${menu}?tab=scope`,
    `${read} > Record signature > Signed by: Ines > Record signature`,
    'Contract signed.',
  );
  const order = 'Record change order';
  await does(null, `${order} > Amount: 120 > ${order}`, 'Change order recorded.');
});

test('time, revisions, notes and invoices can be added and billed', async t => {
  const { page, does } = await person(t, await watch.owner());
  await does(`${menu}?tab=time`, 'Log time > Time: 0:35 > Billable > Log time', 'Logged 35 min.');
  await does(
    `${menu}?tab=time`,
    'Search descriptions: zebra > From: 01012020 > Filter',
    'No time entries match',
  );
  await does('/time', `Project: Falk sign, ${name} > Add row`, 'Falk sign');
  await does(null, 'Falk sign Mon: 0:10 > Save week', 'Week saved.', '0:10');
  await does(null, 'Falk sign Mon:   > Save week', 'Week saved.');
  await does(null, 'Set weekly hours > Hours a week: 40 > Save hours', 'Hours saved.', 'of 40 h');
  await does('/time?week=2026-01-01', 'Person: Demo key > Show week', 'the API key Demo key');
  await does(`${menu}?tab=notes`, 'Add note > Note: Calls at noon > Add note', 'Note added.');
  await does(
    `${menu}?tab=revisions`,
    'Log revision round > Description: Larger > Log revision round',
    'Revision round logged.',
  );
  await does(
    null,
    'Edit revision round 1 > Description: Smaller > Save revision',
    'Revision round saved.',
    'Smaller',
  );
  await does(
    `${menu}?tab=time`,
    'Edit the time > Description: Tiles > Billable > Save time entry',
    'Time entry saved.',
    'Tiles',
  );
  await does(
    null,
    'Invoice unbilled time > Hourly rate: 90 > Show lines > Draft invoice',
    'Draft created.',
    '52.20',
  );
  await does(`${menu}?tab=time`, 'Log time > Time: 5 min > Log time', 'Logged 5 min.', 'Billed by INV-');
  await does(null, 'Edit the time > Delete time entry > Delete time entry', 'Time entry deleted.');
  await does(
    `${menu}?tab=notes`,
    'Edit note > Text: Calls at one > Save note',
    'Note saved.',
    'Calls at one',
  );
  await does(null, 'Edit note > Delete note > Delete note', 'Note deleted.');
  const billing = `${menu}?tab=invoices`;
  await does(billing, 'New invoice > Due: 01312030 > Discount: 5 > More lines', 'Unit price');
  const lines = 'Description: Type > Unit price: 90 > Description: Ink > Unit price: 20';
  await does(null, `${lines} > Draft invoice`, 'Draft created.');
  await does(null, 'Review > Edit draft > Discount: 6 > Save draft', 'Draft saved.', '€6.00');
  await does(null, 'Send invoice > Send anyway > Mark as sent', 'Marked as sent.', 'January 31, 2030');
  await does(null, 'INV- > Replace link > Replace link', 'Link replaced.');
  await does(null, 'Set late fee > Late fee: 9 > Set late fee', 'Late fee set.');
  await does(null, 'Record payment > Amount: 50 > Record payment', 'The rest is still due.', 'Partly paid');
  await does(null, 'Record payment > Method: Cash > Record payment', 'The invoice is paid.');
  await does(null, 'Remove payment > Remove payment', 'Removed.', 'Partly paid');
  const correct = 'Correct this invoice';
  await does(null, `${correct} > Ink > Reason: Ran dry > Create credit note`, 'Ran dry');
  const amount = 'Amount with tax: 5 > Reason: Late';
  await does(null, `INV- > ${correct} > ${amount} > Create credit note`, 'Late');
  await does(null, `INV- > ${correct} > Reason: Canceled > Create credit note`, 'Canceled');
  await does(null, 'INV- > Record refund > Amount: 10 > Record refund', 'Refund recorded.');
  const corrected = placeOf(page);
  const estimate = 'New estimate > Valid until: 01312100 > Flat amount: 300 > Draft estimate';
  await does(billing, `${estimate} > Review > ${plan}`, 'Payment plan saved.');
  await does(null, 'Void estimate > Void estimate', 'Voided.');
  const offer = `${estimate} > Review > Send estimate > Mark as sent > EST-`;
  const guest = await person(t);
  await does(billing, offer, 'Share link');
  const declining = `Decline estimate > Your name: ${name} > Reason: Too much > Decline estimate`;
  await guest.does(await copied(page, 'Share link'), declining, `Declined by ${name}`);
  await does(billing, offer, 'Share link');
  await does(
    null,
    'Record decline > Declined by: Ines > Record decline',
    'Decline recorded.',
    'Declined for',
  );
  await does(billing, offer, 'Share link');
  await does(null, 'Record acceptance > Accepted by: Ines > Record acceptance', 'Acceptance recorded.');
  await does(billing, offer, 'Share link');
  await guest.does(
    await copied(page, 'Share link'),
    `Your name: ${name} > Accept estimate`,
    `Accepted by ${name}`,
  );
  await page.reload();
  await does(null, 'Turn into invoice', 'Invoice drafted from the estimate.', 'EST-');
  await does(null, 'Duplicate invoice', 'This is the duplicate, a draft.');
  await does(billing, 'Close Change order', 'Nothing more is to be invoiced of it.');
  await does(null, 'Reopen Change order', 'It can be invoiced again.');
  await does(
    null,
    'Invoice Change order > Percentage: 50 > Show lines > Draft invoice',
    'Draft created.',
    '60.00',
  );
  await does(null, 'What it bills: Nothing that was agreed > Assign', 'Saved what the invoice bills.');
  await does(null, 'Send invoice > Send anyway > Mark as sent', 'Marked as sent.');
  await does(corrected, 'Transfer balance > Amount: 10 > Transfer balance', 'Balance transferred.');
  await does(
    '/invoices',
    'Search: falk > Project: Falk menu > Filter > Void > Project: Falk menu > Filter',
    'Falk menu',
  );
});

test('a timer is started from its page and from a project, paused, stopped with words, and discarded', async t => {
  const { does } = await person(t, await watch.owner());
  const start = 'Project or client: falk > Search > Start timer Falk sign';
  await does('/timer', start, 'Timer started.', 'Running');
  await does(null, 'Pause', 'Timer paused.');
  await does(null, 'Resume', 'The timer is running again.');
  const words = 'Description: Letters > Duration: 0:20 > Stop and log time';
  await does(null, words, 'Timer stopped.', 'Logged 20 min on Falk sign');
  await does(`${sign}?tab=time`, 'Start timer', 'Timer started.');
  await does(null, 'Discard timer > Discard timer', 'Timer discarded.');
});

test('a client gets a portal, with a statement', async t => {
  const { page, does } = await person(t, await watch.owner());
  await does(client, 'Send portal link > Create portal link', 'Portal created.');
  await does(client, 'Portal link:  > Replace link > Replace link', 'Link replaced.');
  const guest = await person(t);
  await guest.does(await copied(page, 'Portal link'), 'Open statement', 'Invoice INV-');
  await guest.does(null, 'From: 01012020 > Until: 12312020 > Show period', 'Nothing was invoiced or paid');
  const kim = 'Add client > Name: Kim Ode > Email: kim@ode.example > Add client';
  await does('/clients', `${kim} > Statement > Send statement > Create portal link`, 'Text with the link');
  await does(`${client}/statement`, 'From: 01012020 > Until: 12312020 > Show period', 'Nothing was');
});

test('a person sends an inquiry, which becomes a client, another one a project, and a third is dismissed and deleted', async t => {
  const { page, does } = await person(t, await watch.owner());
  await does('/settings/inquiries', 'Replace link > Replace link', 'Link replaced.');
  await does(null, 'Introduction: Tell us about it. > Save changes', 'Inquiry form saved.');
  const guest = await person(t);
  const link = await copied(page, 'Link to the form');
  const typed = 'Your email: kim@x.example > Your message: A shop > When should: May';
  for (const name of ['Kim Ode', 'Kim Oda', 'Kim Odu']) {
    await guest.does(link, `Your name: ${name} > ${typed} > Send inquiry`, 'has received your inquiry');
  }
  await does(
    '/inquiries',
    'Name, company or email: ode > Search > Kim Ode > Add client and project',
    'Client and project added.',
  );
  await does('/inquiries', 'Kim Oda > Project name: Shop > Add project to this client', 'Project added.');
  await does('/inquiries', 'Kim Odu > Dismiss', 'Inquiry dismissed.');
  await does(null, 'Reopen', 'Inquiry reopened.');
  await does(null, 'Delete inquiry > Delete inquiry', 'Inquiry deleted.');
});

test('the settings can be changed, and owner-only actions work after a recent code', async t => {
  const { page, does } = await person(t, await watch.owner());
  await does('/settings', 'Terms: Paid within 14 days. > Save changes', 'You changed the settings.');
  const documents = 'City: Portland > VAT number: US123456789 > Save changes';
  await does('/settings/documents', documents, 'You changed the settings.');
  const logo = join(import.meta.dirname, '../../src/console/assets/console.svg');
  await does('/settings/documents', `File: ${logo} > Upload logo`, 'You changed the logo.');
  await does(null, 'Remove logo', 'You removed the logo.');
  for (const kind of ['invoices', 'estimates', 'credit notes'])
    await does(
      '/settings/documents',
      `Change numbers of ${kind} > Next number: 900 > Save numbers`,
      'You changed the numbers.',
      '-0900',
    );
  const reminder = 'Kind of email: Payment reminder > Language: English > Show';
  await does('/settings/emails', reminder, 'Payment reminder, English');
  await does(null, 'Subject: Still open > Save text', 'Text saved.');
  const invite = 'Email: lee@larkspur.example > Send invitation';
  await does('/settings/members', invite, 'Invitation sent.', 'Open until');
  await does(null, 'Resend lee', 'Invitation sent again.');
  await does(null, 'Withdraw lee', 'Invitation withdrawn.');
  await does('/settings/keys', 'Label: Falk > Write time > Create API key', 'Copy it now');
  await does(null, 'Back to API keys > Revoke Falk > Revoke', 'You revoked an API key.');
  await does('/settings/assistants', 'Name: Falk bot > Create API key', 'The key alone');
  await does(null, 'Check whether it has connected', 'Not yet');
  await does('/settings/export', 'Export workspace', 'The export has begun.');
  // A download opens no page.
  const downloads = async (button: string) => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).press('Enter');
    return (await file).suggestedFilename();
  };
  t.regex(await downloads('Download as CSV'), /^accounting_.*\.csv$/);
  await page.getByLabel('Consultant number').fill('29098');
  await page.getByLabel('Client number').fill('1');
  t.regex(await downloads('Download for DATEV'), /^EXTF_.*\.csv$/);
});

test('an endpoint can be added, tested, rotated, turned off and removed', async t => {
  const { page, does } = await person(t, await watch.owner());
  const receiver = await subscriber(204);
  t.teardown(receiver.close);
  const add = `URL: ${receiver.url} > client.created > Add endpoint`;
  await does('/settings/webhooks', add, 'Copy it now');
  await does(
    null,
    'Open the endpoint > Send a test > Event to send: invoice.overdue > Send test',
    'Delivered: answered 204',
  );
  await does(
    null,
    'Back to the endpoint > Edit endpoint > Description: Books > Save endpoint',
    'Endpoint saved.',
  );
  await does(placeOf(page), 'Rotate secret > Rotate secret', 'Copy it now');
  await does(null, 'Back to the endpoint > Turn off', 'You turned a webhook endpoint off.');
  const endpoint = placeOf(page);
  await does('/clients/new', 'Name: Missed > Add client', 'Client added.');
  await does(null, 'Move client to trash > Move client to trash', 'Client moved to the trash.');
  await does(endpoint, 'Turn on > Replay failed and missed', 'are being sent again.');
  // The receiver has it before its answer is written down.
  const delivery = page.getByRole('row', { name: 'client.created' });
  await reloadUntil(delivery, 'Succeeded');
  await does(null, 'Succeeded > From: 01012020 > Filter', 'client.created');
  const when = await delivery.getByRole('link').first().innerText();
  receiver.reaction = 500;
  await does(null, `${when} > Replay delivery`, 'You replayed a delivery.');
  const tried = (number: number) => reloadUntil(page.locator('main'), `Attempt ${number}`);
  await tried(2);
  await does(null, 'Send now', 'The delivery is being sent now.');
  await tried(3);
  receiver.reaction = 204;
  await does(endpoint, 'Send all waiting now', 'The waiting deliveries are being sent now.');
  await does(endpoint, 'Remove endpoint > Remove endpoint', 'You removed a webhook endpoint.');
});

test('a project and a client go to the trash and come back', async t => {
  const { does } = await person(t, await watch.owner());
  await does(menu, 'Move project to trash > Move project to trash', 'Project moved to the trash.');
  await does('/projects', 'Trash > Name or client: falk > Search > Restore Falk menu', 'Project restored.');
  await does(client, 'Move client to trash > Move client to trash', 'Client moved to the trash.');
  await does('/clients', 'Trash > Restore Ines', 'Client restored.', 'Falk menu');
});

test('a person signs in by code, confirms with another code, signs out, and signs in by link', async t => {
  const owner = await watch.owner('1 hour');
  const ownerEmail = owner.email;
  const { does } = await person(t, owner);
  let before = await codes(ownerEmail);
  await does('/settings/keys', 'confirm that > Email me a code', 'Enter the code');
  await does(null, `Code from: ${await codeAfter(ownerEmail, before)} > Sign in`, 'Create an API key');
  await does(null, 'Sign out', 'Sign in to Corkboard');
  before = await codes(ownerEmail);
  await does(null, `Email: ${ownerEmail} > Email me a code`, 'Enter the code');
  await does(null, `Code from: ${await codeAfter(ownerEmail, before)} > Sign in`, 'Home');
  await does(null, 'Sign out', 'Sign in to Corkboard');
  await does(await watch.signInLink(), 'Sign in', 'Home');
});

test('an invited person declines, joins when invited again, and leaves', async t => {
  const { does } = await person(t, await watch.owner());
  const guest = await person(t);
  const email = 'sam@larkspur.example';
  /** Invites the person, who opens the link and proves their address. */
  const proven = async () => {
    const [invitations, before] = [await mailed(email, invitationLink), await codes(email)];
    await does('/settings/members', `Email: ${email} > Send invitation`, 'Invitation sent.');
    const link = await mailedAfter(email, invitationLink, invitations);
    await guest.does(link, 'Email me a code', 'Enter the code');
    const code = await codeAfter(email, before);
    await guest.does(null, `Code from: ${code} > Sign in`, 'to become a member of the workspace');
  };
  await proven();
  await guest.does(null, 'Decline', 'You declined the invitation');
  await proven();
  await guest.does(null, 'Accept invitation', 'Home');
  await guest.does('/settings/members', 'Name: Ines Roy > Save name', 'Your name was saved.');
  await guest.does('/settings/members', 'An invoice is paid > Save notifications', 'notifications saved.');
  const leave = 'Leave this workspace > Leave this workspace';
  await guest.does('/settings/members', leave, 'You left the workspace.');
});

test('a member changes their address, and ownership is transferred and transferred back', async t => {
  const owner = await watch.ownerElsewhere();
  const { does } = await person(t, owner);
  const colleague = await signIn(watch, owner.workspaceId, { email: 'noa@larkspur.example' });
  const member = await person(t, colleague);
  await does('/', 'Dismiss', 'The first steps are hidden');
  // The demo's amounts and dates are read by other tests.
  await does('/settings/region', 'Where is your business?: Austria > Fill in', 'Check them, then save.');
  await does(null, 'Save changes', 'You changed the settings.', 'Vienna');
  const page = '/settings/members';
  const before = await codes('noa2@larkspur.example');
  await member.does(
    page,
    'Change email > New email: noa2@larkspur.example > Change email',
    'We emailed a code',
  );
  const code = await codeAfter('noa2@larkspur.example', before);
  await member.does(null, `Code from: ${code} > Confirm new address`, 'Your email address was changed.');

  const offer = (to: string) => `Hand over ownership > Email address of the member: ${to} > Make owner`;
  const offered = 'You stay the owner until it is accepted.';
  await does(page, offer('noa2@larkspur.example'), offered);
  await does(null, 'Withdraw offer', 'You are still the owner.');
  await does(null, offer('noa2@larkspur.example'), offered);
  await member.does(page, 'Decline', 'You declined the offer.');
  await does(page, offer('noa2@larkspur.example'), offered);
  await member.does(
    '/',
    'Accept or decline > Accept ownership > Accept ownership',
    'You are the owner of this workspace now.',
  );
  await member.does(null, offer(owner.email), offered);
  await does(page, 'Accept ownership > Accept ownership', 'You are the owner of this workspace now.');
  await member.does(page, 'Sign out everywhere > Sign out everywhere', 'You are signed out everywhere.');
  await does(page, 'Sign out noa2', 'The member was signed out of this workspace.');
  await does(null, 'Remove noa2 > Remove', 'You removed a member.');
});

/** The forms that only a server with a mail server has (test/console/documentMails.test.ts). */
const withMailServer = [
  ...['/invoices/:id/send/email', '/invoices/:id/mail', '/invoices/:id/remind', '/emails/:id/dismiss'],
  ...['/projects/:id/scope/mail', '/projects/:id/contract/mail', '/projects/:id/change-orders/:order/mail'],
  ...['/clients/:id/portal/mail', '/clients/:id/statement/mail', '/invoices/:id/credit-notes/:number/mail'],
];

test('every action was performed', t => {
  const unsent = posts.filter(pattern => !done.has(pattern) && !withMailServer.includes(pattern));
  t.deepEqual(unsent, [], 'these forms were never sent');
  const isSent = (form: string) => {
    const [path, names] = form.split('?');
    return asked.sent.some(
      ({ pathname, searchParams }) =>
        pathname === path && names!.split('&').every(name => searchParams.has(name)),
    );
  };
  const unasked = [...asked.seen].filter(form => !isSent(form));
  t.deepEqual(unasked, [], 'these filters were never used');
});
