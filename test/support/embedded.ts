import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';
import { promisify } from 'node:util';
import { queryAt } from '../../harness/database.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import { addressOf, type TestServer } from './postgres.ts';
import { makeTemplates, templatesKey } from './templates.ts';

const run = promisify(execFile);

/** Linux's file system in memory, where files cost less than on a disk. */
const memory = '/dev/shm';

/** More than twice the space that the databases of a whole run need. */
const ample = 8 * 2 ** 30;

/** The folders of stopped servers that have the templates already, by templatesKey. */
const prepared = join(import.meta.dirname, '../../node_modules/.cache/test-servers');

const templates = { plain: 'corkboard_test', other: 'corkboard_test_locale' };

/** The folder for temporary files: in memory if that has room and programs may run there, as some tests' do. */
export async function roomyFolder(): Promise<string> {
  const found = await statfs(memory).catch(() => undefined);
  const hasRoom = found !== undefined && found.bavail * found.bsize > ample && availableMemory() > ample;
  return hasRoom && !/ \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'))
    ? memory
    : tmpdir();
}

/**
 * Starts an embedded PostgreSQL with these flags and the templates of the run. Its databases are removed when it stops. It is
 * a copy of a prepared server, because making the templates takes longer than most runs of one file.
 */
export async function startServer(flags: string[]): Promise<TestServer> {
  const folder = await copyOfPrepared(await roomyFolder());
  const sockets = join(folder, 'postgres');
  const { url, stop } = await startEmbedded(folder, [...flags, '-c', `unix_socket_directories=${sockets}`]);
  return {
    // The port stays in the address for tests that need one. What has no need of it takes the socket, which costs less.
    url: `${url}?${new URLSearchParams({ host: sockets })}`,
    templates,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes a data folder as a stopped `npm start` leaves it, with a migrated database that counts as a copy. A copy of a
 * prepared one, because making one takes seconds. The caller removes it.
 */
export const dataFolder = () => copyOfPrepared(tmpdir());

/** Drops what only the tests' own server needs from the server of such a folder, whose backups are smaller without. */
export async function dropTemplates(url: string): Promise<void> {
  for (const name of Object.values(templates)) await queryAt(url, `drop database ${name}`);
}

let preparing: Promise<void> | undefined;

async function copyOfPrepared(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'corkboard-test-'));
  const kept = join(prepared, templatesKey());
  if (!existsSync(kept)) {
    preparing ??= prepare(kept);
    await preparing;
  }
  await copy(kept, folder);
  return folder;
}

/** Makes a folder with a stopped server that has the templates, in place of those of earlier versions. */
async function prepare(kept: string): Promise<void> {
  await mkdir(prepared, { recursive: true });
  const earlier = await readdir(prepared);
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-test-'));
  // A test run opens thousands of connections, and each hashes its password this often.
  const { url, stop } = await startEmbedded(folder, ['-c', 'fsync=off', '-c', 'scram_iterations=1']);
  await queryAt(url, `alter role postgres password '${new URL(url).password}'`);
  await makeTemplates(url, templates.plain);
  const admin = addressOf(url, 'postgres');
  await queryAt(admin, 'drop database corkboard');
  await queryAt(admin, `create database corkboard template ${templates.plain}`);
  await stop();
  // Renamed when it is complete. Another run may have made it meanwhile.
  const unfinished = await mkdtemp(join(prepared, 'new-'));
  await copy(folder, unfinished);
  await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true }));
  await rm(folder, { recursive: true, force: true });
  for (const name of earlier) await rm(join(prepared, name), { recursive: true, force: true });
}

/** Copies the content of a folder, with its owners, who may be others than this process. */
const copy = (from: string, to: string) => run('cp', ['-a', '--reflink=auto', `${from}/.`, to]);
