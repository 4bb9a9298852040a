import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

const root = join(import.meta.dirname, '../..');

for (const [name, ready] of [
  ['web', /web is serving/],
  ['worker', /worker is working/],
] as const) {
  test(`as its script runs it, in a shell, SIGTERM reaches ${name} itself, and it ends with 0`, async t => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
    const child = spawn('sh', ['-c', scripts[name]], {
      cwd: root,
      env: { PATH, DATABASE_URL: w.databaseUrl, PORT: '0' },
    });
    t.teardown(() => child.kill('SIGKILL'));
    for await (const line of child.stdout) if (ready.test(String(line))) break;
    child.kill('SIGTERM');
    t.deepEqual(await once(child, 'exit'), [0, null]);
  });
}
