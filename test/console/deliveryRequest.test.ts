import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { people } from '../support/console.ts';
import { hooks } from '../support/hooks.ts';
import type { Received } from '../support/subscriber.ts';
import { testWith } from '../support/toolchain.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = hooks(test, w);
const p = people(test, w);
const { sql } = w;
const run = promisify(execFile);

/** Characters that a shell, a JSON parser or HTML could misread. */
const awkward = `O'Brien "$(id)" \`x\` \\ & <b> 100 % ! é`;
/** Matches our headers, in Node's spelling. */
const isOurs = (name: string) => /^(x-(service|legacy)-|content-type$|user-agent$)/.test(name);
const ours = ({ headers }: Received) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isOurs(name)));

/** A workspace with an endpoint of this format, which got a delivery. */
async function delivered(format = 'json') {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { format });
  await studio.client({ name: awkward });
  const [delivery] = await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  return { studio, hook, delivery, at: `/settings/webhooks/${hook.endpointId}/deliveries/${delivery.id}` };
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
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
  const { studio, hook, at } = await delivered();
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
    const { studio, hook, at } = await delivered(format);
    const { text } = await (await p.owner(studio.id)).get(at);
    t.deepEqual(listed(text), ours(hook.received[0]!));
    if (hook.secret !== null) t.false(text.includes(hook.secret));
    t.is(/Check the signature/.test(text), format === 'json');
  });

test('each attempt keeps its own timestamp and signatures, also after the secret was rotated twice', async t => {
  const { studio, hook, at } = await delivered();
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
  const { studio, delivery, at } = await delivered();
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
      const { studio, hook, at } = await delivered(format);
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
    const { studio, hook, at } = await delivered();
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
    const { studio, hook, at } = await delivered();
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
  const { studio, hook, at } = await delivered();
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
