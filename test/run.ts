import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { queryAt, withClient } from '../harness/database.ts';
import { removeGroups, writeGroups } from './groups.ts';
import { measuresCoverage, sqlCoverage } from './support/coverage.ts';
import { roomyFolder } from './support/embedded.ts';
import { failuresIn } from './support/failures.ts';
import { reaches } from './support/imports.ts';
import { failOnLeaks } from './support/leakScanner.ts';
import { addressOf, type TestServer, testServer } from './support/postgres.ts';
import { closeRole } from './support/role.ts';
import { makeTemplates, type Templates } from './support/templates.ts';

// npm test: brings up a PostgreSQL with two migrated templates, and runs ava, whose files clone them: most files one in the
// locale C, those in test/locale one in another locale. It fails if a test does, and if a log contains what no log may
// contain (support/leaks.ts). Arguments go to ava: npm test -- test/money/totals.test.ts. Without any, and if many are named, files of quick
// tests share threads (groups.ts). Files that use no database run without a server.

/** The cache of compiled modules, because hundreds of processes load the same modules. */
const compiled = join(import.meta.dirname, '../node_modules/.cache/compiled');

const args = process.argv
  .slice(2)
  .flatMap(arg => (arg.endsWith('.test.ts') && arg.includes('*') ? globSync(arg).sort() : [arg]));
const named = args.filter(arg => arg.endsWith('.test.ts'));
/** Without options for ava, more files than run at once share threads, as all files do. */
const areGrouped = args.length === 0 || (named.length > 2 && named.length === args.length);
// Tests copy the service and data folders, which are thousands of files.
process.env.TMPDIR = await roomyFolder();
const usesServer = named.length === 0 || named.some(file => reaches(file, 'test/support/postgres.ts'));
process.exitCode = usesServer ? await runOnServer() : await runAva(args);

async function runOnServer(): Promise<number> {
  const server = await testServer();
  try {
    return server.templates ? await runOn(server, server.templates) : await runWithOwnTemplates(server);
  } finally {
    await server.stop();
  }
}

/** Runs ava on a server that may be kept: makes templates with names of their own, and drops them and their clones. */
async function runWithOwnTemplates(server: TestServer): Promise<number> {
  const name = `corkboard_test_${process.pid}`;
  try {
    return await runOn(server, await makeTemplates(server.url, name));
  } finally {
    for (const database of await databasesOf(server.url, name))
      await queryAt(server.url, `drop database ${database} with (force)`);
    await withClient(server.url, closeRole);
  }
}

/** Runs ava on the server and returns its exit status. */
async function runOn({ url }: TestServer, { plain, other }: Templates): Promise<number> {
  try {
    const [{ locale }] = await queryAt(
      url,
      // The column for locales of ICU has another name before PostgreSQL 17.
      `select coalesce(to_json(d) ->> 'datlocale', to_json(d) ->> 'daticulocale', d.datcollate) as locale
         from pg_database d where d.datname = $1`,
      other,
    );
    console.log(`test/locale runs in the locale ${locale}.`);
    const files = areGrouped ? await writeGroups(named) : args;
    return await runAva(files, {
      CORKBOARD_TEST_SERVER: url,
      CORKBOARD_TEST_TEMPLATE: plain,
      CORKBOARD_TEST_OTHER_TEMPLATE: other,
    });
  } finally {
    if (areGrouped) await removeGroups();
    if (measuresCoverage) {
      const databases = await databasesOf(url, plain);
      console.log(await sqlCoverage(databases.map(database => addressOf(url, database))));
    }
  }
}

/** The templates with this name, and their clones. */
async function databasesOf(server: string, name: string): Promise<string[]> {
  const text = 'select datname from pg_database where starts_with(datname, $1)';
  return (await queryAt(server, text, name)).map(({ datname }) => datname);
}

/** Runs ava, and fails also if a log contains what no log may contain. The last lines of a failed run say what failed. */
function runAva(args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return failOnLeaks(async leakEnv => {
    // Node writes down what a process covered when it exits, which threads that ava ends don't do.
    const options = measuresCoverage ? ['--no-worker-threads'] : [];
    const ava = spawn('ava', [...options, ...args], {
      stdio: ['inherit', 'pipe', 'inherit'],
      env: {
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
        ...process.env,
        ...env,
        ...leakEnv,
        // Each row is checked against the schema of its query (src/database/queries.ts).
        CORKBOARD_CHECK_ROWS: 'true',
        // V8 counts the calls of functions from the cache less exactly.
        ...(!measuresCoverage && { NODE_COMPILE_CACHE: compiled }),
      },
    });
    // Ctrl-C reaches ava as well; what it leaves is cleared up here.
    process.on('SIGINT', () => {}).on('SIGTERM', () => ava.kill());
    let output = '';
    ava.stdout.setEncoding('utf8').on('data', piece => {
      process.stdout.write(piece);
      output += piece;
    });
    const [code] = await once(ava, 'close');
    if (code !== 0) console.log(failuresIn(output));
    return code ?? 1;
  });
}
