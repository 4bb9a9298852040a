import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import type { TestServer } from './postgres.ts';

/** Linux's file system in memory, where cloning a database is faster than on a disk. */
const memory = '/dev/shm';

/** More than twice the space that the databases of a whole run need. */
const ample = 8 * 2 ** 30;

async function memoryHasRoom(): Promise<boolean> {
  const found = await statfs(memory).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize > ample && availableMemory() > ample;
}

/** Starts an embedded PostgreSQL with these flags. Its databases are removed when it stops. */
export async function startServer(flags: string[]): Promise<TestServer> {
  const parent = (await memoryHasRoom()) ? memory : tmpdir();
  const folder = await mkdtemp(join(parent, 'corkboard-test-'));
  const { url, stop } = await startEmbedded(folder, flags);
  return {
    url,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
