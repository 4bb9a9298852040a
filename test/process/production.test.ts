import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { launch } from '../support/launch.ts';
import { world } from '../support/world.ts';

// The service as production installs it, with npm ci --omit=dev.
const w = world(test);

const root = join(import.meta.dirname, '../..');

/** A copy of the service with only the modules that the lock file lists for production. */
async function installation(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-production-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['src', 'sql', 'tasks', 'package.json']) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  for (const path of Object.keys(packages).filter(path => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path))) {
    if (packages[path].dev || packages[path].link) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
  return folder;
}

/** What production has to set besides the database. */
const settings = { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://cork.example' };

test('release, web, worker and the command work in production', async t => {
  const folder = await installation(t);
  const env = { DATABASE_URL: w.databaseUrl, PORT: '0', NODE_ENV: 'production', ...settings };
  const release = launch(t, 'release', env, folder);
  t.is(await release.ended, 0, release.output());
  const web = launch(t, 'web', env, folder);
  const baseUrl = `http://127.0.0.1:${await web.says(/"port":(\d+)/)}`;
  for (const path of ['/healthz', '/openapi.json', '/docs', '/docs/swagger-ui-bundle.js']) {
    t.is((await fetch(baseUrl + path)).status, 200, path);
  }
  const worker = launch(t, 'worker', env, folder);
  await worker.says(/worker is working/);
  const command = launch(t, 'cli', env, folder, 'plan', 'list');
  t.is(await command.ended, 0, command.output());
  for (const { child, ended, output } of [web, worker]) {
    child.kill('SIGTERM');
    t.is(await ended, 0, output());
  }
});

for (const script of ['web', 'worker', 'start']) {
  for (const [name, value] of [
    ['SMTP_URL', ''],
    ['PUBLIC_URL', ''],
    ['PUBLIC_URL', 'http://cork.example'],
  ] as const) {
    test(`${script} refuses production with ${name}=${value}, in one line`, async t => {
      const env = { DATABASE_URL: w.databaseUrl, NODE_ENV: 'production', ...settings, [name]: value };
      const launched = launch(t, script, { ...env, PORT: '0' });
      t.is(await launched.ended, 1);
      t.regex(launched.output(), new RegExp(`^${name} must be [^\\n]+=true\\.\\n$`));
    });
  }

  test(`${script} serves production without mail and https if that is intended`, async t => {
    const allowed = { ALLOW_LOGGED_MAIL: 'true', ALLOW_HTTP: 'true' };
    const env = { DATABASE_URL: w.databaseUrl, NODE_ENV: 'production', PORT: '0', ...allowed };
    const launched = launch(t, script, env);
    await launched.says(/web is serving|worker is working|Corkboard is serving/);
    launched.child.kill('SIGTERM');
    t.is(await launched.ended, 0, launched.output());
  });
}

test('a release and the operator’s command need no mail server and no address in production', async t => {
  const env = { DATABASE_URL: w.databaseUrl, NODE_ENV: 'production' };
  for (const [script, ...args] of [['release'], ['cli', 'plan', 'list']] as const) {
    const launched = launch(t, script, env, undefined, ...args);
    t.is(await launched.ended, 0, launched.output());
  }
});

test('npm start needs a DATABASE_URL in production, and says so in one line', async t => {
  const start = launch(t, 'start', { PORT: '0' }, await installation(t));
  t.is(await start.ended, 1);
  t.regex(start.output(), /^DATABASE_URL must be set, because [^\n]*\n$/);
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
