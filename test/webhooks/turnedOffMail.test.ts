import test from 'ava';
import { type TurnedOff, turnedOffMail } from '../../src/webhooks/turnedOffMail.ts';
import { world } from '../support/world.ts';

const w = world(test);

const turnedOff: TurnedOff = {
  ownerEmail: 'owner@studio.example',
  workspaceName: 'Studio',
  endpointId: '01994c35-0f6a-7d48-8e97-3ac1b5d2e604',
  host: 'hooks.example.com',
  turnedOffAt: '2026-11-21T09:30:00.000Z',
  lastOutcome: 'http_status 500',
  keptDays: 30,
  keptUntil: '2026-12-20T23:30:00.000Z',
  locale: 'en-GB',
  timeZone: 'Europe/Berlin',
};

test('the email says in words why the last delivery failed', t => {
  const textOf = (lastOutcome: string | null) =>
    turnedOffMail({ ...turnedOff, lastOutcome }, 0, undefined).text;
  t.regex(textOf('http_status 500'), /failed, the last one because it answered with status 500\.\n/);
  t.regex(textOf('redirect 302'), /because it answered with a redirect, status 302\.\n/);
  t.regex(textOf('timeout'), /because it did not answer in time\.\n/);
  t.regex(textOf(null), /20 deliveries in a row failed\.\n/);
});

test('the email says how long deliveries are kept, and by which day to replay them', t => {
  const textOf = (more: Partial<TurnedOff>) => turnedOffMail({ ...turnedOff, ...more }, 0, undefined).text;
  t.regex(
    textOf({}),
    /for 30 days after it failed or was missed\. To lose none, replay them before 21 December 2026\.\n/,
  );
  t.regex(textOf({ timeZone: 'UTC', locale: 'en-US' }), /before December 20, 2026\./);
  t.regex(textOf({ keptUntil: null }), /was missed\.\n/);
});

test('the email names the day on which the oldest replayable delivery may be deleted', async t => {
  const studio = await w.workspace();
  const { sql } = w;
  const [{ id }] = await sql(
    `select (a.endpoint).id from corkboard.add_endpoint($1, 'https://hooks.example.com/x', 'json', '{client.created}') a`,
    studio.id,
  );
  await sql('update corkboard.webhook_endpoints set notice_due_at = now() where id = $1', id);
  const notice = async () =>
    (await sql('select * from corkboard.disabled_notice($1, $2)', studio.id, id))[0] as TurnedOff;
  t.like(await notice(), { keptDays: 30, keptUntil: null });
  for (const [status, settledAt] of [
    ['succeeded', '2126-01-01T00:00:00Z'],
    ['missed', '2126-01-03T09:00:00.5Z'],
    ['failed', '2126-01-02T09:00:00Z'],
  ])
    await sql(
      `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, due_at, settled_at)
       values ($1, $2, 'client.created', '{}', $3, null, $4)`,
      studio.id,
      id,
      status,
      settledAt,
    );
  t.is((await notice()).keptUntil, '2126-02-01T09:00:00.000Z');
  await sql(`delete from corkboard.webhook_deliveries where endpoint_id = $1 and status = 'failed'`, id);
  t.is((await notice()).keptUntil, '2126-02-02T09:00:00.500Z');
});

test('the email names the number of failures that turn an endpoint off', async t => {
  const [, told] = /: (\d+) deliveries in a row failed/.exec(turnedOffMail(turnedOff, 0, undefined).text)!;
  const studio = await w.workspace();
  const { rows } = await w.db.query(
    `select (a.endpoint).id from corkboard.add_endpoint($1, 'https://hooks.example.com/x', 'json', '{client.created}') a`,
    [studio.id],
  );
  const isOffAfter = async (failures: number) => {
    await w.db.query(
      `select corkboard.count_endpoint_results(array_fill($1::uuid, array[$3::int]), array_fill($2::uuid, array[$3::int]), array_fill(false, array[$3::int]))`,
      [studio.id, rows[0].id, failures],
    );
    const { rows: endpoints } = await w.db.query(
      'select disabled_at is not null as off from corkboard.webhook_endpoints where id = $1',
      [rows[0].id],
    );
    return endpoints[0].off;
  };
  t.false(await isOffAfter(Number(told) - 1));
  t.true(await isOffAfter(1));
  // Attempts that were in progress then fail, too.
  await isOffAfter(2);
  const [{ why }] = (
    await w.db.query(
      `select h.state_reason as why from corkboard_ops.endpoint_health h where h.endpoint_id = $1`,
      [rows[0].id],
    )
  ).rows;
  t.is(why, `${told} deliveries in a row failed`);
});

test('the email links to the endpoint if the address of the console is known', t => {
  const { text } = turnedOffMail(turnedOff, 3, 'https://corkboard.example');
  t.true(
    text.includes(
      `replay the failed and missed deliveries: https://corkboard.example/settings/webhooks/${turnedOff.endpointId}\n`,
    ),
  );
  t.true(turnedOffMail(turnedOff, 3, undefined).text.includes('replay the failed and missed deliveries.\n'));
});

test('the host of a URL is found whether its scheme is in upper or lower case', async t => {
  for (const url of [
    'https://hooks.example.com/x',
    'HTTPS://hooks.example.com?x',
    'hTTp://hooks.example.com',
  ]) {
    const { rows } = await w.db.query('select corkboard.url_host($1) as host', [url]);
    t.deepEqual(rows, [{ host: 'hooks.example.com' }]);
  }
});
