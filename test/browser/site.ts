import type { TestFn } from 'ava';
import pg from 'pg';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { runningEmbedded } from '../../src/database/embedded/folder.ts';
import { type Person, signIn } from '../support/session.ts';

/** What `npm start` serves, and what it printed. */
export interface Site {
  baseUrl: string;
  key: string;
  /** The address that signs the owner in, once. */
  signIn: string;
  dataDir: string;
  /** The program. */
  chromium: string;
  /** The file with the service's output, including emails. */
  log: string;
  /** The folder for screenshots of all pages; null: none are taken. */
  screenshots: string | null;
  /** The folder of the pictures in the docs. */
  pictures: string;
  /** Whether the pictures in the docs are retaken. */
  takesPictures: boolean;
  /** How often a page is opened in a new browser, to measure the first paint. */
  openings: number;
}

export const site: Site = JSON.parse(process.env.CORKBOARD_SITE!);

/** The query of the demo workspace's id. Tests may add other workspaces. */
export const demo = 'select id from corkboard.workspaces order by created_at, id limit 1';

/** A Chromium for a test file, whose pages are watched. */
export interface Watched {
  /** A browser of a person who is signed in or not; it shares nothing with the others. */
  visitor(person?: Pick<Person, 'token'>, options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A session of the demo's owner, who gave a code so long ago, as an interval; left out: just now. */
  owner(confirmed?: string): Promise<Person>;
  /**
   * A session of the owner of a new workspace, for tests that change its members: those of other files use the demo's.
   */
  ownerElsewhere(): Promise<Person>;
  /** The address of a new link that signs the demo's owner in, once. */
  signInLink(): Promise<string>;
  /** For finding what no page shows; there from the first test on. */
  db: pg.Pool;
}

/**
 * Starts a Chromium for a test file. At its end nothing may have happened that no page should do: a message on the
 * console, an error in a script, what the Content-Security-Policy forbids, a request to another site or one that
 * failed.
 */
export function watched(test: TestFn): Watched {
  const made: Partial<Watched> = {};
  const faults: string[] = [];
  let browser: Browser;
  test.serial.before(async () => {
    made.db = new pg.Pool({ connectionString: (await runningEmbedded(site.dataDir))!, max: 2 });
    browser = await chromium.launch({ executablePath: site.chromium });
  });
  test.serial.after.always(async t => {
    await browser?.close();
    await made.db?.end();
    t.deepEqual(faults, []);
  });
  made.visitor = async (person, options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    // The machine may be busy with anything.
    context.setDefaultTimeout(60_000);
    if (person) await context.addCookies([{ name: 'corkboard', value: person.token, url: site.baseUrl }]);
    context.on('page', page => watch(page, faults));
    return context;
  };
  made.owner = async confirmed => {
    const { rows } = await made.db!.query(demo);
    return signIn({ db: made.db! }, rows[0].id, confirmed === undefined ? {} : { confirmed });
  };
  made.ownerElsewhere = async () => {
    const { rows } = await made.db!.query('select id from corkboard.create_workspace($1, $2)', [
      'Elsewhere Studio',
      'owner@elsewhere.example',
    ]);
    return signIn({ db: made.db! }, rows[0].id);
  };
  made.signInLink = async () => {
    const { rows } = await made.db!.query(
      `select (corkboard.create_sign_in_link(m.id)).token from corkboard.members m
        where m.role = 'owner' and m.workspace_id = (${demo})`,
    );
    return `${site.baseUrl}/sign-in/${rows[0].token}`;
  };
  return made as Watched;
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
    const isPage = response.request().resourceType() === 'document';
    if (response.status() >= (isPage ? 500 : 400)) fault(`${response.status()} of ${response.url()}`);
  });
}
