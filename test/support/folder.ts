import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestFn } from 'ava';

/** What a folder goes with: a test, or a file of tests. */
export interface Owner {
  teardown(end: () => Promise<void>): void;
}

/** The owner of what lasts as long as the tests of a file. It ends in reverse order. */
export function ofFile(test: TestFn): Owner {
  const ends: (() => Promise<void>)[] = [];
  test.after.always(async () => {
    for (const end of ends.reverse()) await end();
  });
  return { teardown: end => void ends.push(end) };
}

/** A new folder, which goes with its owner. Everyone may enter it, as PostgreSQL's user must to reach data in it. */
export async function newFolder(owner: Owner): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-'));
  owner.teardown(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}
