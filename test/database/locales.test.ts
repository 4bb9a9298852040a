import { randomBytes, randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { addressOf, createDatabase, localesOf } from '../support/postgres.ts';

// Access to a workspace may not depend on the database's locale, so each of these tests runs in every locale of the
// server.

/** Pairs of different addresses that some locale's lower(), a case folding or a reader might take for the same one. */
const lookAlikes = {
  'dotted capital I': ['boss@github.com', 'boss@gİthub.com'],
  'dotless i': ['boss@github.com', 'boss@gıthub.com'],
  'sharp s': ['boss@strasse.com', 'boss@straße.com'],
  'capital sharp s': ['boss@straße.com', 'boss@straẞe.com'],
  'long s': ['boss@sales.com', 'boss@ſales.com'],
  'Kelvin sign': ['boss@kiosk.com', 'boss@\u212Aiosk.com'],
  'full-width letter': ['boss@github.com', 'boss@\uFF47ithub.com'],
  'Cyrillic letter': ['boss@apple.com', 'boss@\u0430pple.com'],
  'case of another alphabet': ['boss@пример.com', 'boss@ПРИМЕР.com'],
  'composed and decomposed accent': ['boss@caf\u00E9.com', 'boss@cafe\u0301.com'],
  'local part': ['\u212Aelvin@studio.com', 'kelvin@studio.com'],
} as const;

const admin = new pg.Client(process.env.CORKBOARD_TEST_SERVER);
const databases: { locale: string; db: pg.Client }[] = [];

test.before(async () => {
  await admin.connect();
  const { CORKBOARD_TEST_TEMPLATE: plain, CORKBOARD_TEST_OTHER_TEMPLATE: other } = process.env;
  for (const [n, locale] of (await localesOf(admin)).entries()) {
    const name = `${plain}_${randomUUID().slice(0, 8)}`;
    const url = addressOf(process.env.CORKBOARD_TEST_SERVER!, name);
    // The run's templates are in the first two locales (support/templates.ts).
    const template = [plain, other][n];
    if (template !== undefined) await admin.query(`create database ${name} template ${template}`);
    else {
      await createDatabase(admin, name, locale);
      await migrate(url);
    }
    const db = new pg.Client(url);
    await db.connect();
    await db.query('select corkboard.adopt_database()');
    databases.push({ locale, db });
  }
});
test.after.always(async () => {
  for (const { db } of databases) await db.end();
  await admin.end();
});

/** Declares a test in every locale, each in a transaction that is rolled back. */
const inEveryLocale = (
  title: string,
  check: (t: ExecutionContext, db: pg.Client, locale: string) => Promise<void>,
) =>
  test.serial(title, async t => {
    for (const { locale, db } of databases) {
      await db.query('begin');
      try {
        await check(t, db, locale);
      } finally {
        await db.query('rollback');
      }
    }
  });

const hash = () => randomBytes(32);

async function workspaceOf(db: pg.Client, owner: string): Promise<string> {
  const { rows } = await db.query('select id from corkboard.create_workspace($1, $2)', ['Studio', owner]);
  return rows[0].id;
}

/** Asks for a code for an address, in a browser of its own, which it returns. */
async function asking(db: pg.Client, email: string): Promise<Buffer> {
  const browser = hash();
  await db.query(`select corkboard.request_sign_in_code($1, $2, '192.0.2.1')`, [email, browser]);
  return browser;
}

/** Sends the code of the newest sign-in of a browser. Returns the address, and the workspaces that the code opens. */
async function enter(db: pg.Client, browser: Buffer, session = hash()) {
  const { rows: asked } = await db.query(
    'select id from corkboard.sign_ins where browser_hash = $1 order by id desc limit 1',
    [browser],
  );
  if (asked.length === 0) return { mailedTo: null, opens: [] };
  const code = hash();
  const { rows: given } = await db.query('select corkboard.set_sign_in_code($1, $2) as email', [
    asked[0].id,
    code,
  ]);
  const { rows: workspaces } = await db.query('select id from corkboard.workspaces');
  const opens: string[] = [];
  for (const { id } of workspaces) {
    await db.query('savepoint entering');
    const { rows } = await db.query(
      'select outcome from corkboard.sign_in_with_code($1, $2, $3, $4, $5, $6)',
      [browser, [asked[0].id], [code], id, session, hash()],
    );
    if (rows[0].outcome === 'signed_in') opens.push(id);
    await db.query('rollback to entering');
  }
  return { mailedTo: given[0].email, opens };
}

for (const [what, pair] of Object.entries(lookAlikes)) {
  for (const [victim, stranger] of [pair, pair.toReversed() as [string, string]]) {
    const title = `${what}: ${JSON.stringify(stranger)} is not ${JSON.stringify(victim)}`;

    inEveryLocale(title, async (t, db, locale) => {
      // The attacker's membership is older: a code for the victim must neither go to the attacker nor open their workspace.
      const theirs = await workspaceOf(db, stranger);
      t.deepEqual(await enter(db, await asking(db, victim)), { mailedTo: null, opens: [] }, locale);
      const mine = await workspaceOf(db, victim);
      for (const [email, opens] of [
        [victim, mine],
        [stranger, theirs],
      ] as const)
        t.deepEqual(await enter(db, await asking(db, email)), { mailedTo: email, opens: [opens] }, locale);

      // A confirmation goes to the session's own address.
      const [browser, session] = [hash(), hash()];
      await db.query(
        `insert into corkboard.sessions (workspace_id, member_id, token_hash, expires_at)
         select m.workspace_id, m.id, $2, clock_timestamp() + interval '1 day'
           from corkboard.members m where m.workspace_id = $1`,
        [mine, session],
      );
      await db.query('select corkboard.request_reauthentication($1, $2, null, $3)', [session, browser, mine]);
      t.deepEqual(await enter(db, browser, session), { mailedTo: victim, opens: [mine] }, locale);

      await db.query('select corkboard.add_member($1, $2)', [mine, stranger]);
      const { rows } = await db.query('select email from corkboard.members where workspace_id = $1', [mine]);
      t.deepEqual(rows.map(({ email }) => email).sort(), [victim, stranger].sort(), locale);
    });
  }
}

inEveryLocale('ASCII letters are the same address in either case', async (t, db, locale) => {
  const id = await workspaceOf(db, 'Iris@Studio.example');
  t.deepEqual(
    await enter(db, await asking(db, 'iris@studio.example')),
    { mailedTo: 'Iris@Studio.example', opens: [id] },
    locale,
  );
  for (const [statement, email, message] of [
    ['select corkboard.add_member($1, $2)', 'iRIS@sTUDIO.EXAMPLE', /is a member already/],
    [
      'insert into corkboard.members (workspace_id, email) values ($1, $2)',
      'iris@studio.example',
      /members_email/,
    ],
  ] as const) {
    await db.query('savepoint adding');
    await t.throwsAsync(db.query(statement, [id, email]), { message });
    await db.query('rollback to adding');
  }
});

test.serial('a code doesn’t open workspaces that its address joined after it was mailed', async t => {
  const { db } = databases[0]!;
  const id = await workspaceOf(db, 'old@studio.example');
  const browser = await asking(db, 'old@studio.example');
  const { rows } = await db.query('select id from corkboard.sign_ins where browser_hash = $1', [browser]);
  const code = hash();
  await db.query('select corkboard.set_sign_in_code($1, $2)', [rows[0].id, code]);
  await db.query(`update corkboard.members set email = 'new@studio.example' where workspace_id = $1`, [id]);
  const { rows: entered } = await db.query(
    'select outcome from corkboard.sign_in_with_code($1, $2, $3, null, null, $4)',
    [browser, [rows[0].id], [code], hash()],
  );
  t.is(entered[0].outcome, 'wrong');
});
