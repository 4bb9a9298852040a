import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

// Reads the files in the data folder that describe the embedded database.

/** A cluster: PostgreSQL's own folder, and the password of its only user. */
export interface Cluster {
  folder: string;
  password: string;
}

/** The address of the embedded database that a running process serves from `dataDir`; null if none is running. */
export async function runningEmbedded(dataDir: string): Promise<string | null> {
  const folder = join(resolve(dataDir), 'postgres');
  const [postmaster, password] = await Promise.all([readPostmaster(folder), readPassword(dirname(folder))]);
  return postmaster && password ? urlOf({ folder, password }, postmaster.port, 'corkboard') : null;
}

/** The file with the address at which the process that runs the embedded database serves. */
const addressFileOf = (dataDir: string) => join(resolve(dataDir), 'address');

/** Notes the address at which this process serves, for the operator's command, which doesn't know the process's variables. */
export const noteAddress = (dataDir: string, address: string) => writeFile(addressFileOf(dataDir), address);

/** The address at which the process that runs the embedded database serves; null if it is not known. */
export const notedAddress = (dataDir: string) => readFile(addressFileOf(dataDir), 'utf8').catch(() => null);

/** The address of a database of the cluster. */
export const urlOf = ({ password }: Cluster, port: number, database: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

/** The options to connect to the embedded server, which has no TLS, regardless of PGSSLMODE. */
export const unencrypted = (connectionString: string) =>
  ({ connectionString, ssl: false, sslnegotiation: 'postgres' }) as const;

/** The process that serves the cluster, and its port, from PostgreSQL's own file; null if none does. */
export async function readPostmaster(folder: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port] = text.split('\n').map(Number);
  return pid && port ? { pid, port } : null;
}

/** The file with the password of the data folder's cluster. */
export const passwordFileOf = (dataDir: string) => join(dataDir, 'password');

/** The password of the data folder's cluster; null if it has none yet. */
export const readPassword = (dataDir: string) => readFile(passwordFileOf(dataDir), 'utf8').catch(() => null);
