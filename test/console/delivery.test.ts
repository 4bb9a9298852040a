import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { failureAdvice } from '../../src/console/components/failureAdvice.ts';
import { outcomeLabel } from '../../src/console/components/webhookLabels.ts';
import { buttonsOf, lacks, shows, unescaped } from '../support/browser.ts';
import { consoleWorld, dangerous, hostile } from '../support/console.ts';
import { hooks } from '../support/hooks.ts';
import type { Received } from '../support/subscriber.ts';
import { testWith } from '../support/toolchain.ts';

const w = consoleWorld(test, 'hooks');
const h = hooks(test, w);
const { sql, call } = w;

/** Characters that a shell, a JSON parser or HTML could misread. */
const awkward = `O'Brien "$(id)" \`x\` \\ & <b> 100 % ! é`;

/** A workspace with an endpoint that got a delivery, which was tried once. */
async function delivered(options: Parameters<typeof h.subscribe>[1] = {}) {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, options);
  await studio.client({ name: awkward });
  const [delivery] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  await h.unclaimed(hook.endpointId);
  const member = await w.member(studio.id);
  return {
    studio,
    hook,
    delivery,
    member,
    at: `/settings/webhooks/${hook.endpointId}/deliveries/${delivery.id}`,
  };
}

let once: ReturnType<typeof delivered> | undefined;
/** A delivery that arrived, which tests only look at. */
const arrived = () => (once ??= delivered());

test('a failed delivery shows its attempt, why it failed, what to do about it, and when it is tried again', async t => {
  const { delivery, member, at } = await delivered({ reaction: (_, res) => res.writeHead(401).end(hostile) });
  const page = await member.get(at);
  shows(t, page, 'Last attempt failed: answered 401. … Check that … signing secret', 'Corkboard tries again');
  shows(
    t,
    page,
    'Next attempt … Attempt 1 of 7, … Failed: answered 401 (http_status), after … ms … <script>alert',
  );
  shows(t, page, 'Attempts 1 of 7');
  t.notRegex(page.text, dangerous);
  t.deepEqual(
    buttonsOf(page).filter(name => / delivery$| now$/.test(name)),
    ['Send now'],
  );
  lacks(t, page, 'Kept until');
  await sql(
    `update corkboard.webhook_deliveries set status = 'failed', due_at = null, settled_at = now() where id = $1`,
    delivery.id,
  );
  shows(t, await member.get(at), 'All 7 attempts failed, … replay the delivery');
});

test('a replayed delivery shows the number and round of each attempt, and the day until which it is kept', async t => {
  const { studio, delivery, member, at } = await delivered({ reaction: 500 });
  await call('change_workspace', studio.id, { time_zone: 'Europe/Berlin' });
  await sql(
    `insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, round, outcome, duration_ms, attempted_at)
     select $1, $2, a.number, a.round, 'timeout', 5, now() + a.n * interval '1 second'
       from unnest(array[2, 3, 4], array[1, 2, 2]) with ordinality a (number, round, n)`,
    delivery.workspace_id,
    delivery.id,
  );
  await sql(
    `update corkboard.webhook_deliveries set round = 2, earlier_attempts = 2, attempts_made = 2, status = 'succeeded',
       due_at = null, settled_at = '2126-11-23T23:30:00Z' where id = $1`,
    delivery.id,
  );
  const page = await member.get(at);
  shows(t, page, 'Attempt 4, round 2, … Attempt 3, round 2, … Attempt 2, … Attempt 1, ', '2 of 7 in round 2');
  t.regex(page.text, /<dt>Kept until at least<\/dt><dd>[^<]*\b24\b[^<]*2126<\/dd>/);
});

test('an attempt says why it failed and what to do, and where it was redirected to without secrets', async t => {
  for (const [outcome, reason, advice] of [
    ['tls', 'certificate is self-signed', /Check the receiver’s certificate/],
    ['tls', 'receiver speaks only HTTP/2: HTTP/1.1 is required', /accept HTTP\/1\.1 beside HTTP\/2/],
    ['connection', 'connection refused', /Check that the receiver is running/],
  ] as const) {
    t.true(outcomeLabel({ outcome, status: null, reason }).endsWith(`: ${reason}`));
    t.regex(failureAdvice(outcome, null, reason)!, advice);
  }
  const { member, at } = await delivered({
    reaction: (_, res) =>
      res.writeHead(301, { Location: 'https://a:secret@www.example.com/new?secret' }).end(),
  });
  const page = await member.get(at);
  shows(t, page, 'Answered 301 to https://www.example.com/new (redirect)');
  lacks(t, page, 'secret@', '?secret');
});

// The request of a delivery, as it was sent.

const run = promisify(execFile);

/** Matches our headers, in Node's spelling. */
const isOurs = (name: string) => /^(x-(service|legacy)-|content-type$|user-agent$)/.test(name);
const ours = ({ headers }: Received) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isOurs(name)));

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

test('the request is shown as it was sent: its body, also line by line, and its headers, without the secret', async t => {
  const { studio, hook, at } = await arrived();
  const { text } = await (await w.owner(studio.id)).get(at);
  const [sent] = hook.received as [Received];
  t.is(block(text, 'raw-body'), sent.text);
  t.is(block(text, 'body'), JSON.stringify(sent.body, null, 2));
  t.deepEqual(listed(text), ours(sent));
  t.false(text.includes(hook.secret));
});

test('a replay sends the delivery as it was, and each attempt keeps its own timestamp and signatures, also after two rotations', async t => {
  const { studio, hook, member, at } = await delivered();
  for (const count of [2, 3]) {
    await call('rotate_secret', studio.id, hook.endpointId);
    const { location } = await member.press(await member.get(at), 'Replay delivery');
    t.is(location, `${at}?done=delivery.replay`);
    await hook.gets(count);
    await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
    await h.unclaimed(hook.endpointId);
  }
  t.is(new Set(hook.received.map(({ text }) => text)).size, 1);
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
  await call('disable_endpoint', studio.id, hook.endpointId);
  const off = await member.get(at);
  shows(t, off, 'The endpoint is off: turn it on to replay this delivery.');
  t.false(buttonsOf(off).includes('Replay delivery'));
});

/** Runs shell commands. */
const shell = async (commands: string, env: Record<string, string> = {}) =>
  (await run('sh', ['-c', commands], { env: { ...process.env, ...env } })).stdout;

testWith('curl', ['curl', '--version'])(
  'the curl command, pasted into a shell, sends the same headers and bytes again',
  async t => {
    for (const format of ['json', 'discord']) {
      const { studio, hook, member, at } = await delivered({ format });
      const command = block((await (await w.owner(studio.id)).get(at)).text, 'curl')!;
      await shell(`${command} --silent --fail --output /dev/null`);
      // A member can't see the URL, so theirs takes it from a variable.
      const seen = await member.get(at);
      t.false(seen.text.includes(hook.url));
      shows(t, seen, 'set WEBHOOK_URL first');
      t.is(seen.text.includes('Check the signature'), format === 'json');
      const theirs = `${block(seen.text, 'curl')} --silent --fail --output /dev/null`;
      await shell(theirs, { WEBHOOK_URL: hook.url });
      const [first, ...others] = hook.received as [Received, ...Received[]];
      t.is(others.length, 2);
      for (const again of others) {
        // A worker that doesn't know PUBLIC_URL sends messages without a link.
        if (format === 'json') t.is(again.text, first.text);
        else t.is(again.body.content, first.body.content);
        t.deepEqual(ours(again), ours(first));
      }
    }
  },
);

testWith('openssl', ['openssl', 'version'])(
  'the commands for a shell print the digits of the signature that the page names',
  async t => {
    const { hook, member, at } = await arrived();
    const { text } = await member.get(at);
    const printed = await shell(block(text, 'verify-shell')!.replace('whsec_…', hook.secret));
    const [, hex] = /commands print\s*<code>(\w{64})<\/code>/.exec(text)!;
    t.is(`v1=${hex}`, hook.received[0]!.headers['x-service-signature'] as string);
    t.true(printed.trim().endsWith(hex!), printed);
  },
);

test('the code for Node.js accepts the signature only with the endpoint’s secret', async t => {
  const { hook, member, at } = await arrived();
  const code = block((await member.get(at)).text, 'verify-node')!;
  const module = code.replace('console.log(isGenuine)', 'export { isGenuine }');
  for (const secret of [hook.secret, `${hook.secret}x`]) {
    const source = module.replace('process.env.SECRET', JSON.stringify(secret));
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    t.is(isGenuine, secret === hook.secret);
  }
});
