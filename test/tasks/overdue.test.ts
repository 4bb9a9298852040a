import test, { type ExecutionContext } from 'ava';
import { crontab } from '../../src/jobs/crontab.ts';
import detectOverdue from '../../tasks/detect_overdue.ts';
import { blocksOf } from '../support/blocks.ts';
import { setClock } from '../support/clock.ts';
import { operator } from '../support/command.ts';
import { drain } from '../support/drain.ts';
import { hold } from '../support/hold.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(w);
const corkboard = operator(w);

const { sql, call } = w;
const setZone = (workspaceId: string, zone: string) =>
  sql('update corkboard.workspaces set time_zone = $2 where id = $1', workspaceId, zone);
const check = async (args = '') => (await sql(`select corkboard.detect_overdue(${args}) as found`))[0].found;
/** How many invoices the operator's check as of a day detects. */
const checkOn = async (day: string) =>
  (await corkboard('invoices', 'detect-overdue', '--on', day)).invoices.detected;

/** Declares a test. After it, the clock shows the real time, and the next test finds no invoices to be detected. */
const alone = (title: string, run: (t: ExecutionContext) => Promise<unknown>) =>
  test.serial(title, async t => {
    t.teardown(async () => {
      await setClock(w, null);
      await sql(
        `update corkboard.invoices set overdue_detected_at = now() where overdue_detected_at is null`,
      );
    });
    await run(t);
  });

/** A workspace in a time zone that subscribes to overdue invoices, with an invoice sent for each due date. */
async function studioIn(zone: string, ...dueDates: string[]) {
  const studio = await w.workspace();
  await setZone(studio.id, zone);
  const hook = await h.subscribe(studio.id, { events: ['invoice.overdue'] });
  const project = await studio.project({ name: 'Website' });
  const send = async (dueDate: string) => {
    const invoice = await studio.invoice(project.id, { amountCents: 84_000, dueDate });
    await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
    return invoice;
  };
  const invoices: any[] = [];
  for (const dueDate of dueDates) invoices.push(await send(dueDate));
  const events = async () => (await h.deliveries(hook.endpointId)).map(({ data }) => data);
  return {
    ...studio,
    projectId: project.id,
    hook,
    invoices,
    send,
    events,
    /** Adds sent invoices, of which no trigger takes notice, due on the day of this SQL expression, in which `n` counts them. */
    sendMany: (count: number, dueDate: string) =>
      w.db.query(
        `set local session_replication_role = replica;
         insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, status, currency, subtotal_cents,
           tax_rate_bps, tax_inclusive, tax_cents, due_date, created_via, sent_at)
         select '${studio.id}', '${project.id}', '${project.clientId}', 'invoice', 10 + n, 'INV-' || 10 + n, 'SENT', 'USD', 100, 0, false, 0, ${dueDate}, 'app', now()
           from generate_series(1, ${count}) n`,
      ),
    /** The due date and the days overdue in each event, earliest first. */
    told: async () => (await events()).map(data => `${data.dueDate} +${data.daysOverdue}`),
    listed: async () =>
      (await studio.get('/invoices?overdue=true')).body.data.map(({ dueDate }: any) => dueDate),
  };
}

alone('a sent invoice past its due date is reported once, with the number of days', async t => {
  const { projectId, invoices, events } = await studioIn('UTC', '1990-01-31');
  const days = ['1990-01-31', '1990-02-03', '1990-02-04'];
  const detected: number[] = [];
  for (const day of days) detected.push(await checkOn(day));
  t.deepEqual(detected, [0, 1, 0]);
  const [{ id }] = invoices;
  const [{ at }] = await sql(
    'select corkboard.iso(overdue_detected_at) as at from corkboard.invoices where id = $1',
    id,
  );
  const expected = {
    invoiceId: id,
    invoiceNumber: 'INV-0001',
    projectId,
    projectName: 'Website',
    clientName: 'Client',
    totalCents: 84_000,
    currency: 'USD',
    dueDate: '1990-01-31',
    daysOverdue: 3,
    detectedAt: at,
  };
  t.is(JSON.stringify(await events()), JSON.stringify([expected]));
});

alone('drafts, estimates, and paid, void and undated invoices are never overdue', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.invoice(id, { dueDate: '1991-01-01' });
  const estimate = await studio.invoice(id, { dueDate: '1991-01-01', kind: 'estimate' });
  const paid = await studio.invoice(id, { dueDate: '1991-01-01' });
  const voided = await studio.invoice(id, { dueDate: '1991-01-01' });
  const undated = await studio.invoice(id);
  for (const { id } of [estimate, paid, voided, undated]) await corkboard('invoice', 'send', id);
  await corkboard('invoice', 'pay', paid.id);
  await corkboard('invoice', 'void', voided.id);
  t.is(await checkOn('1991-06-01'), 0);
});

alone('an invoice is overdue from the next day on in its workspace’s time zone', async t => {
  const cases: [zone: string, dueDate: string, overdueAt: string, days?: number][] = [
    ['America/Los_Angeles', '2027-01-31', '2027-02-01T08:00:00Z'],
    ['Pacific/Kiritimati', '2027-01-31', '2027-01-31T10:00:00Z'],
    ['Etc/GMT+12', '2027-01-31', '2027-02-01T12:00:00Z'],
    ['Asia/Kathmandu', '2027-01-31', '2027-01-31T18:15:00Z'],
    // A summer of half an hour, a day of 25 hours, a day without a midnight, and one that does not exist
    ['Australia/Lord_Howe', '2027-01-31', '2027-01-31T13:00:00Z'],
    ['Europe/Berlin', '2027-10-31', '2027-10-31T23:00:00Z'],
    ['America/Santiago', '2027-09-04', '2027-09-05T04:00:00Z'],
    ['Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00Z', 2],
    // PostgreSQL does not know this zone, so the day is that of UTC.
    ['Mars/Olympus_Mons', '2027-01-31', '2027-02-01T00:00:00Z'],
  ];
  for (const [zone, dueDate, overdueAt, days = 1] of cases) {
    const studio = await studioIn(zone, dueDate);
    await setClock(w, new Date(Date.parse(overdueAt) - 1_000).toISOString());
    t.deepEqual(await studio.listed(), [], zone);
    t.is(await check(), 0, zone);
    await setClock(w, overdueAt);
    t.deepEqual(await studio.listed(), [dueDate], zone);
    t.is(await check(), 1, zone);
    t.deepEqual(await studio.told(), [`${dueDate} +${days}`]);
  }
});

/** Runs the check at five past every hour, from one hour to another. Calls `meanwhile` before each check. */
async function everyHour(from: string, to: string, meanwhile: (at: Date) => Promise<unknown>) {
  for (let at = Date.parse(from); at <= Date.parse(to); at += 3_600_000) {
    await setClock(w, new Date(at + 300_000).toISOString());
    await meanwhile(new Date(at + 300_000));
    await check();
  }
}

alone('every workspace is checked once a day, in the hour after its midnight', async t => {
  const zones = ['Pacific/Kiritimati', 'Australia/Lord_Howe', 'Europe/Berlin', 'Etc/GMT+12'];
  const dueDates = ['2027-03-26', '2027-03-27'];
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
  await everyHour('2027-03-26T22:00:00Z', '2027-03-28T23:00:00Z', async at => {
    const days = await checkedOn();
    for (const zone of zones)
      if (days.get(zone) !== before.days.get(zone)) checks.get(zone)!.push(local(before.at, zone));
    before = { at, days };
  });
  for (const zone of zones) {
    // The very first check may be at any hour.
    const [, ...later] = checks.get(zone)!;
    t.true(later.length >= 2, zone);
    t.is(new Set(later.map(time => time.slice(0, 10))).size, later.length, `${zone}: ${later}`);
    for (const time of later) t.regex(time, / 00:/, zone);
    t.deepEqual(
      await studios.get(zone)!.told(),
      dueDates.map(date => `${date} +1`),
      zone,
    );
  }
});

alone('after days without a worker ten checks at once report every invoice once', async t => {
  const studio = await studioIn('Asia/Kolkata', '2027-01-10', '2027-01-12', '2027-01-14');
  await studio.sendMany(97, `'2027-01-13'`);
  await setClock(w, '2027-01-11T00:05:00Z');
  t.is(await check(), 1);
  await setClock(w, '2027-01-14T19:05:00Z');
  const found = await Promise.all(Array.from({ length: 10 }, () => drain(() => check('null, 7'))));
  t.is(
    found.flat().reduce((sum, n) => sum + n),
    99,
  );
  t.is(new Set((await studio.events()).map(({ invoiceId }) => invoiceId)).size, 100);
  const told = await studio.told();
  t.is(told.length, 100);
  t.deepEqual([...new Set(told)].sort(), [
    '2027-01-10 +1',
    '2027-01-12 +3',
    '2027-01-13 +2',
    '2027-01-14 +1',
  ]);
  t.is(await check(), 0);
});

alone('an invoice that is locked during a check is reported by the next one, an hour later', async t => {
  const studio = await studioIn('UTC', '2027-01-31', '2027-01-31');
  await setClock(w, '2027-02-01T00:05:00Z');
  const lock = 'select 1 from corkboard.invoices where workspace_id = $1 and id = $2 for update';
  const holder = await hold(t, w.db, lock, studio.id, studio.invoices[0].id);
  t.is(await check(), 1);
  t.is(await check(), 0);
  await holder.release();
  await setClock(w, '2027-02-01T01:05:00Z');
  t.is(await check(), 1);
  t.is((await studio.told()).length, 2);
});

alone('an invoice sent past its due date after the day’s check is reported by the next day’s', async t => {
  const studio = await studioIn('America/Los_Angeles', '2027-01-30');
  await setClock(w, '2027-01-31T08:05:00Z');
  t.is(await check(), 1);
  await studio.send('2027-01-29');
  await setClock(w, '2027-02-01T07:05:00Z');
  t.is(await check(), 0);
  await setClock(w, '2027-02-01T08:05:00Z');
  t.is(await check(), 1);
  t.deepEqual(await studio.told(), ['2027-01-30 +1', '2027-01-29 +3']);
});

alone('changing the time zone across the date line neither loses nor repeats an event', async t => {
  const dueDates = ['2027-03-25', '2027-03-26'];
  const zones = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Etc/GMT+12', 'Asia/Kathmandu'];
  const studios = await Promise.all(zones.map(zone => studioIn(zone, ...dueDates)));
  let hour = 0;
  await everyHour('2027-03-25T00:00:00Z', '2027-03-28T00:00:00Z', async () => {
    // Each workspace changes its time zone at different hours.
    hour += 1;
    for (const [n, studio] of studios.entries())
      if (hour % (5 + 3 * n) === 0) await setZone(studio.id, zones[(hour + n) % zones.length]!);
  });
  for (const studio of studios)
    t.deepEqual((await studio.told()).map(text => text.slice(0, 10)).sort(), dueDates);
});

alone('a check reads no invoices of workspaces that were checked today', async t => {
  const studio = await studioIn('Europe/Berlin');
  await studio.sendMany(5_000, `'2027-03-01'::date + n % 60`);
  await setClock(w, '2027-03-01T00:05:00Z');
  await sql('analyze corkboard.invoices');
  t.is(await check(), 0);
  const blocks = await blocksOf(w.db, 'select corkboard.detect_overdue()');
  t.true(blocks < 100, `read ${blocks} blocks`);
});

alone('an operator’s check as of a day skips workspaces where that day hasn’t begun', async t => {
  const west = await studioIn('America/Los_Angeles', '2027-01-31');
  const east = await studioIn('Pacific/Kiritimati', '2027-01-31', '2027-02-01');
  await setClock(w, '2027-02-01T05:00:00Z');
  t.is(
    await corkboard.refused('invoices', 'detect-overdue', '--on', '2027-02-02'),
    'on must be a day that has begun somewhere: 2027-02-01 at the latest.',
  );
  t.is(await checkOn('2027-02-01'), 1);
  t.deepEqual([await west.told(), await east.told()], [[], ['2027-01-31 +1']]);
  await setClock(w, '2027-02-02T08:00:00Z');
  t.deepEqual(await corkboard('invoices', 'detect-overdue'), { invoices: { on: null, detected: 2 } });
  t.deepEqual(await west.told(), ['2027-01-31 +2']);
  t.deepEqual(await east.told(), ['2027-01-31 +1', '2027-02-01 +1']);
});

alone('the check leaves out suspended workspaces, and catches up when they are resumed', async t => {
  const { id, events } = await studioIn('UTC', '2020-01-31');
  const checkAll = () => detectOverdue({}, w.service as never, {} as never);
  await call('suspend_workspace', id);
  await checkAll();
  t.deepEqual(await events(), []);
  await call('resume_workspace', id);
  await checkAll();
  t.is((await events()).length, 1);
});

test('every hour has one overdue check', t => {
  t.deepEqual(crontab.match(/.* detect_overdue\b/g), ['5 * * * * detect_overdue']);
});
