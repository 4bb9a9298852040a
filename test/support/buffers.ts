import pg from 'pg';
import { withClient } from '../../harness/database.ts';
import { connectionTo } from '../../src/database/connect.ts';
import { Browser } from './browser.ts';
import { fetchAnswer } from './call.ts';
import { consoleWith, type Sent } from './console.ts';
import { filled, type Records } from './readAddresses.ts';
import { asService } from './role.ts';
import { signIn } from './session.ts';
import { patient } from './world.ts';

// How many buffers (pages of 8 KB, from memory or disk) the statements of web read. Unlike times, these don't depend on
// what else the machine does.

/** The buffers of each statement of an address. */
export type Buffers = Map<string, number[]>;

/**
 * Opens a console and API on a database, by its address for the owner, and a connection that is set up like theirs. The owner of
 * the workspace is signed in, and it gets an API key.
 */
export async function openSite(databaseUrl: string, workspaceId: string) {
  const serviceUrl = asService(databaseUrl);
  const [person, key] = await withClient(databaseUrl, async owner => {
    const text = `select (corkboard.create_key($1, 'Buffers', '{read}')).secret as key`;
    const { rows } = await owner.query(text, [workspaceId]);
    return [await signIn({ db: owner }, workspaceId), rows[0].key as string];
  });
  const client = new pg.Client(connectionTo(serviceUrl, 'web', patient));
  await client.connect();
  const names = new Map<string, string>();
  const shell = await consoleWith({ serviceUrl });
  const browser = new Browser(shell.baseUrl, person);
  const measured = async (
    address: string,
    open: () => Promise<{ status: number; text: string }>,
    most = 0,
  ) => {
    const found: number[] = [];
    const opened = async () => {
      const { status, text } = await open();
      if (status !== 200) throw new Error(`${address}: ${status} ${text}`);
    };
    for (const statement of await shell.sent(opened))
      found.push(await buffers(client, names, statement, most));
    return found;
  };
  /** The buffers of each statement of a page. */
  const pageBuffers = (address: string, most?: number) => measured(address, () => browser.get(address), most);
  return {
    pageBuffers,
    /** The buffers of addresses of pages, and of reads of the API, which begin with /api. `limitOf`: how many each may need. */
    buffersOf: async (
      addresses: string[],
      records: Records,
      limitOf: (address: string) => number,
    ): Promise<Buffers> => {
      const found: Buffers = new Map();
      for (const address of addresses) {
        const path = filled(address, records);
        const read = () => fetchAnswer(shell.baseUrl, { method: 'GET', path, key });
        const most = limitOf(address);
        found.set(
          address,
          await (path.startsWith('/api/') ? measured(path, read, most) : pageBuffers(path, most)),
        );
      }
      return found;
    },
    stop: async () => {
      await client.end();
      await shell.stop();
    },
  };
}

/**
 * The buffers that a statement reads once its plan is made. `explain execute` plans as the connection plans a prepared
 * statement; an `explain` of the statement itself would plan it for the values at hand. What a function plans, it plans at its
 * first call on the connection, so where that reads more than `most` buffers, the second call counts. `names`: those of the
 * statements that the connection has prepared, because pages share statements, and planning them costs most.
 */
async function buffers(
  client: pg.Client,
  names: Map<string, string>,
  { text, values }: Sent,
  most: number,
): Promise<number> {
  let name = names.get(text);
  if (name === undefined) {
    name = `measured_${names.size}`;
    names.set(text, name);
    await client.query(`prepare ${name} as ${text}`);
  }
  const given = values.map(literal).join(', ');
  const explain = `explain (analyze, buffers, timing off, format json) execute ${name}${given && `(${given})`}`;
  const read = async () => {
    const { rows } = await client.query(explain);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] + plan['Temp Read Blocks'];
  };
  const first = await read();
  return first > most ? await read() : first;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]::text[]`;
  if (typeof value === 'object') throw new Error(`no literal for ${JSON.stringify(value)}`);
  return pg.escapeLiteral(String(value));
}
