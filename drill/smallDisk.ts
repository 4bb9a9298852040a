import { execFile } from 'node:child_process';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { queryAt } from '../harness/database.ts';
import type { Endings } from '../harness/endings.ts';
import { retry } from '../src/concurrency/retry.ts';
import { serverAccount } from '../src/database/embedded/root.ts';

const run = promisify(execFile);

/** Room for the database of a drill and for its fullest moment, in megabytes. */
const megabytes = 300;

/** A disk that holds the database and can be filled. */
export interface SmallDisk {
  /** The folder for the database. */
  tablespace: string;
  fill(): Promise<void>;
  empty(): Promise<void>;
}

/** Mounts a small file system in memory. Returns why that isn't possible, if it isn't. */
export async function mountSmallDisk(folder: string, endings: Endings): Promise<SmallDisk | string> {
  const { uid, gid } = await serverAccount();
  await mkdir(folder);
  try {
    const options = `size=${megabytes}m,uid=${uid},gid=${gid},mode=0700`;
    await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  } catch {
    return 'this process may not mount a small disk: run the drill as root, on Linux';
  }
  endings.add(() => run('umount', [folder]));
  const tablespace = join(folder, 'tablespace');
  await run('install', ['-d', '-o', `${uid}`, '-g', `${gid}`, '-m', '0700', tablespace]);
  const filler = join(folder, 'filler');
  return {
    tablespace,
    // Again if the database took space between the two.
    fill: () =>
      retry(
        async () => {
          const { bavail, bsize } = await statfs(folder);
          await run('fallocate', ['-l', `${bavail * bsize}`, filler]);
        },
        (_, tries) => (tries < 10 ? 0 : null),
      ),
    empty: () => rm(filler, { force: true }),
  };
}

/**
 * Moves a database that nothing is connected to yet to a small disk. PostgreSQL's log of changes (WAL) stays where it is: a
 * server that can't write that stops, which is another fault.
 */
export async function moveDatabase(databaseUrl: string, { tablespace }: SmallDisk): Promise<void> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  const admin = Object.assign(url, { pathname: '/postgres' }).href;
  await queryAt(admin, `create tablespace small_disk location '${tablespace}'`);
  await queryAt(admin, `alter database ${name} set tablespace small_disk`);
}
