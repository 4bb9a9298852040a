import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { Keyring } from '../../src/webhooks/keyring.ts';
import { fieldOf, shows } from '../support/browser.ts';
import { people } from '../support/console.ts';
import { subscriber } from '../support/subscriber.ts';
import { patient, world } from '../support/world.ts';

// Forms of endpoints that wait for other servers, for longer than a request may wait for the database, or encrypt secrets.

const w = world(test, { waits: { ...patient, waitMs: 3_000 }, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });

/** A name that takes 4 s to resolve, as with a slow name server. Other names are resolved as usual. */
const slowName = 'slow.example.com';
const { lookup } = dns;
test.before(() => {
  const slowly = (name: string, ...rest: any[]) => {
    if (name !== slowName) return (lookup as any)(name, ...rest);
    const done = rest.at(-1);
    setTimeout(() => done(null, [{ address: '127.0.0.1', family: 4 }]), 4_000);
  };
  Object.assign(dns, { lookup: slowly });
  syncBuiltinESMExports();
});

const sealingKey = randomBytes(32);
const sealed = people(test, w, {
  WEBHOOK_ALLOW_PRIVATE: 'true',
  SECRETS_KEY: sealingKey.toString('base64'),
});

test.serial('a test of a receiver that answers 200 after 4 s says that it arrived', async t => {
  const studio = await w.workspace();
  const receiver = await subscriber(async (_, res) => {
    await pause(4_000);
    res.writeHead(200).end();
  });
  t.teardown(receiver.close);
  const [{ id }] = await w.sql(
    `select (a.endpoint).id from corkboard.add_endpoint($1, $2, 'json', '{client.created}') a`,
    studio.id,
    receiver.url,
  );
  const browser = await w.owner(studio.id);
  const tested = await browser.press(await browser.get(`/settings/webhooks/${id}?new=test`), 'Send test');
  t.is(tested.status, 200);
  shows(t, tested, 'Delivered: answered 200');
});

/** The secrets of a workspace's endpoints, as they are stored. */
const secrets = async (workspaceId: string) =>
  w.sql('select id, secret from corkboard.webhook_endpoints where workspace_id = $1', workspaceId);

test.serial('an endpoint whose name takes 4 s to resolve is added, and its secret is shown', async t => {
  const studio = await w.workspace();
  const browser = await w.owner(studio.id);
  const add = (url: string) =>
    browser.post('/settings/webhooks/add', { url, format: 'json', events: 'client.created' });
  const added = await add(`http://${slowName}/hook`);
  t.is(added.status, 200);
  const [{ secret }] = await secrets(studio.id);
  t.is(fieldOf(added, 'Signing secret'), secret);
  // A rejection after a slow look-up is shown on the page, too.
  await w.sql(`insert into corkboard.plans (name, webhooks) values ('silent', false)`);
  await w.sql(`update corkboard.workspaces set plan = 'silent' where id = $1`, studio.id);
  const refused = await add(`http://${slowName}/other`);
  t.is(refused.status, 422);
  t.is(fieldOf(refused, 'URL'), `http://${slowName}/other`);
});

// The last one: once a secret is encrypted, the database stores no others.
test.serial('with encryption, a resent form shows the secret, and no table contains it', async t => {
  const studio = await w.workspace();
  const owner = await sealed.owner(studio.id);
  const page = await owner.get('/settings/webhooks');
  const add = () =>
    owner.press(page, 'Add endpoint', { url: 'http://127.0.0.1:9/x', events: 'client.created' });
  const shown = fieldOf(await add(), 'Signing secret');
  t.regex(shown, /^whsec_[\w+/]{43}=$/);
  t.is(fieldOf(await add(), 'Signing secret'), shown);
  const [{ id, secret }] = await secrets(studio.id);
  t.regex(secret, /^encrypted-v1:/);
  t.is(new Keyring([sealingKey]).decrypt(secret, id), shown);
});
