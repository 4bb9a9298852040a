import test from 'ava';
import { setClock } from '../support/clock.ts';
import { operator } from '../support/command.ts';
import { drain } from '../support/drain.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(w);
const corkboard = operator(w);

const { sql } = w;
const setZone = (workspaceId: string, zone: string) =>
  sql('update corkboard.workspaces set time_zone = $2 where id = $1', workspaceId, zone);
const check = async () => (await sql('select corkboard.detect_overdue() as found'))[0].found as number;

/** A workspace in a time zone that subscribes to overdue invoices, with an invoice sent for each due date. */
async function studioIn(zone: string, ...dueDates: string[]) {
  const studio = await w.workspace();
  await setZone(studio.id, zone);
  const { endpointId } = await h.subscribe(studio.id, { events: ['invoice.overdue'] });
  const project = await studio.project();
  const invoices = [];
  for (const dueDate of dueDates) {
    const invoice = await studio.invoice(project.id, { dueDate });
    await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
    invoices.push(invoice);
  }
  /** The due date and the days overdue in each event, earliest first. */
  const told = async () =>
    (await h.deliveries(endpointId)).map(({ data }) => `${data.dueDate} +${data.daysOverdue}`);
  const listed = async () =>
    (await studio.get('/invoices?overdue=true')).body.data.map(({ dueDate }: any) => dueDate);
  return { ...studio, projectId: project.id, invoices, told, listed };
}

test.afterEach.always(async () => {
  await setClock(w, null);
  // Leave no invoices to be detected by the next test.
  await sql(`update corkboard.invoices set overdue_detected_at = now() where overdue_detected_at is null`);
});

const second = 1_000;

for (const [what, zone, dueDate, overdueAt, days] of [
  ['in winter in Los Angeles', 'America/Los_Angeles', '2027-01-31', '2027-02-01T08:00:00Z', 1],
  ['in UTC, the default', 'UTC', '2027-01-31', '2027-02-01T00:00:00Z', 1],
  ['at UTC+14', 'Pacific/Kiritimati', '2027-01-31', '2027-01-31T10:00:00Z', 1],
  ['at UTC-12', 'Etc/GMT+12', '2027-01-31', '2027-02-01T12:00:00Z', 1],
  ['at half an hour', 'Asia/Kolkata', '2027-01-31', '2027-01-31T18:30:00Z', 1],
  ['at a quarter of an hour', 'Asia/Kathmandu', '2027-01-31', '2027-01-31T18:15:00Z', 1],
  [
    'with half an hour of summer time, in summer',
    'Australia/Lord_Howe',
    '2027-01-31',
    '2027-01-31T13:00:00Z',
    1,
  ],
  [
    'with half an hour of summer time, in winter',
    'Australia/Lord_Howe',
    '2027-07-31',
    '2027-07-31T13:30:00Z',
    1,
  ],
  ['after a day of 23 hours', 'Europe/Berlin', '2027-03-28', '2027-03-28T22:00:00Z', 1],
  ['after a day of 25 hours', 'Europe/Berlin', '2027-10-31', '2027-10-31T23:00:00Z', 1],
  ['where the next day has no midnight', 'America/Santiago', '2027-09-04', '2027-09-05T04:00:00Z', 1],
  ['where the next day does not exist', 'Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00Z', 2],
  [
    'in a zone that PostgreSQL does not know: by UTC',
    'Mars/Olympus_Mons',
    '2027-01-31',
    '2027-02-01T00:00:00Z',
    1,
  ],
] as const) {
  test.serial(`an invoice is overdue from the next day on: ${what}`, async t => {
    const studio = await studioIn(zone, dueDate);
    await setClock(w, new Date(Date.parse(overdueAt) - second).toISOString());
    t.deepEqual(await studio.listed(), []);
    t.is(await check(), 0);
    await setClock(w, overdueAt);
    t.deepEqual(await studio.listed(), [dueDate]);
    t.is((await studio.get('/invoices?overdue=true')).body.page.total, 1);
    t.is(await check(), 1);
    t.deepEqual(await studio.told(), [`${dueDate} +${days}`]);
  });
}

/** Runs the check at five past every hour, from one hour to another. Calls `meanwhile` before each check. */
async function everyHour(from: string, to: string, meanwhile: (at: Date) => Promise<unknown>) {
  for (let at = Date.parse(from); at <= Date.parse(to); at += 3_600_000) {
    await setClock(w, new Date(at + 300_000).toISOString());
    await meanwhile(new Date(at + 300_000));
    await check();
  }
}

test.serial(
  'every workspace is checked once a day, in the hour after its midnight, also across daylight saving',
  async t => {
    const zones = [
      'Pacific/Kiritimati',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Europe/Berlin',
      'America/Los_Angeles',
      'Etc/GMT+12',
    ];
    const dueDates = ['2027-03-26', '2027-03-27', '2027-03-28', '2027-03-29'];
    const studios = new Map(
      await Promise.all(zones.map(async zone => [zone, await studioIn(zone, ...dueDates)] as const)),
    );
    const local = (at: Date, timeZone: string) =>
      new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
    const checks = new Map(zones.map(zone => [zone, [] as string[]]));
    const checkedOn = async () =>
      new Map(
        (
          await sql(
            `select w.time_zone, c.checked_on::text from corkboard.overdue_checks c join corkboard.workspaces w on w.id = c.workspace_id where w.id = any ($1)`,
            [...studios.values()].map(({ id }) => id),
          )
        ).map(({ time_zone, checked_on }) => [time_zone, checked_on] as const),
      );
    let before = { at: new Date(0), days: new Map<string, string>() };
    await everyHour('2027-03-26T00:00:00Z', '2027-03-31T00:00:00Z', async at => {
      const days = await checkedOn();
      for (const zone of zones)
        if (days.get(zone) !== before.days.get(zone)) checks.get(zone)!.push(local(before.at, zone));
      before = { at, days };
    });
    for (const zone of zones) {
      // The very first check may be at any hour.
      const [, ...later] = checks.get(zone)!;
      t.true(later.length >= 4, zone);
      t.is(new Set(later.map(time => time.slice(0, 10))).size, later.length, `${zone}: ${later}`);
      for (const time of later) t.regex(time, / 00:/, zone);
      t.deepEqual(
        await studios.get(zone)!.told(),
        dueDates.map(date => `${date} +1`),
        zone,
      );
    }
  },
);

test.serial(
  'after days without a worker every invoice is reported once, late, by two simultaneous workers',
  async t => {
    const studio = await studioIn('Asia/Kolkata', '2027-01-10', '2027-01-12', '2027-01-14');
    await sql(
      `insert into corkboard.invoices (workspace_id, project_id, kind, sequence, status, currency, subtotal_cents, tax_rate_bps,
       tax_inclusive, tax_cents, due_date, created_via, sent_at)
     select $1, $2, 'invoice', n, 'SENT', 'USD', 100, 0, false, 0, '2027-01-13', 'app', now() from generate_series(4, 300) n`,
      studio.id,
      studio.projectId,
    );
    await setClock(w, '2027-01-11T00:05:00Z');
    t.is(await check(), 1);
    await setClock(w, '2027-01-14T19:05:00Z');
    const batch = async () => (await sql('select corkboard.detect_overdue(null, 7) as count'))[0].count;
    const found = await Promise.all([drain(batch), drain(batch)]);
    t.is(
      found.flat().reduce((sum, n) => sum + n),
      299,
    );
    const told = await studio.told();
    t.is(told.length, 300);
    t.deepEqual([...new Set(told)].sort(), [
      '2027-01-10 +1',
      '2027-01-12 +3',
      '2027-01-13 +2',
      '2027-01-14 +1',
    ]);
    t.is(await check(), 0);
  },
);

test.serial(
  'an invoice that is locked during a check is reported by the next one, an hour later',
  async t => {
    const studio = await studioIn('UTC', '2027-01-31', '2027-01-31');
    const [locked] = studio.invoices;
    await setClock(w, '2027-02-01T00:05:00Z');
    const holder = await w.db.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from corkboard.invoices where workspace_id = $1 and id = $2 for update', [
        studio.id,
        locked.id,
      ]);
      t.is(await check(), 1);
      t.is(await check(), 0);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await setClock(w, '2027-02-01T01:05:00Z');
    t.is(await check(), 1);
    t.is((await studio.told()).length, 2);
  },
);

test.serial(
  'an invoice sent past its due date after the day’s check is reported by the next day’s',
  async t => {
    const studio = await studioIn('America/Los_Angeles', '2027-01-30');
    await setClock(w, '2027-01-31T08:05:00Z');
    t.is(await check(), 1);
    const late = await studio.invoice(studio.projectId, { dueDate: '2027-01-29' });
    await sql('select corkboard.send_invoice($1, $2)', studio.id, late.id);
    await setClock(w, '2027-02-01T07:05:00Z');
    t.is(await check(), 0);
    await setClock(w, '2027-02-01T08:05:00Z');
    t.is(await check(), 1);
    t.deepEqual(await studio.told(), ['2027-01-30 +1', '2027-01-29 +3']);
  },
);

test.serial(
  'changing the time zone back and forth across the date line neither loses nor repeats an event',
  async t => {
    const dueDates = Array.from({ length: 6 }, (_, n) => `2027-03-${25 + n}`);
    const zones = [
      'Pacific/Kiritimati',
      'America/Los_Angeles',
      'Etc/GMT+12',
      'Asia/Kathmandu',
      'Europe/Berlin',
    ];
    const studios = await Promise.all(zones.map(zone => studioIn(zone, ...dueDates)));
    let hour = 0;
    await everyHour('2027-03-25T00:00:00Z', '2027-04-01T12:00:00Z', async () => {
      // Each workspace changes its time zone at different hours.
      hour += 1;
      for (const [n, studio] of studios.entries())
        if (hour % (5 + 3 * n) === 0) await setZone(studio.id, zones[(hour + n) % zones.length]!);
    });
    for (const studio of studios)
      t.deepEqual((await studio.told()).map(text => text.slice(0, 10)).sort(), dueDates);
  },
);

test.serial('a check reads no invoices of workspaces that were checked today', async t => {
  const studio = await studioIn('Europe/Berlin');
  await sql(
    `insert into corkboard.invoices (workspace_id, project_id, kind, sequence, status, currency, subtotal_cents, tax_rate_bps,
       tax_inclusive, tax_cents, due_date, created_via, sent_at)
     select $1, $2, 'invoice', n, 'SENT', 'USD', 100, 0, false, 0, '2027-03-01'::date + n % 60, 'app', now() from generate_series(1, 20000) n`,
    studio.id,
    studio.projectId,
  );
  await setClock(w, '2027-03-01T00:05:00Z');
  await sql('analyze corkboard.invoices');
  t.is(await check(), 0);
  const client = await w.db.connect();
  const reads = async () => {
    const { rows } = await client.query(
      'explain (analyze, buffers, format json) select corkboard.detect_overdue()',
    );
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  };
  // The first call of a connection also reads the catalogs.
  await reads();
  const blocks = await reads();
  client.release();
  t.true(blocks < 200, `read ${blocks} blocks`);
});

test.serial('an operator’s check as of a day skips workspaces where that day hasn’t begun', async t => {
  const [west, east] = [
    await studioIn('America/Los_Angeles', '2027-01-31'),
    await studioIn('Pacific/Kiritimati', '2027-01-31', '2027-02-01'),
  ];
  await setClock(w, '2027-02-01T05:00:00Z');
  t.is(
    await corkboard.refused('invoices', 'detect-overdue', '--on', '2027-02-02'),
    'on must be a day that has begun somewhere: 2027-02-01 at the latest.',
  );
  t.deepEqual(await corkboard('invoices', 'detect-overdue', '--on', '2027-02-01'), {
    invoices: { on: '2027-02-01', detected: 1 },
  });
  t.deepEqual([await west.told(), await east.told()], [[], ['2027-01-31 +1']]);
  await setClock(w, '2027-02-02T08:00:00Z');
  t.deepEqual(await corkboard('invoices', 'detect-overdue'), { invoices: { on: null, detected: 2 } });
  t.deepEqual(
    [await west.told(), await east.told()],
    [['2027-01-31 +2'], ['2027-01-31 +1', '2027-02-01 +1']],
  );
});

test.serial('a day in the far future is rejected', async t => {
  const studio = await studioIn('UTC', '2098-12-31');
  t.regex(
    await corkboard.refused('invoices', 'detect-overdue', '--on', '2099-01-01'),
    /^on must be a day that has begun somewhere: /,
  );
  t.deepEqual(await studio.told(), []);
});
