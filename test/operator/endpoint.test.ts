import { randomUUID } from 'node:crypto';
import test from 'ava';
import { type EventKind, envelopeOf, subscribable } from '../../src/records/event.ts';
import { sign } from '../../src/webhooks/signature.ts';
import { attempts } from '../support/attempts.ts';
import { misuse, operator, runCommand } from '../support/command.ts';
import { type Reaction, subscriber } from '../support/subscriber.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w, { WEBHOOK_ALLOW_PRIVATE: 'true' });
const { jobOf, claim, record } = attempts(w);

const { sql } = w;

const add = (workspaceId: string, url: string, ...more: string[]) =>
  corkboard(
    'endpoint',
    'add',
    '--workspace',
    workspaceId,
    '--url',
    url,
    '--events',
    'client.created,invoice.paid',
    ...more,
  );

/** A receiver that ends with the test. */
async function receiving(t: { teardown(end: () => Promise<void>): void }, reaction: Reaction = 200) {
  const hook = await subscriber(reaction);
  t.teardown(hook.close);
  return hook;
}

test('an endpoint is added with a secret that is shown once', async t => {
  const studio = await w.workspace();
  const { endpoint, secret } = await add(studio.id, 'http://127.0.0.1:9/hook');
  t.deepEqual(Object.keys(endpoint), [
    'id',
    'workspaceId',
    'url',
    'format',
    'events',
    'description',
    'failuresInRow',
    'createdAt',
    'disabledAt',
    'previousSecretExpiresAt',
  ]);
  t.like(endpoint, {
    workspaceId: studio.id,
    url: 'http://127.0.0.1:9/hook',
    format: 'json',
    disabledAt: null,
  });
  t.deepEqual(endpoint.events, ['client.created', 'invoice.paid']);
  t.regex(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const listed = { ...endpoint, health: { state: 'working', since: null, why: null, until: null } };
  t.deepEqual(await corkboard('endpoint', 'show', endpoint.id), { endpoint: listed });
  t.deepEqual(await corkboard('endpoint', 'list', '--workspace', studio.id), { endpoints: [listed] });
});

test('Slack and Discord endpoints have no secret', async t => {
  const studio = await w.workspace();
  for (const format of ['slack', 'discord']) {
    const answer = await add(studio.id, 'http://127.0.0.1:9/hook', '--format', format);
    t.deepEqual(Object.keys(answer), ['endpoint']);
    t.is(answer.endpoint.format, format);
    t.regex(await corkboard.refused('endpoint', 'rotate', answer.endpoint.id), /no secret/);
  }
});

test('a workspace has at most five endpoints, also with simultaneous additions', async t => {
  const studio = await w.workspace();
  const added = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      sql(`select corkboard.add_endpoint($1, 'https://a.example', 'json', '{client.created}')`, studio.id),
    ),
  );
  t.is(added.filter(({ status }) => status === 'fulfilled').length, 5);
  const [{ count }] = await sql(
    'select count(*)::int from corkboard.webhook_endpoints where workspace_id = $1',
    studio.id,
  );
  t.is(count, 5);
  t.regex(
    await corkboard.refused(
      'endpoint',
      'add',
      '--workspace',
      studio.id,
      '--url',
      'http://127.0.0.1',
      '--events',
      'client.created',
    ),
    /5 endpoints/,
  );
});

test('a plan without webhooks has no endpoints', async t => {
  await corkboard('plan', 'set', 'silent', '--webhooks', 'false');
  const studio = await w.workspace({ plan: 'silent' });
  t.regex(
    await corkboard.refused(
      'endpoint',
      'add',
      '--workspace',
      studio.id,
      '--url',
      'http://127.0.0.1',
      '--events',
      'client.created',
    ),
    /silent plan does not include webhooks/,
  );
});

test('if a plan loses webhooks, endpoints can’t be tested, rotated or turned on, get no new deliveries, and pending ones wait', async t => {
  await corkboard('plan', 'set', 'lapsed');
  const studio = await w.workspace({ plan: 'lapsed' });
  const { endpoint } = await add(studio.id, 'http://127.0.0.1:9/hook');
  await studio.client();
  const { deliveries } = await corkboard('delivery', 'list', '--endpoint', endpoint.id);
  await corkboard('plan', 'set', 'lapsed', '--webhooks', 'false');
  for (const verb of ['test', 'rotate', 'enable']) {
    t.is(
      await corkboard.refused('endpoint', verb, endpoint.id),
      'The lapsed plan does not include webhooks.',
    );
  }
  await studio.client();
  t.deepEqual(await corkboard('delivery', 'list', '--endpoint', endpoint.id), { deliveries });
  const jobs = [await jobOf(deliveries[0].id)];
  t.deepEqual(await claim(jobs), []);
  t.is((await corkboard('delivery', 'show', deliveries[0].id)).delivery.status, 'pending');
  await corkboard('endpoint', 'disable', endpoint.id);
  await studio.client();
  t.is((await corkboard('delivery', 'list', '--endpoint', endpoint.id)).deliveries.length, 1);
  await corkboard('plan', 'set', 'lapsed', '--webhooks', 'true');
  await corkboard('endpoint', 'enable', endpoint.id);
  await studio.client();
  t.is((await corkboard('delivery', 'list', '--endpoint', endpoint.id)).deliveries.length, 2);
});

test('an address that isn’t public is rejected in one line, and nothing is added', async t => {
  const studio = await w.workspace();
  const addresses = [
    'http://example.com/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
    'https://user:pass@93.184.216.34/x',
    'https://no-such-name.invalid/x',
  ];
  for (const url of addresses) {
    const { status, stdout, stderr } = await runCommand(
      ['endpoint', 'add', '--workspace', studio.id, '--url', url, '--events', 'client.created'],
      { DATABASE_URL: w.serviceUrl, WEBHOOK_ALLOW_PRIVATE: 'false' },
    );
    t.deepEqual([status, stdout], [1, ''], url);
    t.regex(stderr, /^corkboard: --url [^\n]+\.\n$/);
  }
  t.deepEqual(await corkboard('endpoint', 'list', '--workspace', studio.id), { endpoints: [] });
});

test('WEBHOOK_ALLOW_PRIVATE is rejected in production, in one line', async t => {
  const { status, stderr } = await runCommand(['endpoint', 'list', '--workspace', randomUUID()], {
    DATABASE_URL: w.serviceUrl,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    NODE_ENV: 'production',
  });
  t.is(status, 1);
  t.is(stderr, 'corkboard: WEBHOOK_ALLOW_PRIVATE must not be true where NODE_ENV is production.\n');
});

test('test sends one ping, shows the response and its duration, and records nothing', async t => {
  const studio = await w.workspace();
  const hook = await receiving(t);
  const { endpoint } = await add(studio.id, hook.url);
  const tested = async () => {
    const { durationMs, ...result } = await corkboard('endpoint', 'test', endpoint.id);
    t.true(Number.isInteger(durationMs) && durationMs >= 0);
    return result;
  };
  const succeeded = { outcome: 'succeeded', status: 200, reason: null, response: 'answer' };
  t.deepEqual(await tested(), succeeded);
  const [{ body, headers }] = hook.received as [any];
  t.deepEqual([body.event, headers['x-service-event'], body.workspaceId], ['ping', 'ping', studio.id]);
  t.deepEqual(Object.keys(body.data), ['message']);
  t.is(headers['x-service-delivery'], body.id);
  t.regex(body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  hook.reaction = 500;
  t.deepEqual(await tested(), { ...succeeded, outcome: 'http_status', status: 500 });
  await hook.close();
  t.deepEqual(await tested(), {
    outcome: 'connection',
    status: null,
    reason: 'connection refused',
    response: null,
  });
  t.deepEqual(await corkboard('delivery', 'list', '--endpoint', endpoint.id), { deliveries: [] });
  t.is((await corkboard('endpoint', 'show', endpoint.id)).endpoint.failuresInRow, 0);
});

test('test sends a sample of the named event once, with the envelope and headers of a real event', async t => {
  const studio = await w.workspace();
  const hook = await receiving(t, 500);
  const { endpoint, secret } = await add(studio.id, hook.url);
  for (const [n, event] of [...subscribable, 'ping'].entries()) {
    // An endpoint may not get this many tests in a minute.
    await sql('delete from corkboard.webhook_tests where workspace_id = $1', studio.id);
    t.like(await corkboard('endpoint', 'test', endpoint.id, '--event', event), {
      outcome: 'http_status',
      status: 500,
    });
    t.is(hook.received.length, n + 1);
    const { body, headers, text } = hook.received[n]!;
    t.deepEqual(Object.keys(body), ['id', 'event', 'createdAt', 'workspaceId', 'data']);
    t.deepEqual([body.event, headers['x-service-event'], body.workspaceId], [event, event, studio.id]);
    t.is(headers['x-service-delivery'], body.id);
    t.is(headers['x-service-signatures'], sign(secret, Number(headers['x-service-timestamp']), text));
    t.notThrows(() => envelopeOf(event as EventKind).parse(body));
  }
  t.deepEqual(await corkboard('delivery', 'list', '--endpoint', endpoint.id), { deliveries: [] });
  t.is((await corkboard('endpoint', 'show', endpoint.id)).endpoint.failuresInRow, 0);
});

test('a sample of an unknown event is rejected with a list of the events, and nothing is sent', async t => {
  const studio = await w.workspace();
  const hook = await receiving(t);
  const { endpoint } = await add(studio.id, hook.url);
  const error = await misuse('endpoint', 'test', endpoint.id, '--event', 'invoice.lost');
  for (const event of ['ping', ...subscribable]) t.true(error.includes(event), error);
  await t.throwsAsync(sql(`select corkboard.test_endpoint($1, $2, 'invoice.lost')`, studio.id, endpoint.id), {
    message: /^event must be one of ping, intake\.submitted, .*client\.created\.$/,
  });
  t.is(hook.received.length, 0);
  t.deepEqual(await sql('select 1 from corkboard.webhook_tests where endpoint_id = $1', endpoint.id), []);
});

test('rotate returns the new secret', async t => {
  const studio = await w.workspace();
  const { endpoint, secret } = await add(studio.id, 'http://127.0.0.1:9/hook');
  const rotated = await corkboard('endpoint', 'rotate', endpoint.id);
  t.regex(rotated.secret, /^whsec_/);
  t.not(rotated.secret, secret);
  const untilMs = Date.parse(rotated.endpoint.previousSecretExpiresAt) - Date.now();
  t.true(untilMs > 86_390_000 && untilMs <= 86_400_000);
});

test('disable and enable can be repeated', async t => {
  const studio = await w.workspace();
  const { endpoint } = await add(studio.id, 'http://127.0.0.1:9/hook');
  const off = await corkboard('endpoint', 'disable', endpoint.id);
  t.truthy(off.endpoint.disabledAt);
  t.deepEqual(await corkboard('endpoint', 'disable', endpoint.id), off);
  t.deepEqual(await corkboard('endpoint', 'enable', endpoint.id), { endpoint });
  t.deepEqual(await corkboard('endpoint', 'enable', endpoint.id), { endpoint });
});

test('remove deletes the endpoint', async t => {
  const studio = await w.workspace();
  const { endpoint } = await add(studio.id, 'http://127.0.0.1:9/hook');
  await studio.client();
  t.deepEqual(await corkboard('endpoint', 'remove', endpoint.id), { endpoint });
  t.regex(await corkboard.refused('endpoint', 'show', endpoint.id), /No endpoint/);
});

test('every verb reports an unknown endpoint as not found', async t => {
  for (const id of [randomUUID(), 'nonsense']) {
    for (const verb of ['show', 'remove', 'enable', 'disable', 'test', 'rotate']) {
      t.regex(await corkboard.refused('endpoint', verb, id), /No endpoint/);
    }
    t.regex(await corkboard.refused('delivery', 'list', '--endpoint', id), /No endpoint/);
    t.regex(await corkboard.refused('delivery', 'replay-missed', '--endpoint', id), /No endpoint/);
    t.regex(await corkboard.refused('delivery', 'show', id), /No delivery/);
    t.regex(await corkboard.refused('delivery', 'replay', id), /No delivery/);
  }
});

test('deliveries are listed, shown with every attempt, and replayed', async t => {
  const studio = await w.workspace();
  const { endpoint } = await add(studio.id, 'http://127.0.0.1:9/hook');
  const client = await studio.client();
  const { deliveries } = await corkboard('delivery', 'list', '--endpoint', endpoint.id);
  t.deepEqual(Object.keys(deliveries[0]), [
    'id',
    'workspaceId',
    'endpointId',
    'event',
    'status',
    'attemptsMade',
    'dueAt',
    'createdAt',
    'settledAt',
    'requestId',
    'record',
    'waitingSince',
    'lastAttempt',
  ]);
  t.is(deliveries.length, 1);
  const [{ id }] = deliveries;
  t.regex(await corkboard.refused('delivery', 'replay', id), /still being tried/);
  for (const outcome of ['tls', 'succeeded']) {
    const jobs = [await jobOf(id)];
    await record(await claim(jobs), jobs, outcome);
  }
  const { delivery } = await corkboard('delivery', 'show', id);
  t.like(delivery, { id, status: 'succeeded', attemptsMade: 2, dueAt: null, round: 1 });
  t.is(Date.parse(delivery.keptUntil) - Date.parse(delivery.settledAt), 30 * 24 * 60 * 60 * 1000);
  t.is(delivery.data.clientId, client.id);
  t.deepEqual(
    delivery.attempts.map(({ number, round, outcome, statusCode, durationMs }: any) => [
      number,
      round,
      outcome,
      statusCode,
      durationMs,
    ]),
    [
      [1, 1, 'tls', null, 12],
      [2, 1, 'succeeded', 200, 12],
    ],
  );
  t.deepEqual(
    (await corkboard('delivery', 'list', '--endpoint', endpoint.id, '--status', 'failed')).deliveries,
    [],
  );
  const replayed = await corkboard('delivery', 'replay', id);
  t.like(replayed.delivery, { id, status: 'pending', attemptsMade: 0, settledAt: null });
  await corkboard('endpoint', 'disable', endpoint.id);
  t.regex(await corkboard.refused('delivery', 'replay', id), /is off/);
  await corkboard('endpoint', 'enable', endpoint.id);
  const { deliveries: again } = await corkboard('delivery', 'replay-missed', '--endpoint', endpoint.id);
  t.deepEqual(
    again.map(({ id, status }: any) => [id, status]),
    [[id, 'pending']],
  );
  t.regex(await corkboard.read('delivery', 'show', id), /\nATTEMPTS\nNUMBER {2}ROUND {2}OUTCOME/);
});

test('an unknown event, format or status is wrong usage', async t => {
  const base = ['endpoint', 'add', '--workspace', randomUUID(), '--url', 'https://a.example'];
  t.regex(await misuse(...base, '--events', 'ping'), /must name events out of/);
  t.regex(await misuse(...base, '--events', 'client.created,'), /must name events out of/);
  const twice = await misuse(...base, '--events', 'time.logged,client.created,ping');
  t.is(twice.match(/It must name events out of/g)?.length, 1);
  t.notRegex(twice, /It\.\d/);
  t.regex(await misuse(...base, '--events', 'client.created', '--format', 'xml'), /json, slack, discord/);
  t.regex(
    await misuse(
      'endpoint',
      'add',
      '--workspace',
      randomUUID(),
      '--url',
      'nonsense',
      '--events',
      'client.created',
    ),
    /must be an address/,
  );
  t.regex(
    await misuse('delivery', 'list', '--endpoint', randomUUID(), '--status', 'lost'),
    /pending, succeeded, failed, missed/,
  );
  t.regex(await misuse('delivery', 'list'), /--endpoint/);
});
