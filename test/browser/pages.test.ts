import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import test from 'ava';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { parts } from '../../src/console/pages/project/tabs.ts';
import { pages } from '../../src/console/pages.ts';
import { exampleIds } from '../../src/records/example.ts';
import { site, watched } from './site.ts';

// Every page of the console: found by following links from the first one, as people do.

const watch = watched(test);

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const judge = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // A button in a form submits it, which is what most are for.
    'no-implicit-button-type': 'off',
    // Lines of a template end where they end.
    'no-trailing-whitespace': 'off',
    // What is laid out as no table any more is still one only by its roles.
    'no-redundant-role': 'off',
    // Checkboxes of one list have one name.
    'form-dup-name': ['error', { shared: ['checkbox', 'radio', 'submit'] }],
    'doctype-style': ['error', { style: 'lowercase' }],
    'void-style': ['error', { style: 'omit' }],
    'require-sri': ['error', { target: 'crossorigin' }],
  },
});

/** Where to begin: what waits, the project that has something of everything, and what no link leads to. */
const starts = ['/', `/projects/${exampleIds.projectId}`, '/sign-in', '/sign-in/code', '/sign-in/confirm'];
/** What clients open without signing in, each with how to find the token of one. */
const shared = {
  intake: 'select token from corkboard.intakes where submitted_at is null',
  scope: 'select share_token as token from corkboard.scopes where version > 0 and approved_at is null',
  contract:
    'select p.contract_token as token from corkboard.projects p join corkboard.agreements a on a.project_id = p.id',
  invoice: 'select share_token as token from corkboard.invoices where viewed_at is not null order by number',
};

const patterns = pages
  .map(({ path }) => ({ path, matches: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }))
  .sort((one, other) => one.path.split(':').length - other.path.split(':').length);

/** The page of an address and its tab, whatever the record is. Null: it is no page of the console. */
function kindOf(address: string): string | null {
  const { pathname, searchParams } = new URL(address, site.baseUrl);
  const found = patterns.find(({ matches }) => matches.test(pathname));
  if (!found) return null;
  const tab = searchParams.get('tab');
  return tab === null ? found.path : `${found.path}?tab=${tab}`;
}

/** The addresses that a page links to. */
const leadsOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map(({ href }) => href),
  );

const fileOf = (kind: string) =>
  kind
    .slice(1)
    .replaceAll(/[^\w]+/g, '-')
    .replace(/-+$/, '') || 'waiting';

/** How the page that is folded out is judged: in the dark only colours differ. */
const looks: [width: number, colorScheme: 'light' | 'dark', rules?: string[]][] = [
  [1280, 'light'],
  [1280, 'dark', ['color-contrast']],
  [320, 'dark', ['color-contrast']],
  [320, 'light'],
];

/** By how much the page is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** By title, which page has it. */
const titles = new Map<string, string>();

/** Looks at a page in all the ways in which people see it, and answers all that is wrong with it. */
async function inspect(page: Page, address: string, kind: string): Promise<string[]> {
  const wrong: string[] = [];
  const answer = await page.goto(address);
  const { results } = await judge.validateString(await answer!.text(), kind);
  for (const { ruleId, message, line } of results.flatMap(({ messages }) => messages))
    wrong.push(`line ${line}: ${ruleId}: ${message}`);
  const title = await page.title();
  const other = titles.get(title);
  if (other !== undefined) wrong.push(`its title, ${title}, is that of ${other}`);
  titles.set(title, kind);
  const picture = (name: string) =>
    page.screenshot({ path: join(site.screenshots, `${fileOf(kind)}-${name}.png`), fullPage: true });
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await picture(`${width}-${colorScheme}`);
  }
  if (kind === '/' && site.picture !== null) {
    await page.setViewportSize({ width: 1120, height: 840 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.screenshot({ path: site.picture });
  }
  // What is folded up has to be right as well.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  for (const [width, colorScheme, rules] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(wcag)).analyze();
    for (const { id, nodes } of violations)
      for (const { html } of nodes) wrong.push(`${width} px, ${colorScheme}: ${id}: ${html.slice(0, 200)}`);
    const over = await overflow(page);
    if (over > 0) wrong.push(`${over} px wider than ${width} px`);
    if (width === 1280 && colorScheme === 'light') await picture('open');
  }
  return wrong.map(what => `${kind}: ${what}`);
}

/** The page of a delivery with every attempt that there can be. */
async function failedDelivery(): Promise<string> {
  const { rows } = await watch.db.query(
    `select endpoint_id, id from corkboard.webhook_deliveries where status = 'failed'`,
  );
  return `/settings/webhooks/${rows[0].endpoint_id}/deliveries/${rows[0].id}`;
}

test.serial(
  'every page can be reached, is valid, accessible, and fits 320 px, in light and dark',
  async t => {
    t.timeout(600_000);
    await rm(site.screenshots, { recursive: true, force: true });
    await mkdir(site.screenshots, { recursive: true });
    const page = await (await watch.visitor(await watch.owner())).newPage();
    const wrong: string[] = [];
    const seen = new Set<string>();
    const waiting = [...starts, await failedDelivery()].map(path => site.baseUrl + path);
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const kind = kindOf(address) ?? new URL(address).pathname;
      if (seen.has(kind)) continue;
      seen.add(kind);
      wrong.push(...(await inspect(page, address, kind)));
      waiting.push(...(await leadsOn(page)).filter(link => kindOf(link) !== null));
    }
    wrong.push(...(await inspect(page, `${site.baseUrl}/invoices/${crypto.randomUUID()}`, '/nothing')));
    const client = await (await watch.visitor()).newPage();
    for (const [name, query] of Object.entries(shared)) {
      const { rows } = await watch.db.query(`${query} limit 1`);
      wrong.push(...(await inspect(client, `${site.baseUrl}/${name}/${rows[0].token}`, `/${name}/:token`)));
    }
    t.deepEqual(wrong, []);
    const unseen = patterns.map(({ path }) => path).filter(path => !seen.has(path));
    t.deepEqual(unseen, [], 'nothing leads there');
    t.deepEqual(
      parts.slice(1).filter(({ name }) => !seen.has(`/projects/:id?tab=${name}`)),
      [],
    );
  },
);

test.serial('on a telephone the lines of an invoice are all in view, and still a table', async t => {
  t.timeout(300_000);
  const { rows } = await watch.db.query(
    `select share_token as token, json_array_length(line_items)::int as lines
       from corkboard.invoices where sent_at is not null and json_array_length(line_items) > 1 limit 1`,
  );
  const context = await watch.visitor(undefined, { viewport: { width: 320, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${site.baseUrl}/invoice/${rows[0].token}`);
  for (const cell of await page.locator('.lines td').all()) {
    const { x, width } = (await cell.boundingBox())!;
    t.true(x >= 0 && x + width <= 320, await cell.innerText());
  }
  // As those who hear the page have it.
  const session = await context.newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const many = (role: string) => nodes.filter(node => node.role?.value === role).length;
  t.is(many('columnheader'), 4);
  t.true(many('cell') >= 4 * rows[0].lines);
});
