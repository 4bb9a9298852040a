import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './readme.ts';

const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();

/**
 * The commit of the release before this code: the newest tag of a version that is not this very commit. As long as there is
 * no tag, it is the last commit that changed migrations which there were: after it they were only added. Null: the history
 * here does not tell.
 */
export async function previousRelease(): Promise<string | null> {
  const tagged = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1').catch(() => null);
  const found =
    tagged === null
      ? git('log', '-1', '--format=%H', '--diff-filter=MDR', '--', 'sql/migrations')
      : git('rev-parse', '--verify', '--quiet', `${tagged}^{commit}`);
  return (await found.catch(() => '')) || null;
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
