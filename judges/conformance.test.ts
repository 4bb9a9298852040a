import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { serve } from '../src/bin/serve.ts';
import { readConfig } from '../src/config.ts';
import { keyProxy } from '../test/support/keyProxy.ts';
import { patient, world } from '../test/support/world.ts';
import { inapplicable } from './inapplicable.ts';

// Runs the protocol's own conformance suite for servers, for both lines of the protocol.
const w = world(test);

const suite = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** Several times the duration of a run, so that a hanging run fails. */
const mostMs = 60_000;

const leastPassed = { '2025-11-25': 30, '2026-07-28': 80 };

for (const revision of ['2025-11-25', '2026-07-28'] as const) {
  test.serial(`passes every check of ${revision} that applies to a server with only tools`, async t => {
    // The suite can't send a key, and sends more requests than one workspace may in a minute.
    const keys: string[] = [];
    for (let i = 0; i < 10; i++) keys.push((await w.workspace()).key);
    let inner = '';
    const proxy = await keyProxy(() => inner, keys);
    t.teardown(() => proxy.close());
    const web = await serve({ ...readConfig({ PUBLIC_URL: proxy.url }), port: 0 }, w.serviceUrl, patient);
    t.teardown(web.stop);
    inner = `http://127.0.0.1:${web.port}`;
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-conformance-'));
    t.teardown(() => rm(folder, { recursive: true }));
    const args = [suite, 'server', '--url', `${proxy.url}/api/mcp`, '--requirements', revision, '-o', folder];
    const run = promisify(execFile)(process.execPath, args, { timeout: mostMs, cwd: folder });
    // It fails if any check fails, so the exit status is ignored and the checks are read instead.
    const { stdout } = await run.catch(error => error);
    t.regex(stdout, /=== SUMMARY ===/);
    const { passed, failed } = await outcomes(folder);
    const excused = inapplicable[revision].flatMap(({ entries }) => entries);
    const covers = (entry: string) => (check: string) =>
      check === entry || (check.startsWith(`${entry}: `) && !check.includes('wire-schema'));
    t.deepEqual(
      failed.filter(check => !excused.some(entry => covers(entry)(check))),
      [],
      'fails what applies',
    );
    t.deepEqual(
      excused.filter(entry => !failed.some(covers(entry))),
      [],
      'excuses what passes',
    );
    // Fewer passed checks would mean that the suite did not reach the server.
    t.true(passed >= leastPassed[revision], `${passed} checks passed`);
  });
}

/** The number of passed checks, and the failed ones, each once, as "scenario: check". */
async function outcomes(folder: string): Promise<{ passed: number; failed: string[] }> {
  const failed = new Set<string>();
  let passed = 0;
  for (const result of await readdir(folder)) {
    const [, scenario] = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(result)!;
    const checks = JSON.parse(await readFile(join(folder, result, 'checks.json'), 'utf8'));
    for (const { id, status } of checks) {
      if (status === 'SUCCESS') passed++;
      if (status === 'FAILURE') failed.add(`${scenario}: ${id}`);
    }
  }
  return { passed, failed: [...failed].sort() };
}
