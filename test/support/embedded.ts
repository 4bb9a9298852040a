import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';
import { promisify } from 'node:util';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import type { TestServer } from './postgres.ts';
import { makeTemplates, templatesKey } from './templates.ts';

const run = promisify(execFile);

/** Linux's file system in memory, where cloning a database is faster than on a disk. */
const memory = '/dev/shm';

/** More than twice the space that the databases of a whole run need. */
const ample = 8 * 2 ** 30;

/** The folders of stopped servers that have the templates already, by templatesKey. */
const prepared = join(import.meta.dirname, '../../node_modules/.cache/test-servers');

const templates = { plain: 'corkboard_test', other: 'corkboard_test_locale' };

async function memoryHasRoom(): Promise<boolean> {
  const found = await statfs(memory).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize > ample && availableMemory() > ample;
}

/**
 * Starts an embedded PostgreSQL with these flags and the templates of the run. Its databases are removed when it stops. It is
 * a copy of a prepared server, because making the templates takes longer than most runs of one file.
 */
export async function startServer(flags: string[]): Promise<TestServer> {
  const parent = (await memoryHasRoom()) ? memory : tmpdir();
  const folder = await mkdtemp(join(parent, 'corkboard-test-'));
  const kept = join(prepared, templatesKey());
  if (!existsSync(kept)) await prepare(kept, flags);
  await copy(kept, folder);
  const { url, stop } = await startEmbedded(folder, flags);
  return {
    url,
    templates,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a folder with a stopped server that has the templates, in place of those of earlier versions. */
async function prepare(kept: string, flags: string[]): Promise<void> {
  await mkdir(prepared, { recursive: true });
  const earlier = await readdir(prepared);
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-test-'));
  const { url, stop } = await startEmbedded(folder, flags);
  await makeTemplates(url, templates.plain);
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
