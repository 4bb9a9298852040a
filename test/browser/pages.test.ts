import ava from 'ava';
import type { Page, Response } from 'playwright-core';
import { projectTabs } from '../../src/console/pages/project/tabs.ts';
import { pathMatcher } from '../../src/console/requests/paths.ts';
import { pages } from '../../src/console/routing/pages.ts';
import { exampleIds } from '../../src/records/example.ts';
import { inspect } from './inspect.ts';
import { post, site, watched } from './site.ts';

// Every page of the console: found by following links from the first one, as people do.

const watch = watched(ava);
const test = ava.serial;

/** Where to begin: home, the project that has a record of every kind, and the pages that no link leads to. */
const starts = ['/', `/projects/${exampleIds.projectId}`, '/sign-in', '/sign-in/code', '/sign-in/confirm'];
/** What clients open without signing in, each with the column of its token, and the rows of which it is. */
const shared = {
  intake: ['token', 'intakes where submitted_at is null order by project_id'],
  scope: ['share_token', 'scopes where version > 0 and approved_at is null order by project_id'],
  contract: ['contract_token', 'projects where id in (select project_id from corkboard.agreements)'],
  'change-order': ['share_token', 'change_order_proposals where sent_at is not null'],
  portal: ['token', 'client_portals order by opened_at'],
  statement: ['token', 'client_portals order by opened_at'],
  inquiry: ['token', 'inquiry_forms'],
  invoice: ['share_token', 'invoices where viewed_at is not null order by number'],
};

const patterns = pages
  .map(({ path, alias }) => ({ path, matches: pathMatcher(alias === undefined ? [path] : [path, alias]) }))
  .sort((one, other) => one.path.split(':').length - other.path.split(':').length);

/** The page of an address and its tab, whatever the record is. Null: it is no page of the console. */
function kindOf(address: string): string | null {
  const { pathname, searchParams } = new URL(address, site.baseUrl);
  const found = patterns.find(({ matches }) => matches(pathname));
  if (!found) return null;
  const tab = searchParams.get('tab');
  return tab === null ? found.path : `${found.path}?tab=${tab}`;
}

/** The addresses that a page links to. */
const leadsOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map(({ href }) => href),
  );

/** By title, which page has it. */
const titles = new Map<string, string>();

/** Answers all that is wrong with a page that was opened. */
async function judge(page: Page, answer: Response | null, kind: string): Promise<string[]> {
  const wrong = await inspect(page, answer!, kind);
  const title = await page.title();
  const other = titles.get(title);
  titles.set(title, kind);
  return other === undefined ? wrong : [...wrong, `${kind}: its title, ${title}, is that of ${other}`];
}

/** Statements that find the addresses of pages that no link leads to, or whose links other tests take away. */
const unlinked = [
  // A delivery with every attempt that there can be.
  `select '/settings/webhooks/' || endpoint_id || '/deliveries/' || id as path
     from corkboard.webhook_deliveries where status = 'failed'`,
  // A scope with change orders.
  `select '/projects/' || project_id || '?tab=scope' as path from corkboard.change_order_proposals`,
  // What makes an invoice of a project's time, which other tests bill.
  `select '/projects/' || project_id || '/time/invoice' as path from corkboard.time_entries limit 1`,
  // A file of clients that a former member has chosen.
  `insert into corkboard.client_imports (workspace_id, file_name, settings, requested_by)
   select id, 'clients.csv', '{"encoding": "utf-8", "separator": ",", "hasHeadings": true, "columns": ["name"]}',
          'ann@studio.example'
     from corkboard.workspaces limit 1 returning '/clients/import/' || id as path`,
  // An email that failed: without a mail server nothing is emailed.
  `insert into corkboard.document_mails
     (workspace_id, project_id, kind, record_id, purpose, recipient, cc, subject, text, sent_by, state, queued_at, failed_at, failure,
      rejected, flagged_at, attempts, last_answer, next_attempt_at)
   select workspace_id, project_id, 'invoice', id, 'document', 'gone@harbour.example', '{tom@harbour.example}', 'Your invoice ' || number,
          E'Dear Ada,\n\nplease find your invoice here: {link}', 'owner@larkspur.example', 'failed', now(), now(),
          '550 5.1.1 …: mailbox unavailable', '{gone@harbour.example}', now(), 2, '451 4.7.1 Greylisted, try again later',
          now() + interval '2 minutes'
     from corkboard.invoices where number = 'INV-0003' returning '/emails/' || id as path`,
];

/** A credit note, which an invoice has only once it was corrected. */
async function credited(): Promise<string> {
  const { id } = await watch.sentInvoice(2);
  const [{ number }] = await watch.sql(
    `select n.number from corkboard.invoices i, corkboard.credit_invoice(i.workspace_id, i.id, 'Fewer pages', '{1}') n
      where i.id = $1`,
    id,
  );
  return `/invoices/${id}/credit-notes/${number}`;
}

test('every page is reachable, valid, accessible and fits 320 px, in light and dark', async t => {
  const page = await (await watch.visitor(await watch.owner())).newPage();
  const wrong: string[] = [];
  const seen = new Set<string>();
  const found = await Promise.all(unlinked.map(async text => (await watch.sql(text))[0].path));
  const waiting = [...starts, ...found, await credited()].map(path => ({
    address: site.baseUrl + path,
    from: site.baseUrl,
  }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { address, from } = next;
    const kind = kindOf(address) ?? new URL(address).pathname;
    if (seen.has(kind)) continue;
    const answer = await page.goto(address);
    if (answer!.status() === 404) {
      // Other tests remove what they made; then no page leads there any more.
      await page.goto(from);
      if ((await leadsOn(page)).includes(address)) wrong.push(`${from} leads to nothing: ${address}`);
      continue;
    }
    seen.add(kind);
    wrong.push(...(await judge(page, answer, kind)));
    const links = (await leadsOn(page)).filter(link => kindOf(link) !== null);
    waiting.push(...links.map(link => ({ address: link, from: address })));
  }
  const nothing = await page.goto(`/invoices/${crypto.randomUUID()}`);
  wrong.push(...(await judge(page, nothing, '/nothing')));
  const client = await (await watch.visitor()).newPage();
  for (const [name, [column, rows]] of Object.entries(shared)) {
    const [{ token }] = await watch.sql(
      `select ${column} || corkboard.secret_suffix(workspace_id) as token from corkboard.${rows} limit 1`,
    );
    const shown = await client.goto(`/${name}/${token}`);
    wrong.push(...(await judge(client, shown, `/${name}/:token`)));
  }
  t.deepEqual(wrong, []);
  const unseen = patterns.map(({ path }) => path).filter(path => !seen.has(path));
  t.deepEqual(unseen, [], 'nothing leads there');
  t.deepEqual(
    projectTabs.slice(1).filter(({ name }) => !seen.has(`/projects/:id?tab=${name}`)),
    [],
  );
});

const phone = { width: 320, height: 800 };

/** How many parts of each role those who hear the page have. */
async function heard(page: Page): Promise<(role: string) => number> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return name => nodes.filter(({ role }) => role?.value === name).length;
}

test('on a phone lists and the lines of an invoice are still tables, and the lines are all in view', async t => {
  const lines = 2;
  const { token } = await watch.sentInvoice(lines);
  const page = await watch.open(`/invoice/${token}`, undefined, { viewport: phone });
  for (const cell of await page.locator('.lines td').all()) {
    const { x, width } = (await cell.boundingBox())!;
    t.true(x >= 0 && x + width <= 320, await cell.innerText());
  }
  const ofLines = await heard(page);
  t.is(ofLines('columnheader'), 5);
  t.true(ofLines('cell') >= 5 * lines);
  const list = await watch.open('/invoices', await watch.owner(), { viewport: phone });
  const rows = await list.locator('tbody tr').count();
  const many = await heard(list);
  t.is(many('columnheader'), 6);
  t.is(many('rowheader'), rows);
  t.is(many('cell'), 5 * rows);
});

test('a text from right to left ends at its left, and stands where others do', async t => {
  const [deliverable, timeline] = ['עיצוב לוגו.', 'שישה שבועות.'];
  const { project } = await post('/projects', { clientId: exampleIds.clientId, name: 'Harbour' });
  await post(`/projects/${project.id}/scope`, { deliverables: [deliverable], timeline });
  const page = await watch.open(`/projects/${project.id}?tab=scope`, await watch.owner());
  for (const text of [
    page.locator('li', { hasText: deliverable }),
    page.locator('dd', { hasText: timeline }),
  ]) {
    const [first, stop, start] = await text.first().evaluate(element => {
      const leftOf = (at: number) => {
        const range = document.createRange();
        range.setStart(element.firstChild!, at);
        range.setEnd(element.firstChild!, at + 1);
        return range.getBoundingClientRect().left;
      };
      return [leftOf(0), leftOf(element.textContent.length - 1), element.getBoundingClientRect().left];
    });
    t.true(stop! < first! && stop! - start! < 2);
  }
});
