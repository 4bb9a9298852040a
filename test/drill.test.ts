import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { faults } from '../drill/faults.ts';
import { alertNames, shortenedRules } from '../drill/rules.ts';
import { newFolder } from './support/folder.ts';
import { launchCommand } from './support/launch.ts';
import { testWith } from './support/toolchain.ts';

// `npm run drill` itself takes minutes; this tests what it consists of.

test('every alert has a fault that fires it, and only one', t => {
  const drilled = faults.flatMap(({ alerts }) => alerts);
  t.deepEqual(drilled.sort(), alertNames().sort());
});

test('the drill ends with status 2 on wrong usage, and names the faults', async t => {
  const run = join(import.meta.dirname, '../drill/run.ts');
  const { ended, output } = launchCommand(t, 'drill', {}, [process.execPath, run, 'no-such-fault']);
  t.is(await ended, 2);
  for (const { name } of faults) t.true(output().includes(name), name);
});

test('the rules of a drill wait for seconds, and compare what the shipped rules compare', t => {
  const rules = shortenedRules().replace(/\s+/g, ' ');
  t.notRegex(rules, /\[\d+[mh]\]|for: \d+m/);
  t.true(rules.includes('corkboard_queue_age_seconds) > 10'));
  t.true(rules.includes('min(corkboard_worker_progress_age_seconds) > 35'));
  t.true(rules.includes('/ sum(rate(corkboard_requests_total[10s])) > 0.01'));
});

const withPromtool = testWith('promtool (apt-get install prometheus)', ['promtool', '--version']);

withPromtool('promtool accepts the rules of a drill', async t => {
  const file = join(await newFolder(t), 'alerts.yml');
  await writeFile(file, shortenedRules());
  t.is(spawnSync('promtool', ['check', 'rules', file]).status, 0);
});
