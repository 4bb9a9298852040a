import test from 'ava';
import { LimitedProcess } from '../../src/concurrency/limited/limitedProcess.ts';
import { LimitExceeded } from '../../src/errors/serviceError.ts';
import { eventually } from '../support/eventually.ts';
import type { Asked } from './limited/child.ts';

const limits = { ms: 20_000, megabytes: 400, keptMegabytes: 400, idleMs: 60_000 };
const started = (given: Partial<typeof limits> = {}) =>
  new LimitedProcess<Asked, unknown>(new URL('./limited/child.ts', import.meta.url), { ...limits, ...given });

test('a process answers, fails in words, sees no secret, and is killed when it takes too much memory', async t => {
  process.env.SECRET_OF_THE_PARENT = 'secret';
  const limited = started();
  const [names] = (await Promise.all([limited.run('env'), limited.run('env')])) as string[][];
  for (const name of names!)
    t.regex(name, /^(HOME|LD_|MALLOC_ARENA_MAX|NODE_C|NODE_V|PATH|TMPDIR|XDG_|__CF)/);
  const { pid } = limited;
  await t.throwsAsync(limited.run('fail'), { message: 'It is none.' });
  t.is(limited.pid, pid, 'it stays for the next input');
  await t.throwsAsync(limited.run('fill'), {
    instanceOf: LimitExceeded,
    message: 'It took more memory than 400 MB.',
  });
  t.is(limited.pid, undefined);
});

test('a process that takes too long is killed, also while it does nothing else', async t => {
  const limited = started({ ms: 600 });
  const asked = limited.run('hang');
  await Promise.resolve();
  const pid = limited.pid!;
  await t.throwsAsync(asked, { instanceOf: LimitExceeded, message: 'It took longer than 0.6 s.' });
  await eventually(
    () => isAlive(pid),
    alive => !alive,
  );
  t.pass();
});

test('a process that is killed is replaced, and one that always dies is an error', async t => {
  const limited = started({ keptMegabytes: 1 });
  await limited.run('env');
  t.is(limited.pid, undefined, 'one that has grown is not kept');
  const asked = limited.run('env');
  await Promise.resolve();
  process.kill(limited.pid!, 'SIGKILL');
  t.truthy(await asked);
  await t.throwsAsync(limited.run('die'), { message: 'The process ended (SIGKILL).' });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
