import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { launch } from '../support/launch.ts';
import { copyOf } from '../support/otherVersion.ts';
import { cloneDatabase } from '../support/postgres.ts';
import { root } from '../support/root.ts';

// The service as production installs it, with npm ci --omit=dev.

/** A copy of the service with only the modules that the lock file lists for production. */
async function installation(t: ExecutionContext): Promise<string> {
  const folder = await copyOf(t, 'src', 'sql', 'tasks', 'package.json');
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  for (const path of Object.keys(packages).filter(path => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path))) {
    if (packages[path].dev || packages[path].link) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
  return folder;
}

test('all processes work in production; release and the command need no mail server and no address, and start needs a database', async t => {
  const folder = await installation(t);
  const database = { DATABASE_URL: await cloneDatabase(), NODE_ENV: 'production' };
  const serving = { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://cork.example', PORT: '0' };
  const release = launch(t, 'release', database, folder);
  t.is(await release.ended, 0, release.output());
  const command = launch(t, 'cli', database, folder, 'plan', 'list');
  t.is(await command.ended, 0, command.output());
  const embedded = launch(t, 'start', serving, folder);
  t.is(await embedded.ended, 1);
  t.regex(embedded.output(), /^DATABASE_URL must be set, because [^\n]*\n$/);

  // All that web and worker consist of.
  const start = launch(t, 'start', { ...database, ...serving }, folder);
  const baseUrl = `http://127.0.0.1:${await start.says(/is serving on \S+ \(port (\d+)\)/)}`;
  for (const path of ['/healthz', '/openapi.json', '/docs', '/docs/swagger-ui-bundle.js']) {
    t.is((await fetch(baseUrl + path)).status, 200, path);
  }
  start.child.kill('SIGTERM');
  t.is(await start.ended, 0, start.output());
});

test('a Node that is too old is reported in one line', async t => {
  const runtime = join(root, 'src/runtime.js');
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`;
  const old = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
  const error = await t.throwsAsync<Error & { code: number; stderr: string }>(
    promisify(execFile)(process.execPath, [...old, '--import', runtime, join(root, 'src/bin/web.ts')]),
  );
  t.is(error!.code, 1);
  t.regex(error!.stderr, /^Corkboard needs Node 24 or later[^\n]*\n$/);
});
