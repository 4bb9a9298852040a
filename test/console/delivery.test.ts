import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { unescaped } from '../support/browser.ts';
import { dangerous, hostile, people } from '../support/console.ts';
import { hooks } from '../support/hooks.ts';
import type { Received } from '../support/subscriber.ts';
import { testWith } from '../support/toolchain.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = hooks(test, w);
const p = people(test, w);
const { sql } = w;

/** A workspace with an endpoint that got a delivery, which was tried once. */
async function delivered(reaction: Parameters<typeof h.subscribe>[1] = {}) {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, reaction);
  await studio.client({ name: `Harbour "Bakery"` });
  const [delivery] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  await h.unclaimed(hook.endpointId);
  return { studio, hook, delivery, at: `/settings/webhooks/${hook.endpointId}/deliveries/${delivery.id}` };
}

test('a failed attempt is shown with outcome, status, duration and response, and the time of the next one', async t => {
  const { studio, at } = await delivered({
    reaction: (_, res) => res.writeHead(503).end(hostile),
  });
  const { text } = await (await p.member(studio.id)).get(at);
  t.regex(text, /Attempt 1 of 7/);
  t.regex(text, /Failed: answered 503/);
  t.regex(text, /<code>http_status<\/code>\), after [\d,.]+ m?s/);
  t.regex(text, /&lt;script&gt;alert/);
  t.notRegex(text, dangerous);
  t.regex(text, /<dt>Next attempt<\/dt>/);
  t.notRegex(text, />Replay</);
});

test('a member replays a delivery, once for two clicks, and not while an attempt is in progress', async t => {
  const { studio, hook, at } = await delivered();
  const member = await p.member(studio.id);
  const page = await member.get(at);
  const answers = await Promise.all([1, 2].map(() => member.press(page, 'Replay delivery')));
  t.deepEqual(
    answers.map(({ location }) => location),
    [1, 2].map(() => `${at}?done=delivery.replay`),
  );
  await hook.gets(2);
  await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  t.is(hook.received.length, 2);
  t.is(hook.received[0]!.text, hook.received[1]!.text);
  const log = await sql(
    `select actor from corkboard.audit_log where workspace_id = $1 and action = 'delivery.replayed'`,
    studio.id,
  );
  t.deepEqual(log, [{ actor: member.person.email }]);
  const failing = await delivered({ reaction: 500 });
  const owner = await p.owner(failing.studio.id);
  const { status, text } = await owner.post(`${failing.at}/replay`);
  t.is(status, 409);
  t.regex(text, /still being tried/);
});

test('a pending delivery has a button that sends it now', async t => {
  const { studio, hook, at } = await delivered({ reaction: 500 });
  const member = await p.member(studio.id);
  const page = await member.get(at);
  t.regex(page.text, /<dt>Attempts<\/dt><dd>1 of 7<\/dd>/);
  t.notRegex(page.text, /Kept until/);
  hook.reaction = 200;
  const { location } = await member.press(page, 'Send now');
  t.is(location, `${at}?done=delivery.retry`);
  await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  const after = await member.get(location!);
  t.regex(after.text, /role="status">The delivery is being sent now/);
  t.notRegex(after.text, />Send now</);
  t.is(hook.received.length, 2);
  const { status, text } = await member.post(`${at}/retry`);
  t.is(status, 409);
  t.regex(text, /it succeeded\. Replay it to send it again/);
  const log = await member.get('/settings/audit');
  t.regex(log.text, /sent a pending delivery ahead of schedule/);
});

test('a settled delivery shows the day until which it is kept', async t => {
  const { studio, delivery, at } = await delivered();
  await sql(
    `update corkboard.webhook_deliveries set settled_at = '2126-11-23T23:30:00Z' where id = $1`,
    delivery.id,
  );
  await sql(`update corkboard.workspaces set time_zone = 'Europe/Berlin' where id = $1`, studio.id);
  const { text } = await (await p.member(studio.id)).get(at);
  t.regex(text, /<dt>Kept until at least<\/dt><dd>[^<]*\b24\b[^<]*2126<\/dd>/);
});

/**
 * Attempts of a delivery that all failed, one after the other: their rounds, and their numbers as they were recorded.
 */
const record = (delivery: { workspace_id: string; id: string }, rounds: number[], numbers: number[]) =>
  sql(
    `insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, round, outcome, duration_ms, attempted_at)
     select $1, $2, a.number, a.round, 'timeout', 5, now() + a.n * interval '1 second'
       from unnest($3::int[], $4::int[]) with ordinality a (number, round, n)`,
    delivery.workspace_id,
    delivery.id,
    numbers,
    rounds,
  );
const headings = (text: string) =>
  [...text.matchAll(/<h3>(Attempt \d+(?:, round \d+)?), <time/g)].map(([, name]) => name);

test('attempts are numbered across replays, and each shows its round', async t => {
  const { studio, delivery, at } = await delivered({ reaction: 500 });
  await record(delivery, [1, 2, 2], [2, 3, 4]);
  await sql(
    'update corkboard.webhook_deliveries set round = 2, earlier_attempts = 2, attempts_made = 2 where id = $1',
    delivery.id,
  );
  const { text } = await (await p.member(studio.id)).get(at);
  t.deepEqual(headings(text), ['Attempt 4, round 2', 'Attempt 3, round 2', 'Attempt 2', 'Attempt 1']);
  t.regex(text, /<dt>Attempts<\/dt><dd>2 of 7 in round 2<\/dd>/);
});

test('attempts from before rounds were recorded are numbered in the same way', async t => {
  const { studio, delivery, at } = await delivered({ reaction: 500 });
  await record(delivery, [1, 1, 1], [2, 1, 2]);
  await sql('update corkboard.webhook_deliveries set attempts_made = 2 where id = $1', delivery.id);
  const { text } = await (await p.member(studio.id)).get(at);
  t.deepEqual(headings(text), ['Attempt 4', 'Attempt 3', 'Attempt 2', 'Attempt 1']);
});

test('a delivery of an endpoint that is off says so, and its replay is rejected', async t => {
  const { studio, hook, at } = await delivered();
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, hook.endpointId);
  const owner = await p.owner(studio.id);
  t.regex((await owner.get(at)).text, /The endpoint is off/);
  const { status, text } = await owner.post(`${at}/replay`);
  t.is(status, 409);
  t.regex(text, /turn it on first/);
});

test('deliveries of other workspaces and unknown ones show the same page, and nothing is sent', async t => {
  const { studio, hook, delivery, at } = await delivered();
  const other = await h.subscribe(studio.id);
  const owner = await p.owner(studio.id);
  const foreign = await p.owner((await w.workspace()).id);
  for (const [browser, path] of [
    [foreign, at],
    [owner, `/settings/webhooks/${other.endpointId}/deliveries/${delivery.id}`],
    [owner, `/settings/webhooks/x/deliveries/${delivery.id}`],
    [owner, `/settings/webhooks/${hook.endpointId}/deliveries/x`],
  ] as const) {
    t.is((await browser.get(path)).status, 404, path);
    for (const verb of ['replay', 'retry']) t.is((await browser.post(`${path}/${verb}`)).status, 404, path);
  }
  t.regex((await p.stranger().post(`${at}/replay`)).location!, /^\/sign-in\?next=/);
  t.is(hook.received.length, 1);
});

test('an attempt that was redirected says where to, without secrets', async t => {
  const { studio, at } = await delivered({
    reaction: (_, res) =>
      res.writeHead(301, { Location: 'https://a:secret@www.example.com/new?secret' }).end(),
  });
  const { text } = await (await p.member(studio.id)).get(at);
  t.regex(text, /Answered 301 to https:\/\/www\.example\.com\/new \(<code>redirect<\/code>\)/);
  t.false(text.includes('secret@') || text.includes('?secret'));
});

for (const [outcome, reason, advice] of [
  ['tls', 'certificate is self-signed', /Check the receiver’s certificate/],
  ['tls', 'receiver speaks only HTTP/2: HTTP/1.1 is required', /accept HTTP\/1\.1 beside HTTP\/2/],
  ['connection', 'connection refused', /Check that the receiver is running/],
] as const) {
  test(`an attempt without a response says why, and what to do: ${reason}`, async t => {
    const { studio, delivery, at } = await delivered({ reaction: 500 });
    await sql(
      `insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, outcome, reason, duration_ms, attempted_at)
       values ($1, $2, 2, $3, $4, 5, now())`,
      delivery.workspace_id,
      delivery.id,
      outcome,
      reason,
    );
    const { text } = await (await p.member(studio.id)).get(at);
    t.true(text.includes(`: ${reason} (<code>${outcome}</code>)`));
    t.regex(text, advice);
  });
}

// The request of a delivery, as it was sent.

const run = promisify(execFile);

/** Characters that a shell, a JSON parser or HTML could misread. */
const awkward = `O'Brien "$(id)" \`x\` \\ & <b> 100 % ! é`;
/** Matches our headers, in Node's spelling. */
const isOurs = (name: string) => /^(x-(service|legacy)-|content-type$|user-agent$)/.test(name);
const ours = ({ headers }: Received) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isOurs(name)));

/** A workspace with an endpoint of this format, which got a delivery. */
async function deliveredAs(format = 'json') {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { format });
  await studio.client({ name: awkward });
  const [delivery] = await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  return { studio, hook, delivery, at: `/settings/webhooks/${hook.endpointId}/deliveries/${delivery.id}` };
}

/** The text of a code block on a page; undefined if there is none. */
const block = (page: string, id: string) => {
  const found = new RegExp(`<pre id="${id}"[^>]*>([\\s\\S]*?)</pre>`).exec(page);
  return found === null ? undefined : unescaped(found[1]!);
};
/** The headers that a page lists, by lowercase name. */
const listed = (page: string) => {
  const [list] = /<h3>Headers<\/h3>[\s\S]*?<\/dl>/.exec(page)!;
  return Object.fromEntries(
    [...list.matchAll(/<dt><code>(.*?)<\/code><\/dt><dd><code>(.*?)<\/code><\/dd>/g)].map(
      ([, name, value]) => [name!.toLowerCase(), unescaped(value!)],
    ),
  );
};

test('the body can be read line by line, and copied byte for byte', async t => {
  const { studio, hook, at } = await deliveredAs();
  const { text } = await (await p.member(studio.id)).get(at);
  const [{ text: sent, body }] = hook.received as [Received];
  t.is(block(text, 'raw-body'), sent);
  const pretty = block(text, 'body')!;
  t.deepEqual(JSON.parse(pretty), body);
  t.regex(
    pretty,
    /^\{\n {2}"id": "[^"]+",\n {2}"event": "client.created",[\s\S]*\n {2}"data": \{\n {4}"clientId": /,
  );
});

for (const format of ['json', 'slack', 'discord'])
  test(`the headers are shown as they were sent to ${format}, without the secret`, async t => {
    const { studio, hook, at } = await deliveredAs(format);
    const { text } = await (await p.owner(studio.id)).get(at);
    t.deepEqual(listed(text), ours(hook.received[0]!));
    if (hook.secret !== null) t.false(text.includes(hook.secret));
    t.is(/Check the signature/.test(text), format === 'json');
  });

test('each attempt keeps its own timestamp and signatures, also after the secret was rotated twice', async t => {
  const { studio, hook, at } = await deliveredAs();
  const member = await p.member(studio.id);
  for (const count of [2, 3]) {
    await sql('select corkboard.rotate_secret($1, $2)', studio.id, hook.endpointId);
    await member.press(await member.get(at), 'Replay delivery');
    await hook.gets(count);
    await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
    await h.unclaimed(hook.endpointId);
  }
  const { text } = await member.get(at);
  const shown = [...text.matchAll(/<summary>Timestamp and signatures<\/summary>[\s\S]*?<\/dl>/g)].map(
    ([list]) => [...list.matchAll(/<dd><code>(.*?)<\/code>/g)].map(([, value]) => value),
  );
  t.deepEqual(
    shown,
    hook.received
      .map(({ headers }) => [headers['x-service-timestamp'], headers['x-service-signatures']])
      .reverse(),
  );
  t.regex(shown[0]![1]!, /^v1=\w{64},v1=\w{64}$/);
});

test('a delivery that was sent before signatures were recorded says so, and shows no command that sends it', async t => {
  const { studio, delivery, at } = await deliveredAs();
  await sql('update corkboard.webhook_attempts set signatures = null where delivery_id = $1', delivery.id);
  const { text } = await (await p.owner(studio.id)).get(at);
  t.regex(text, /The signatures of this attempt were not recorded/);
  t.regex(text, /<code>X-Service-Signature<\/code>/);
  t.is(block(text, 'curl'), undefined);
  t.notRegex(text, /Check the signature/);
});

/** Runs shell commands. */
const shell = async (commands: string, env: Record<string, string> = {}) =>
  (await run('sh', ['-c', commands], { env: { ...process.env, ...env } })).stdout;

testWith('curl', ['curl', '--version'])(
  'the curl command, pasted into a shell, sends the same headers and bytes again',
  async t => {
    for (const format of ['json', 'discord']) {
      const { studio, hook, at } = await deliveredAs(format);
      const command = block((await (await p.owner(studio.id)).get(at)).text, 'curl')!;
      await shell(`${command} --silent --fail --output /dev/null`);
      const [first, second] = hook.received as [Received, Received];
      // A worker that doesn't know PUBLIC_URL sends messages without a link.
      if (format === 'json') t.is(second.text, first.text);
      else t.is(second.body.content, first.body.content);
      t.deepEqual(ours(second), ours(first));
    }
  },
);

testWith('curl', ['curl', '--version'])(
  'a member, who can’t see the URL, gets a curl command that takes it from a variable',
  async t => {
    const { studio, hook, at } = await deliveredAs();
    const { text } = await (await p.member(studio.id)).get(at);
    t.false(text.includes(hook.url));
    t.regex(text, /set <code>WEBHOOK_URL<\/code> first/);
    await shell(`${block(text, 'curl')} --silent --fail --output /dev/null`, { WEBHOOK_URL: hook.url });
    t.is(hook.received[1]!.text, hook.received[0]!.text);
  },
);

testWith('openssl', ['openssl', 'version'])(
  'the commands for a shell print the digits of the signature that the page names',
  async t => {
    const { studio, hook, at } = await deliveredAs();
    const { text } = await (await p.member(studio.id)).get(at);
    const printed = await shell(block(text, 'verify-shell')!.replace('whsec_…', hook.secret));
    const [, hex] = /commands print\s*<code>(\w{64})<\/code>/.exec(text)!;
    t.is(`v1=${hex}`, hook.received[0]!.headers['x-service-signature'] as string);
    t.true(printed.trim().endsWith(hex!), printed);
  },
);

/** Runs a module of Node.js with this secret in its environment. */
async function node(t: ExecutionContext, code: string, SECRET: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-verify-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'verify.mjs'), code);
  const { stdout } = await run(process.execPath, [join(folder, 'verify.mjs')], {
    env: { ...process.env, SECRET },
  });
  return stdout.trim();
}

test('the code for Node.js accepts the signature only with the endpoint’s secret', async t => {
  const { studio, hook, at } = await deliveredAs();
  const { text } = await (await p.member(studio.id)).get(at);
  const code = block(text, 'verify-node')!;
  t.is(await node(t, code, hook.secret), 'true');
  t.is(await node(t, code, `${hook.secret}x`), 'false');
});

test('a failed delivery says why it failed and what to do about it', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 401 });
  await studio.client();
  const [delivery] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  const at = `/settings/webhooks/${hook.endpointId}/deliveries/${delivery.id}`;
  const member = await p.member(studio.id);
  const { text } = await member.get(at);
  t.regex(text, /Last attempt failed: answered 401\./);
  t.regex(text, /Check that it uses this endpoint’s signing secret/);
  t.regex(text, /Corkboard tries again/);
  t.regex(text, /<h3>Next attempt<\/h3>/);
  await sql(
    `update corkboard.webhook_deliveries set status = 'failed', due_at = null, settled_at = now() where id = $1`,
    delivery.id,
  );
  t.regex((await member.get(at)).text, /All 7 attempts failed[^<]*replay the delivery/);
});
