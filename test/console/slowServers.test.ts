import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { Browser } from '../support/browser.ts';
import { signIn } from '../support/session.ts';
import { subscriber } from '../support/subscriber.ts';
import { patient, world } from '../support/world.ts';

// Forms that wait for other servers, for longer than a request may wait for the database.
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

const owner = async (workspaceId: string) => new Browser(w.baseUrl, await signIn(w, workspaceId));

test('a test of a receiver that answers 200 after 9 s says that it arrived', async t => {
  const studio = await w.workspace();
  const receiver = await subscriber(async (_, res) => {
    await pause(9_000);
    res.writeHead(200).end();
  });
  t.teardown(receiver.close);
  const { rows } = await w.db.query(
    `select (a.endpoint).id from corkboard.add_endpoint($1, $2, 'json', '{client.created}') a`,
    [studio.id, receiver.url],
  );
  const browser = await owner(studio.id);
  const tested = await browser.press(await browser.get(`/settings/webhooks/${rows[0].id}`), 'Send test');
  t.is(tested.status, 200);
  t.regex(tested.text, /Delivered: answered 200/);
});

test('an endpoint whose name takes 4 s to resolve is added, and its secret is shown', async t => {
  const studio = await w.workspace();
  const browser = await owner(studio.id);
  const add = (url: string) =>
    browser.post('/settings/webhooks/add', { url, format: 'json', events: 'client.created' });
  const added = await add(`http://${slowName}/hook`);
  t.is(added.status, 200);
  const [, secret] = /<input id="secret" type="text" readonly value="(whsec_[^"]+)">/.exec(added.text)!;
  const { rows } = await w.db.query(
    'select secret from corkboard.webhook_endpoints where workspace_id = $1',
    [studio.id],
  );
  t.deepEqual(rows, [{ secret }]);
  // A rejection after a slow look-up is shown on the page, too.
  await w.db.query('delete from corkboard.plans where name = $1', ['silent']);
  await w.db.query(`insert into corkboard.plans (name, webhooks) values ('silent', false)`);
  await w.db.query(`update corkboard.workspaces set plan = 'silent' where id = $1`, [studio.id]);
  const refused = await add(`http://${slowName}/other`);
  t.is(refused.status, 422);
  t.true(refused.text.includes(`value="http://${slowName}/other"`));
});
