import type { TestFn } from 'ava';
import pg from 'pg';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { runningEmbedded } from '../../src/database/embedded/folder.ts';
import { exampleIds } from '../../src/records/example.ts';
import { call } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signIn } from '../support/session.ts';

/** What `npm start` serves, and what it printed. */
export interface Site {
  baseUrl: string;
  key: string;
  dataDir: string;
  /** The program. */
  chromium: string;
  /** The file with the service's output, including emails. */
  log: string;
  /** The folder for screenshots of all pages; null: none are taken. */
  screenshots: string | null;
  /** Whether the pictures in the docs are retaken. */
  takesPictures: boolean;
}

export const site: Site = JSON.parse(process.env.CORKBOARD_SITE!);

/** Sends something to the demo workspace as a program, and answers what comes back. */
export const post = async (path: string, body: object) =>
  (await call(site.baseUrl, { method: 'POST', path, key: site.key, body })).body;

/** Reloads the page of an element until the element shows a text, which a job brings about. */
export const reloadUntil = (element: Locator, text: string) =>
  eventually(async () => {
    if ((await element.innerText()).includes(text)) return true;
    await element.page().reload();
    return false;
  });

/** Does what opens another page, and waits until that page is whole and its scripts have run. Without that, keys and clicks may meet a page without them. */
export async function opensNext(page: Page, action: () => Promise<unknown>): Promise<void> {
  const opened = page.waitForEvent('load');
  await action();
  await opened;
}

/** The query of the demo workspace's id. Tests may add other workspaces. */
const demo = 'select id from corkboard.workspaces order by created_at, id limit 1';

/**
 * Starts a Chromium for a test file. At its end nothing may have happened that no page should do: a message on the
 * console, an error in a script, what the Content-Security-Policy forbids, a request to another site or one that
 * failed.
 */
export function watched(test: TestFn) {
  const faults: string[] = [];
  let browser: Browser;
  let db: pg.Pool;
  test.serial.before(async () => {
    db = new pg.Pool({ connectionString: (await runningEmbedded(site.dataDir))!, max: 2 });
    browser = await chromium.launch({ executablePath: site.chromium });
  });
  test.serial.after.always(async t => {
    await browser?.close();
    await db?.end();
    t.deepEqual(faults, []);
  });
  /** Runs a statement and answers its rows, for finding what no page shows. */
  const sql = async (text: string, ...values: unknown[]): Promise<any[]> =>
    (await db.query(text, values)).rows;
  /** A browser of a person who is signed in or not; it shares nothing with the others. */
  const visitor = async (person?: Pick<Person, 'token'>, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      baseURL: site.baseUrl,
      ...options,
    });
    // The machine may be busy with anything.
    context.setDefaultTimeout(60_000);
    if (person) await context.addCookies([{ name: 'corkboard', value: person.token, url: site.baseUrl }]);
    context.on('page', page => watch(page, faults));
    return context;
  };
  return {
    /** There from the first test on. */
    get db() {
      return db;
    },
    sql,
    visitor,
    /** Opens an address in such a browser. */
    open: async (address: string, person?: Pick<Person, 'token'>, options?: BrowserContextOptions) => {
      const page = await (await visitor(person, options)).newPage();
      await page.goto(address);
      return page;
    },
    /** A session of the demo's owner, who gave a code so long ago, as an interval. */
    owner: async (confirmed = '0') => signIn({ db }, (await sql(demo))[0].id, { confirmed }),
    /**
     * A session of the owner of a new workspace, for tests that change its members: those of other files use the demo's.
     */
    ownerElsewhere: async () => {
      const made = `select id from corkboard.create_workspace('Elsewhere Studio', 'owner@elsewhere.example')`;
      return signIn({ db }, (await sql(made))[0].id);
    },
    /** Drafts an invoice with a number of lines, and sends it. */
    sentInvoice: async (lines: number): Promise<{ id: string; token: string }> => {
      const lineItems = Array.from({ length: lines }, (_, at) => ({
        description: `Photograph of product ${at + 1}, retouched`,
        quantityHundredths: 150,
        unitPriceCents: 4_800 + at,
      }));
      const fields = {
        projectId: exampleIds.projectId,
        lineItems,
        notes: 'Thank you!',
        dueDate: '2030-01-31',
      };
      const drafted = await post('/invoices', fields);
      const [invoice] = await sql(
        `select i.id, i.share_token || corkboard.secret_suffix(i.workspace_id) as token
           from corkboard.invoices i, corkboard.send_invoice(i.workspace_id, i.id) where i.id = $1`,
        drafted.invoice.id,
      );
      return invoice;
    },
    /** The address of a new link that signs the demo's owner in, once. */
    signInLink: async () => {
      const [{ token }] = await sql(
        `select (corkboard.create_sign_in_link(m.id)).token from corkboard.members m
          where m.role = 'owner' and m.workspace_id = (${demo})`,
      );
      return `/sign-in/${token}`;
    },
  };
}

function watch(page: Page, faults: string[]): void {
  const fault = (what: string) => faults.push(`${page.url()}: ${what}`);
  page.on('console', message => {
    // Pages of refusals and errors have such a status on purpose; what a page loads is looked at below.
    if (!message.text().startsWith('Failed to load resource')) fault(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', error => fault(error.message));
  page.on('request', request => {
    if (!request.url().startsWith(`${site.baseUrl}/`)) fault(`asks for ${request.url()}`);
  });
  page.on('response', response => {
    const request = response.request();
    // A form that a script sends may be refused as well.
    const isPage = request.resourceType() === 'document' || request.method() === 'POST';
    if (response.status() >= (isPage ? 500 : 400)) fault(`${response.status()} of ${response.url()}`);
  });
}
