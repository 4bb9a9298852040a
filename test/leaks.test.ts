import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { newFolder, type Owner } from './support/folder.ts';
import { failOnLeaks } from './support/leakScanner.ts';
import { leaksIn } from './support/leaks.ts';
import { root } from './support/root.ts';

// Every line that is logged while the tests run is looked through. Here the looking itself is tested.
const run = promisify(execFile);
const line = (fields: object) => JSON.stringify({ level: 30, time: '2027-01-31T09:05:07.131Z', ...fields });
const token = randomBytes(32).toString('base64url');

for (const [what, said] of [
  ['a key', 'crk_Yb3xQ1a'],
  ['a signing secret', `whsec_${randomBytes(32).toString('base64')}`],
  ['a session, sign-in or share token', token],
  ['a session, sign-in or share token', `GET /scope/${token}?x`],
  ['a session, sign-in or share token', `session=${token}; Path=/`],
  ['32 bytes that encrypt, or a hash', randomBytes(32).toString('base64')],
  ['the password of an embedded PostgreSQL', randomBytes(24).toString('hex')],
  ['a password in an address', 'postgres://corkboard:s3cret@127.0.0.1:5432/corkboard'],
  ['a password in an address', 'smtps://:s3cret@mail'],
  ["the password of the tests' role", 'password=of the tests alone'],
  ["the password of the tests' role", 'of%20the%20tests%20alone'],
  ['an email address', 'Key (email)=(ana@w.example) already exists.'],
  ['an email address', 'mailto:ana%40w.example'],
  ['something private', 'Never-leaves'],
  ['something private', '/agreement/5ecret'],
  ['something private', 'Bearer sk-never-to-be-seen'],
] as const) {
  test(`${what} is found in a line that contains ${said.replace(/[\w+/=-]{40,}/, '…')}`, t => {
    t.true(leaksIn(line({ err: { message: `It was "${said}"` } })).includes(what));
    t.true(leaksIn(said).includes(what));
  });
}

test('ordinary log lines contain no secrets', t => {
  const id = '0198c0de-7f3a-7b1c-8a52-3d9d1f1e2c3b';
  for (const fields of [
    { requestId: id, workspaceId: id, keyPrefix: 'crk_Yb3xQ1', path: '/api/v1/clients/:id', msg: 'request' },
    {
      err: {
        constraint: 'webhook_deliveries_workspace_id_endpoint_id_fk',
        stack: '    at run (file:///srv/src/bin/web.ts:1:2)',
      },
    },
    { err: { message: 'connect ECONNREFUSED postgres://127.0.0.1:5432' } },
    { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  ])
    t.deepEqual(leaksIn(line(fields)), [], JSON.stringify(fields));
  t.deepEqual(leaksIn('Corkboard is serving on http://localhost:3000'), []);
});

test('only logged emails and the welcome of a first start may contain secrets', t => {
  const mail = { mail: { to: 'ana@w.example', text: token } };
  t.deepEqual(leaksIn(line({ ...mail, msg: 'SMTP_URL is not set: this mail was not sent' })), []);
  t.not(leaksIn(line({ ...mail, msg: 'sent' })).length, 0);
  for (const welcome of [
    `  crk_${token}`,
    `  curl http://localhost:3000/api/v1/me -H 'Authorization: Bearer crk_${token}'`,
    `  http://localhost:3000/sign-in/${token}`,
  ]) {
    t.deepEqual(leaksIn(welcome), []);
    t.not(leaksIn(`It is ${welcome}`).length, 0);
  }
});

/**
 * Runs a module as a test file's process is run, in a folder with a service in it that says this; returns the exit
 * status, what it printed, and what was said of its leaks.
 */
async function listened(t: Owner, module: string, says = '') {
  const folder = await newFolder(t);
  await mkdir(join(folder, 'src/bin'), { recursive: true });
  await writeFile(join(folder, 'src/bin/web.ts'), says);
  await writeFile(join(folder, 'file.ts'), module);
  let printed = '';
  let said = '';
  const status = await failOnLeaks(
    async leakEnv => {
      const args = ['--import', join(root, 'test/support/scanOwnLogs.ts'), join(folder, 'file.ts')];
      const env = { ...process.env, ...leakEnv, FOLDER: folder };
      const { stdout, stderr } = await run(process.execPath, args, { env });
      printed = stdout + stderr;
      return 0;
    },
    leaks => {
      said = leaks;
    },
  );
  return { status, printed, said };
}

const own = (text: string) => `
  import { log } from '${join(root, 'src/log.ts')}';
  log.info('${text}');
  log.warn('as always');`;

const launched = `
  import { launch } from '${join(root, 'test/support/launch.ts')}';
  const { ended } = launch({ teardown() {} }, 'web', {}, process.env.FOLDER);
  await ended;`;

test("a run fails where a server in a test's own process logs a secret, also of what is too ordinary to be shown", async t => {
  const { status, printed, said } = await listened(t, own(`whsec_${token}`));
  t.is(status, 1);
  t.regex(said, /^a server in the process, .*: a signing secret\n {4}\{.*whsec_.*\}$/m);
  t.notRegex(printed, /whsec_/);
  t.regex(printed, /as always/);
});

test('a run fails if a process prints a secret on either stream, in pieces and without a newline', async t => {
  const says = `
    for (const name of ['stdout', 'stderr']) {
      process[name].write(name + ' says crk_Yb3');
      setTimeout(() => process[name].write('xQ1abc'), 50);
    }`;
  const { status, said } = await listened(t, launched, says);
  t.is(status, 1);
  for (const name of ['stdout', 'stderr'])
    t.regex(said, RegExp(`^web, .*: a key\\n {4}${name} says crk_Yb3xQ1abc$`, 'm'));
});

test('a run without leaked secrets keeps its exit status', async t => {
  t.is((await listened(t, own('harmless') + launched, `console.log('harmless')`)).status, 0);
  t.is(await failOnLeaks(async () => 3), 3);
});
