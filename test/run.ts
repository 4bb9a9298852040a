import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../src/database/migrate.ts';
import { removeGroups, writeGroups } from './groups.ts';
import { measuresCoverage, sqlCoverage } from './support/coverage.ts';
import { failOnLeaks } from './support/leakScanner.ts';
import { createDatabase, localesOf, testServer } from './support/postgres.ts';
import { closeRole, openRole } from './support/role.ts';

// npm test: brings up a PostgreSQL, migrates two templates in it, and runs ava, whose files clone them: most files one
// in the locale C, those in test/locale one in another locale. It fails if a test does, and if a log contains what no
// log may contain (support/leaks.ts). Arguments go to ava: npm test -- test/money/totals.test.ts. Without any, files of
// quick tests share threads (groups.ts).

/** The cache of compiled modules, because hundreds of processes load the same modules. */
const compiled = join(import.meta.dirname, '../node_modules/.cache/compiled');

const server = await testServer();
try {
  process.exitCode = await runOn(server.url);
} finally {
  await server.stop();
}

/** Runs ava on the server and returns its exit status. Drops the databases that it created. */
async function runOn(url: string): Promise<number> {
  const template = `corkboard_test_${process.pid}`;
  const admin = new pg.Client(url);
  await admin.connect();
  try {
    await openRole(admin);
    const [plain, other = plain] = await localesOf(admin);
    console.log(`test/locale runs in the locale: ${other}.`);
    const otherTemplate = `${template}_locale`;
    await makeTemplate(admin, url, template, plain!);
    await makeTemplate(admin, url, otherTemplate, other!);
    const env = {
      ...process.env,
      CORKBOARD_TEST_SERVER: url,
      CORKBOARD_TEST_TEMPLATE: template,
      CORKBOARD_TEST_OTHER_TEMPLATE: otherTemplate,
      // V8 counts the calls of functions from the cache less exactly.
      ...(!measuresCoverage && { NODE_COMPILE_CACHE: compiled }),
    };
    const args = process.argv.slice(2);
    const files = args.length === 0 ? await writeGroups() : args;
    return await failOnLeaks(leakEnv => runAva(files, { ...env, ...leakEnv }));
  } finally {
    if (process.argv.length === 2) await removeGroups();
    const { rows } = await admin.query(`select datname from pg_database where starts_with(datname, $1)`, [
      template,
    ]);
    if (measuresCoverage) console.log(await sqlCoverage(rows.map(({ datname }) => addressOf(url, datname))));
    for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`);
    await closeRole(admin);
    await admin.end();
  }
}

async function makeTemplate(admin: pg.Client, server: string, name: string, locale: string): Promise<void> {
  await createDatabase(admin, name, locale);
  await migrate(addressOf(server, name));
}

function addressOf(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}

async function runAva(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  // Node writes down what a process covered when it exits, which threads that ava ends don't do.
  const options = measuresCoverage ? ['--no-worker-threads'] : [];
  const ava = spawn('ava', [...options, ...args], { stdio: 'inherit', env });
  // Ctrl-C reaches ava as well; what it leaves is cleared up here.
  process.on('SIGINT', () => {}).on('SIGTERM', () => ava.kill());
  const [code] = await once(ava, 'exit');
  return code ?? 1;
}
