import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { citusServer } from '../support/citus.ts';
import { failOnLeaks } from '../support/leakScanner.ts';
import { closeRole, openRole } from '../support/role.ts';

// npm run test:citus: runs tests on a database with the Citus extension, which they share, each in workspaces of its own.
// That is the database of TEST_CITUS_URL, the coordinator of a cluster that has nothing else in it, or one in a container
// if a Docker engine answers. Otherwise the run tests nothing, and succeeds. Arguments go to ava; without
// any, the files that pass on Citus run (docs/citus.md), except for tests of what holds on one server alone.

const passing = [
  'test/citus/*.test.ts',
  'test/operations/{draftInvoice,input,listClients,reads,writes}.test.ts',
  'test/actions/{begin,catalogue,estimates,invoices,moves,refusals,text,timer,typedName}.test.ts',
  'test/admission/{everyOperation,idempotency,impossibleKeys,late,order,private,races,tenants,words}.test.ts',
  'test/classification/{answers,late,processes,replays}.test.ts',
  'test/http/mcp/{protocol,refusals,tools}.test.ts',
  'test/console/{clients,hours,inquiries,invoices,pages,projects,reports,scope,share,suspended,time,timer,webhooks}.test.ts',
  'test/operator/{answers,endpoint,eraseClient,key,usage}.test.ts',
  'test/tasks/{housekeeping,importClients,overdue,removeWorkspaces}.test.ts',
  'test/webhooks/{bulk,claims,delivery,endpoints,reads,retries,stopped,throttling}.test.ts',
];
/**
 * Leaves out the tests that a page or an action takes one statement, two of what those have seen, one that counts the jobs of
 * all workspaces, one that needs an unmigrated database, one in which a connection has a lock_timeout of its own, one of a
 * batch of several workspaces, and one that counts blocks: it would see only those of the coordinator's catalogs, about ten for
 * each table, and none of the nodes' blocks.
 */
const exceptOfOneServer = [
  '*one statement*',
  'pages show every text that people write',
  'forms that people who may send them fill in*',
  '*emails no one*',
  '*unnamed database*',
  '*locks a row of a batch*',
  'other workspaces’ deliveries are claimed meanwhile',
  'pruning reads only what it deletes',
].flatMap(title => ['--match', `!${title}`]);

async function runOn(url: string): Promise<number> {
  const admin = new pg.Client(url);
  await admin.connect();
  try {
    await admin.query('create extension if not exists citus');
    const { rows } = await admin.query('select citus_version() as citus');
    console.log(`Testing on ${rows[0].citus}.`);
    await openRole(admin);
    await migrate(url, { adopt: true });
    const args = process.argv.length > 2 ? process.argv.slice(2) : [...passing, ...exceptOfOneServer];
    return await failOnLeaks(async leakEnv => {
      const env = { ...process.env, ...leakEnv, CORKBOARD_CHECK_ROWS: 'true', CORKBOARD_TEST_CITUS: url };
      const ava = spawn('ava', ['--config', 'citus.config.js', ...args], { stdio: 'inherit', env });
      const [code] = await once(ava, 'exit');
      return code ?? 1;
    });
  } finally {
    await closeRole(admin);
    await admin.end();
  }
}

const server = await citusServer();
if (server !== null) {
  try {
    process.exitCode = await runOn(server.url);
  } finally {
    await server.stop();
  }
}
