import pg from 'pg';
import { withClient } from '../../harness/database.ts';
import { Browser } from './browser.ts';
import { fetchAnswer } from './call.ts';
import { consoleWith, type Sent, type Shell } from './console.ts';
import { filled, type Records } from './readAddresses.ts';
import { asService } from './role.ts';
import { signIn } from './session.ts';

// How many buffers (pages of 8 KB, from memory or disk) the statements of web read. Unlike times, these don't depend on
// what else the machine does.

/** The buffers of each statement of an address. */
type Buffers = Map<string, number[]>;

/**
 * Opens a console and API on a database, by its address for the owner. The owner of the workspace is signed in, and it gets an
 * API key.
 */
export async function openSite(databaseUrl: string, workspaceId: string) {
  const serviceUrl = asService(databaseUrl);
  const [person, key] = await withClient(databaseUrl, async owner => {
    const text = `select (corkboard.create_key($1, 'Buffers', '{read}')).secret as key`;
    const { rows } = await owner.query(text, [workspaceId]);
    return [await signIn({ db: owner }, workspaceId), rows[0].key as string];
  });
  const shell = await consoleWith({ serviceUrl });
  const browser = new Browser(shell.baseUrl, person);
  const measured = async (address: string, open: () => Promise<{ status: number; text: string }>) => {
    const found: number[] = [];
    const opened = async () => {
      const { status, text } = await open();
      if (status !== 200) throw new Error(`${address}: ${status} ${text}`);
    };
    for (const statement of await shell.sent(opened)) found.push(await buffers(shell, statement));
    return found;
  };
  /** The buffers of each statement of a page. */
  const pageBuffers = (address: string) => measured(address, () => browser.get(address));
  return {
    pageBuffers,
    /** The buffers of addresses of pages, and of reads of the API, which begin with /api. */
    buffersOf: async (addresses: string[], records: Records): Promise<Buffers> => {
      const found: Buffers = new Map();
      for (const address of addresses) {
        const path = filled(address, records);
        const read = () => fetchAnswer(shell.baseUrl, { method: 'GET', path, key });
        found.set(address, await (path.startsWith('/api/') ? measured(path, read) : pageBuffers(path)));
      }
      return found;
    },
    stop: shell.stop,
  };
}

/**
 * The buffers that a statement reads once it and the functions that it calls are planned: it is executed again on the connection
 * that has just prepared it.
 */
async function buffers({ query }: Shell, { name, values }: Sent): Promise<number> {
  const given = values.map(literal).join(', ');
  const { rows } = await query(
    `explain (analyze, buffers, timing off, format json) execute ${name}${given && `(${given})`}`,
  );
  const { Plan: plan } = rows[0]['QUERY PLAN'][0];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] + plan['Temp Read Blocks'];
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]::text[]`;
  if (typeof value === 'object') throw new Error(`no literal for ${JSON.stringify(value)}`);
  return pg.escapeLiteral(String(value));
}
