import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './readme.ts';

const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();

/**
 * The commit of the previous release: the newest version tag before the current commit. If there are no tags, it is the
 * last commit that changed an existing migration, because later commits only add migrations. Null if the history is
 * incomplete.
 */
export async function previousRelease(): Promise<string | null> {
  const tagged = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1').catch(() => null);
  const found =
    tagged === null
      ? git('log', '-1', '--format=%H', '--diff-filter=MDR', '--', 'sql/migrations')
      : git('rev-parse', '--verify', '--quiet', `${tagged}^{commit}`);
  return (await found.catch(() => '')) || null;
}

/** Installs the service as of a commit, in a folder that is removed after the test. */
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

/** Whether all its dependencies are installed here, in the same versions. */
async function sameDependencies(folder: string): Promise<boolean> {
  const read = async (from: string) => JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
  const [{ dependencies: then }, { dependencies: now }] = [await read(folder), await read(root)];
  return Object.entries(then).every(([name, version]) => now[name] === version);
}
