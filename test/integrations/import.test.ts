import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import type { Account } from '../support/account.ts';
import { intercept } from '../support/interceptor.ts';
import { recipeFolder, runRecipe } from '../support/recipes.ts';
import { world } from '../support/world.ts';

// The import that docs/integrators.md shows, run as the page shows it.
const w = world(test);

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `crm-${n}`,
    // Names repeat, as they do in any real list: only the id tells the rows apart.
    name: `Client ${n % 100}`,
    company: `Firm ${n}, Zoë & Söhne`,
    email: `client-${n}@firm.example`,
    notes: `Row ${n}`,
  }));

const clientsOf = (studio: Account) =>
  w.sql(
    'select id, name, company, email, notes from corkboard.clients where workspace_id = $1 order by id',
    studio.id,
  );

const journalOf = async (folder: string) =>
  (await readFile(join(folder, 'imported.jsonl'), 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));

/** The numbers of the requests during which the program is killed. They differ in each run of the tests. */
const randomPoints = (count: number, upTo: number) =>
  new Set(Array.from({ length: count }, () => 1 + Math.floor(Math.random() * upTo)));

test('an import of 250 clients that is killed at random points creates each client once', async t => {
  t.timeout(120_000);
  const studio = await w.workspace({ plan: 'pro' });
  const folder = await recipeFolder(t);
  const rows = rowsOf(250);
  await writeFile(join(folder, 'clients.json'), JSON.stringify(rows));

  const points = randomPoints(6, 250);
  t.log(`killed at requests ${[...points].join(', ')}`);
  let run: ReturnType<typeof runRecipe>;
  let [limited, disconnected] = [0, 0];
  const baseUrl = await intercept(t, w.baseUrl, async ({ number }, forward) => {
    const kind = points.has(number) ? (['before', 'after', 'answered'] as const)[number % 3] : null;
    if (kind === 'before') run.child.kill('SIGKILL');
    // The program is dead, and its request was still sent: it was on its way.
    const answer = await forward();
    if (kind === 'after') run.child.kill('SIGKILL');
    if (kind === 'answered') setImmediate(() => run.child.kill('SIGKILL'));
    if (number % 75 === 0) {
      disconnected++;
      return 'disconnect';
    }
    if (answer.status !== 429) return answer;
    limited++;
    t.true(Number(answer.headers.get('Retry-After')) >= 1);
    // The next minute begins.
    await w.db.query('delete from corkboard.rate_windows where workspace_id = $1', [studio.id]);
    return new Response(answer.body, { status: 429, headers: { 'Retry-After': '0' } });
  });

  const statuses: (number | string)[] = [];
  for (let n = 0; n <= points.size && statuses.at(-1) !== 0; n++) {
    run = runRecipe(t, folder, 'import.mjs', { baseUrl, key: studio.key });
    const { status, errors } = await run.ended;
    t.true(status === 0 || status === 'SIGKILL', errors);
    statuses.push(status);
    // A stop can leave the last line incomplete.
    if (status !== 0 && statuses.length % 2 === 0) await cutLastLine(join(folder, 'imported.jsonl'));
  }
  t.is(statuses.at(-1), 0);
  t.true(statuses.length > 2 && limited > 0 && disconnected >= 3);

  const clients = await clientsOf(studio);
  const idOf = new Map((await journalOf(folder)).map(({ id, clientId }) => [id, clientId]));
  const expected = rows.map(({ id, ...row }) => ({ id: idOf.get(id), ...row }));
  t.is(clients.length, 250);
  t.deepEqual(
    new Map(clients.map(client => [client.id, client])),
    new Map(expected.map(client => [client.id, client])),
  );
});

async function cutLastLine(path: string): Promise<void> {
  const { length } = await readFile(path);
  await truncate(path, Math.max(0, length - 7));
}

test('an import stops at a limit of the plan and continues when the plan is changed', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const folder = await recipeFolder(t);
  await writeFile(join(folder, 'clients.json'), JSON.stringify(rowsOf(10)));
  const run = () => runRecipe(t, folder, 'import.mjs', studio).ended;
  for (let n = 0; n < 2; n++) {
    const { status, errors } = await run();
    t.is(status, 1);
    t.regex(errors, /The free plan allows 3 clients/);
    t.is((await clientsOf(studio)).length, 3);
  }
  await w.db.query(`update corkboard.workspaces set plan = 'pro' where id = $1`, [studio.id]);
  t.deepEqual(await run(), { status: 0, errors: '' });
  t.is((await clientsOf(studio)).length, 10);
});

test('an import names the rows that are rejected, imports the others, and imports those rows when they are corrected', async t => {
  const studio = await w.workspace();
  const folder = await recipeFolder(t);
  const rows = rowsOf(5);
  const write = (changed: object) =>
    writeFile(join(folder, 'clients.json'), JSON.stringify(rows.with(2, { ...rows[2]!, ...changed })));
  await write({ email: 'none' });
  const { status, errors } = await runRecipe(t, folder, 'import.mjs', studio).ended;
  t.is(status, 1);
  t.regex(errors, /^crm-2: email .*\n$/);
  t.is((await clientsOf(studio)).length, 4);
  await write({});
  t.deepEqual(await runRecipe(t, folder, 'import.mjs', studio).ended, { status: 0, errors: '' });
  t.deepEqual(
    (await clientsOf(studio)).map(({ email }) => email).sort(),
    rows.map(({ email }) => email).sort(),
  );
});
