import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { StartError } from '../../src/errors/startError.ts';
import { prepareWorker } from '../../src/jobs/work.ts';
import { sign } from '../../src/webhooks/signature.ts';
import type { Account } from '../support/account.ts';
import { operator } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { hooks, workerConfig } from '../support/hooks.ts';
import { type Received, type Subscriber, subscriber } from '../support/subscriber.ts';
import { world } from '../support/world.ts';

// Signing secrets of an installation with a SECRETS_KEY. Each test removes its endpoints, because the database
// rejects unencrypted secrets if any secret is encrypted.

const key = () => randomBytes(32).toString('base64');
const [first, second, third] = [key(), key(), key()];
const w = world(test);
/** The worker of this process knows two keys. */
const h = hooks(test, w, () => ({ SECRETS_KEY: `${first},${second}` }));
const command = (SECRETS_KEY: string) => operator(w, { WEBHOOK_ALLOW_PRIVATE: 'true', SECRETS_KEY });

const { sql } = w;

/** An endpoint with its secret, as its owner sees it. */
interface Hook extends Subscriber {
  id: string;
  secret: string;
}

async function add(t: ExecutionContext, studio: Account, key: string): Promise<Hook> {
  const hook = await subscriber();
  const { endpoint, secret } = await command(key)(
    ...['endpoint', 'add', '--workspace', studio.id, '--url', hook.url, '--events', 'client.created'],
  );
  t.teardown(async () => {
    await sql('select corkboard.remove_endpoint($1, $2)', studio.id, endpoint.id);
    await hook.close();
  });
  return Object.assign(hook, { id: endpoint.id, secret });
}

const rotate = async (hook: Hook, key: string): Promise<string> =>
  (await command(key)('endpoint', 'rotate', hook.id)).secret;

const signedBy = ({ headers, text }: Received, ...secrets: string[]) =>
  headers['x-service-signatures'] ===
  secrets.map(secret => sign(secret, Number(headers['x-service-timestamp']), text)).join(',');

/** Counts the rows that contain a text in all tables, including the queue's: a dump would contain it, too. */
async function rowsWith(text: string): Promise<number> {
  const tables = await sql(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('corkboard', 'graphile_worker') and table_type = 'BASE TABLE'`,
  );
  const texts = tables.map(({ name }) => `select t::text from ${name} t`).join(' union all ');
  const query = `select count(*)::int as rows from (${texts}) r (text) where strpos(text, $1) > 0`;
  return (await sql(query, text))[0].rows;
}

const stored = async (...hooks: Hook[]): Promise<string[]> =>
  (
    await sql(
      `select s from corkboard.webhook_endpoints e, unnest(corkboard.live_secrets(row(e.*)::corkboard.webhook_endpoints)) s where e.id = any ($1)`,
      hooks.map(({ id }) => id),
    )
  ).map(({ s }) => s);

test.serial('the command shows a new secret once, and a dump contains none', async t => {
  const studio = await w.workspace();
  const hook = await add(t, studio, first);
  t.regex(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  await studio.client();
  const [before] = await hook.gets(1);
  t.true(signedBy(before!, hook.secret));
  const newer = await rotate(hook, first);
  await studio.client();
  const [, after] = await hook.gets(2);
  t.true(signedBy(after!, newer, hook.secret));
  t.is((await command(first)('endpoint', 'test', hook.id)).outcome, 'succeeded');
  t.true(signedBy((await hook.gets(3))[2]!, newer, hook.secret));
  await h.settled(hook.id, ({ status }) => status === 'succeeded', 2);
  for (const secret of [hook.secret, newer]) t.is(await rowsWith(secret), 0);
  t.is(await rowsWith('encrypted-v1:'), 1);
});

test.serial('with encryption no secret is stored unencrypted', async t => {
  const studio = await w.workspace();
  const hook = await add(t, studio, first);
  const refusal = { message: /^Signing secrets are encrypted here.* SECRETS_KEY set\.$/ };
  await t.throwsAsync(
    sql(`select corkboard.add_endpoint($1, 'https://a.example', 'json', '{client.created}')`, studio.id),
    refusal,
  );
  await t.throwsAsync(sql('select corkboard.rotate_secret($1, $2)', studio.id, hook.id), refusal);
  t.regex(await operator(w).refused('endpoint', 'rotate', hook.id), /SECRETS_KEY set/);
  // An endpoint without a secret has nothing to encrypt.
  const [{ id }] = await sql(
    `select (endpoint).id from corkboard.add_endpoint($1, 'https://a.example', 'slack', '{client.created}')`,
    studio.id,
  );
  await sql('select corkboard.remove_endpoint($1, $2)', studio.id, id);
});

test.serial('secrets are encrypted, re-encrypted and decrypted while webhooks are sent', async t => {
  const studio = await w.workspace();
  const plain = await Promise.all([0, 1, 2].map(() => add(t, studio, '')));
  const newer = await rotate(plain[0]!, '');
  t.deepEqual((await stored(...plain)).sort(), [...plain.map(({ secret }) => secret), newer].sort());
  let going = true;
  let created = 0;
  const load = (async () => {
    // The plan limits how fast a key may write.
    for (; going && created < 20; created++) await studio.client();
  })();
  const listed: object[] = [];
  const steps: [string, string][] = [
    ['rotate', first],
    ['rotate', `${second},${first}`],
    ['decrypt', `${first},${second}`],
  ];
  for (const [verb, key] of steps) {
    const { keys } = await command(key)('secrets', verb);
    listed.push(keys);
    const ids = new Set((await stored(...plain)).map(text => /^encrypted-v1:(\w+):/.exec(text)?.[1] ?? null));
    t.deepEqual(keys, [{ key: [...ids][0], secrets: 4 }]);
    t.is(await rowsWith(newer), verb === 'decrypt' ? 1 : 0);
  }
  t.is(new Set(listed.map(keys => JSON.stringify(keys))).size, 3);
  going = false;
  await load;
  for (const hook of plain) {
    const live = hook === plain[0] ? [newer, hook.secret] : [hook.secret];
    for (const request of await hook.gets(created)) t.true(signedBy(request, ...live));
  }
  t.deepEqual((await stored(...plain)).sort(), [...plain.map(({ secret }) => secret), newer].sort());
});

test.serial('a secret that is rotated during re-encryption is not overwritten', async t => {
  const studio = await w.workspace();
  const hook = await add(t, studio, '');
  const [read] = await sql('select * from corkboard.secrets_to_reencrypt($1)', 'some key');
  const newer = await rotate(hook, '');
  const late = { ...read, newSecret: 'too late', newPreviousSecret: null };
  await sql('select corkboard.replace_secrets($1)', JSON.stringify([late]));
  t.deepEqual(await stored(hook), [newer, hook.secret]);
});

test.serial('a stored response with an expired secret is deleted', async t => {
  const studio = await w.workspace();
  const hook = await add(t, studio, '');
  await rotate(hook, '');
  await sql(
    'update corkboard.webhook_endpoints set previous_secret_expires_at = now() where id = $1',
    hook.id,
  );
  await command(first)('secrets', 'rotate');
  t.is(await rowsWith(hook.secret), 0);
});

test.serial('a worker without a needed key doesn’t start, and the command names the key too', async t => {
  const hook = await add(t, await w.workspace(), third);
  const [, id] = (await stored(hook))[0]!.split(':');
  const message = `SECRETS_KEY must also name the key ${id}, because signing secrets are encrypted with it.`;
  for (const SECRETS_KEY of ['', first]) {
    const worker = prepareWorker(workerConfig({ SECRETS_KEY }), w.serviceUrl);
    await t.throwsAsync(worker.start(), { instanceOf: StartError, message });
    await worker.stop();
  }
  t.is(await command(first).refused('endpoint', 'test', hook.id), message);
  t.is(await command(first).refused('secrets', 'rotate'), message);
});

test.serial('without a key deliveries wait, without failed attempts, until there is one', async t => {
  const studio = await w.workspace();
  // Another process already has the new key and added this endpoint; this worker doesn't have the key yet.
  const hook = await add(t, studio, third);
  await studio.client();
  await eventually(async () => (await h.throttled(hook.id)).length === 1);
  const [waiting] = await h.deliveries(hook.id);
  t.like(waiting, { status: 'pending', attempts_made: 0 });
  t.is((await h.endpoint(hook.id)).failures_in_row, 0);
  t.deepEqual(await h.attempts(waiting.id), []);
  t.deepEqual(hook.received, []);

  await command(`${first},${third}`)('secrets', 'rotate');
  await sql(`update corkboard.webhook_claims set claimed_until = now()`);
  const [request] = await hook.gets(1);
  t.true(signedBy(request!, hook.secret));
});

test.serial('after an encryption key is lost, two rotations give an endpoint a readable secret', async t => {
  const studio = await w.workspace();
  const hook = await add(t, studio, third);
  const newer = await rotate(hook, first);
  const newest = await rotate(hook, first);
  await studio.client();
  const [request] = await hook.gets(1);
  t.true(signedBy(request!, newest, newer));
});
