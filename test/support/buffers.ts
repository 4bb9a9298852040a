import pg from 'pg';
import { hashOf, newToken } from '../../src/console/sessions/session.ts';
import { connectionTo } from '../../src/database/connect.ts';
import { Browser } from './browser.ts';
import { consoleWith, type Sent, type Shell } from './console.ts';
import { filled, type Records } from './readAddresses.ts';
import { asService } from './role.ts';
import { suffixOf } from './session.ts';

// How many buffers (pages of 8 KB, from memory or disk) the statements of web read. Unlike times, these don't depend on
// what else the machine does.

/** The buffers of each statement of an address. */
export type Buffers = Map<string, number[]>;

/** A console and API on a database, and a connection that is set up like theirs. */
export class Site {
  readonly #shell: Shell;
  readonly #client: pg.Client;
  readonly #browser: Browser;
  readonly #key: string;

  private constructor(shell: Shell, client: pg.Client, token: string, key: string) {
    this.#shell = shell;
    this.#client = client;
    this.#browser = new Browser(shell.baseUrl, { token });
    this.#key = key;
  }

  /** `databaseUrl`: for the owner. The owner of the workspace is signed in, and it gets an API key. */
  static async open(databaseUrl: string, workspaceId: string): Promise<Site> {
    const serviceUrl = asService(databaseUrl);
    const owner = new pg.Client(databaseUrl);
    await owner.connect();
    const token = newToken() + suffixOf(workspaceId);
    await owner.query(
      `insert into corkboard.sessions (workspace_id, member_id, token_hash, confirmed_at, expires_at)
       select m.workspace_id, m.id, $2, now(), now() + interval '14 days'
         from corkboard.members m where m.workspace_id = $1 and m.role = 'owner'`,
      [workspaceId, hashOf(token)],
    );
    const { rows } = await owner.query(
      `select (corkboard.create_key($1, 'Buffers', '{read}')).secret as key`,
      [workspaceId],
    );
    await owner.end();
    const client = new pg.Client(
      connectionTo(serviceUrl, 'web', {
        connectMs: 60_000,
        lockMs: 60_000,
        statementMs: 60_000,
        answerMs: 62_000,
      }),
    );
    await client.connect();
    return new Site(await consoleWith({ serviceUrl }), client, token, rows[0].key);
  }

  /** The buffers of addresses of pages, and of reads of the API, which begin with /api. */
  async buffersOf(addresses: string[], records: Records): Promise<Buffers> {
    const found: Buffers = new Map();
    for (const address of addresses) {
      const path = filled(address, records);
      const ask = () => (path.startsWith('/api/') ? this.#read(path) : this.#open(path));
      found.set(address, await this.#measure(await this.#shell.sent(ask)));
    }
    return found;
  }

  /** The buffers of each statement of a page. */
  async pageBuffers(address: string): Promise<number[]> {
    return this.#measure(await this.#shell.sent(() => this.#open(address)));
  }

  async #open(address: string): Promise<void> {
    const { status, text } = await this.#browser.get(address);
    if (status !== 200) throw new Error(`${address}: ${status} ${text}`);
  }

  async #read(address: string): Promise<void> {
    const { status } = await fetch(this.#shell.baseUrl + address, {
      headers: { Authorization: `Bearer ${this.#key}` },
    });
    if (status !== 200) throw new Error(`${address}: ${status}`);
  }

  async #measure(statements: Sent[]): Promise<number[]> {
    const found: number[] = [];
    for (const statement of statements) found.push(await buffers(this.#client, statement));
    return found;
  }

  async stop(): Promise<void> {
    await this.#client.end();
    await this.#shell.stop();
  }
}

/**
 * The buffers that a statement reads once its plan is made. `explain execute` plans as the connection plans a prepared
 * statement; an `explain` of the statement itself would plan it for the values at hand.
 */
async function buffers(client: pg.Client, { text, values }: Sent): Promise<number> {
  await client.query(`prepare measured as ${text}`);
  const given = values.map(literal).join(', ');
  const explain = `explain (analyze, buffers, timing off, format json) execute measured${given && `(${given})`}`;
  try {
    // What a function plans, it plans at its first call on the connection.
    await client.query(explain);
    const { rows } = await client.query(explain);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] + plan['Temp Read Blocks'];
  } finally {
    await client.query('deallocate measured');
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (typeof value === 'object') throw new Error(`no literal for ${JSON.stringify(value)}`);
  return pg.escapeLiteral(String(value));
}
