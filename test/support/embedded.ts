import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import type { TestServer } from './postgres.ts';

/** A file system in memory, on Linux. Cloning a database in it takes half the time that it takes on a disk. */
const memory = '/dev/shm';

/** More than twice of what the databases of a whole run need, which is 3.2 GB. */
const ample = 8 * 2 ** 30;

async function memoryHasRoom(): Promise<boolean> {
  const found = await statfs(memory).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize > ample && availableMemory() > ample;
}

/** Starts the embedded PostgreSQL with these flags, on databases that are removed when it stops. */
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
