import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { toolName } from '../src/http/mcp/tools.ts';
import { catalogue } from '../src/operations/catalogue.ts';
import type { Account } from '../test/support/account.ts';
import { bareEnv } from '../test/support/launch.ts';
import { eras } from '../test/support/tools.ts';
import { world } from '../test/support/world.ts';

// Runs the command line of the MCP Inspector, which the authors of the Model Context Protocol publish.
const w = world(test);

const names = catalogue.map(({ name }) => toolName(name));

const inspector = join(import.meta.dirname, 'node_modules/.bin/mcp-inspector');

/**
 * Runs the inspector's command line with a time limit and without our environment. Returns its exit status and output.
 */
async function inspect(t: ExecutionContext, { baseUrl, key }: Account, ...args: string[]) {
  const home = await mkdtemp(join(tmpdir(), 'corkboard-inspector-'));
  t.teardown(() => rm(home, { recursive: true, force: true }));
  const server = [
    '--cli',
    `${baseUrl}/api/mcp`,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${key}`,
  ];
  const options = { timeout: 60_000, env: { ...bareEnv, HOME: home } };
  return new Promise<{ status: number | null; stdout: string; stderr: string }>(done => {
    const child = execFile(
      inspector,
      [...server, '--format', 'json', ...args],
      options,
      (_, stdout, stderr) => done({ status: child.exitCode, stdout, stderr }),
    );
  });
}

for (const era of eras) {
  test.serial(
    `the inspector's command line lists the tools and finds no fault in their schemas (${era})`,
    async t => {
      const studio = await w.workspace();
      // With --strict, the exit status is 6 if a schema is one that some assistants can't read.
      const { status, stdout } = await inspect(
        t,
        studio,
        '--protocol-era',
        era,
        '--method',
        'tools/list',
        '--strict',
      );
      t.is(status, 0);
      t.deepEqual(
        JSON.parse(stdout).result.tools.map((tool: { name: string }) => tool.name),
        names,
      );
    },
  );

  test.serial(`the inspector's command line calls a tool (${era})`, async t => {
    const studio = await w.workspace();
    const call = [
      '--protocol-era',
      era,
      '--method',
      'tools/call',
      '--tool-name',
      'create_client',
      '--tool-args-json',
    ];
    const made = await inspect(t, studio, ...call, '{"name":"Harbour Bakery"}');
    t.is(made.status, 0, made.stderr);
    t.is(JSON.parse(made.stdout).result.structuredContent.client.name, 'Harbour Bakery');
    const refused = await inspect(t, studio, ...call, '{"name":" "}');
    t.is(refused.status, 5);
    t.true(refused.stdout.includes('name must not be blank'));
  });
}
