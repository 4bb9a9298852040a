import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { faults } from '../drill/faults.ts';
import { alertNames, shortenedRules } from '../drill/rules.ts';
import { newFolder } from './support/folder.ts';
import { missing } from './support/missing.ts';

// `npm run drill` itself takes minutes; this tests what it consists of.

const run = join(import.meta.dirname, '../drill/run.ts');

async function drill(t: { teardown(end: () => void): void }, ...args: string[]) {
  const child = spawn(process.execPath, [run, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => child.kill());
  const [output, , [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status, output };
}

test('every alert has a fault that fires it, and only one', t => {
  const drilled = faults.flatMap(({ alerts }) => alerts);
  t.deepEqual(drilled.sort(), alertNames().sort());
});

test('the drill ends with status 2 on wrong usage and with 0 on --help, which names the faults', async t => {
  t.is((await drill(t, 'no-such-fault')).status, 2);
  const { status, output } = await drill(t, '--help');
  t.is(status, 0);
  for (const { name } of faults) t.true(output.includes(name), name);
});

test('the rules of a drill wait for seconds, and compare what the shipped rules compare', t => {
  const rules = shortenedRules().replace(/\s+/g, ' ');
  t.notRegex(rules, /\[\d+[mh]\]|for: \d+m/);
  t.true(rules.includes('corkboard_queue_age_seconds) > 10'));
  t.true(rules.includes('min(corkboard_worker_progress_age_seconds) > 35'));
  t.true(rules.includes('/ sum(rate(corkboard_requests_total[10s])) > 0.01'));
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) missing('promtool (apt-get install prometheus)');

(hasPromtool ? test : test.skip)('promtool accepts the rules of a drill', async t => {
  const file = join(await newFolder(t), 'alerts.yml');
  await writeFile(file, shortenedRules());
  t.is(spawnSync('promtool', ['check', 'rules', file]).status, 0);
});
