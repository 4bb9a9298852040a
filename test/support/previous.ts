import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './readme.ts';

const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();

/** The commit that counts as the release before, as long as there is no tag: from it on migrations only add. */
const first = '624bbd9edfe7f3c8602c3847a637d419fd50bf7b';

/** The commit of the release before this code: the newest tag of a version that is not this very commit, else the first; null: it is not in the history here. */
export async function previousRelease(): Promise<string | null> {
  const named = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1').catch(() => first);
  return git('rev-parse', '--verify', '--quiet', `${named}^{commit}`).catch(() => null);
}

/** Installs the service as it was at a commit, in a folder that goes with the test. */
export async function install(
  t: { teardown(end: () => Promise<void>): void },
  commit: string,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-previous-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const archive = join(folder, 'previous.tar');
  await git('archive', '-o', archive, commit, 'src', 'sql', 'tasks', 'package.json', 'package-lock.json');
  await run('tar', ['-xf', archive, '-C', folder]);
  if (await sameDependencies(folder)) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  else await run('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  return folder;
}

/** Whether everything that it depends on is installed here, in the same version. */
async function sameDependencies(folder: string): Promise<boolean> {
  const read = async (from: string) => JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
  const [{ dependencies: then }, { dependencies: now }] = [await read(folder), await read(root)];
  return Object.entries(then).every(([name, version]) => now[name] === version);
}
