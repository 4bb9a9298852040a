import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { eventually } from './support/eventually.ts';
import { newFolder } from './support/folder.ts';

// What .ci/run does with its parts, which a script in place of npm plays here.

/** Starts .ci/run in a folder of its own. `parts` are lines of a shell's `case` for what npm is called with. */
async function started(t: ExecutionContext, parts = '') {
  const folder = await newFolder(t);
  await cp(join(import.meta.dirname, '../.ci'), join(folder, '.ci'), { recursive: true });
  await mkdir(join(folder, 'bin'));
  const calls = join(folder, 'calls');
  const npm = `#!/bin/sh\necho "$*" >>"${calls}"\ncase "$*" in\n${parts}\nesac\n`;
  await writeFile(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  const child = spawn(join(folder, '.ci/run'), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, TMPDIR: folder },
  });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = Promise.all([text(child.stdout), once(child, 'close')]).then(([output, [status]]) => ({
    status,
    output,
    lastLine: output.trimEnd().split('\n').at(-1)!,
  }));
  return { child, ended, called: async () => (await readFile(calls, 'utf8')).trimEnd().split('\n') };
}

test('.ci/run runs types, style, tests, judges, chaos and browser, and passes if they do', async t => {
  const { ended, called } = await started(t);
  const { status, lastLine } = await ended;
  t.is(status, 0);
  t.regex(lastLine, /^===== \.ci\/run: passed after \d+ s$/);
  t.deepEqual((await called()).sort(), [
    'ci --no-audit --no-fund',
    'ci --prefix judges --no-audit --no-fund',
    'run browser -- --if-found',
    'run chaos -- --seed 1 --minutes 0.5',
    'run check',
    'run judges',
    'run lint',
    'test',
  ]);
});

for (const [part, call, others] of [
  ['install', 'ci --no-audit --no-fund', 0],
  ['judges-install', 'ci --prefix*', 6],
] as const) {
  test(`if ${part} fails, .ci/run fails without what needs it, and its last line says so`, async t => {
    const { ended, called } = await started(t, `${call.replaceAll(' ', '\\ ')}) echo why; exit 3;;`);
    const { status, output, lastLine } = await ended;
    t.is(status, 1);
    t.regex(lastLine, new RegExp(`^===== \\.ci/run: FAILED after \\d+ s: ${part} \\(status 3\\)$`));
    t.regex(output, new RegExp(`^===== ${part}: FAILED with status 3 after \\d+ s\nwhy$`, 'm'));
    t.is((await called()).length, 1 + others);
  });
}

test('if any other part fails, .ci/run goes on and fails, and its last line names every one', async t => {
  const parts = ['check', 'lint', 'test', 'judges', 'chaos', 'browser'];
  const { ended, called } = await started(t, 'run*|test) exit 2;;');
  const { status, lastLine } = await ended;
  t.is(status, 1);
  const failed = [...lastLine.matchAll(/(\w+) \(status 2\)/g)].map(([, part]) => part!);
  t.deepEqual(failed.sort(), parts.sort());
  t.is((await called()).length, 8);
});

test('a stopped run of .ci/run names the unfinished parts and shows their output', async t => {
  const { child, ended, called } = await started(t, 'test) echo so far; exec sleep 30;;');
  await eventually(
    called,
    calls => calls.includes('test') && calls.includes('run chaos -- --seed 1 --minutes 0.5'),
  );
  child.kill('SIGTERM');
  const { status, output, lastLine } = await ended;
  t.is(status, 1);
  t.regex(lastLine, /: FAILED after \d+ s: (chaos \(stopped by SIGTERM\), )?test \(stopped by SIGTERM\)$/);
  t.regex(output, /^===== test: NOT FINISHED, stopped by SIGTERM\nso far$/m);
});
