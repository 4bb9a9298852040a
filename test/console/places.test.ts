import ava from 'ava';
import { setClock } from '../support/clock.ts';
import { world } from '../support/world.ts';

const w = world(ava);
const { sql, call } = w;
/** They set the clock of the whole database. */
const test = ava.serial;

test('an invoice is overdue on every page from midnight in the time zone of the workspace', async t => {
  const studio = await w.workspace();
  await sql(`update corkboard.workspaces set time_zone = 'America/Los_Angeles' where id = $1`, studio.id);
  const project = await studio.project();
  const invoice = await studio.invoice(project.id, { dueDate: '2027-01-31' });
  await call('send_invoice', studio.id, invoice.id);
  const owner = await w.owner(studio.id);
  const lists = ['/', '/invoices', '/invoices?overdue=true', `/projects/${project.id}?tab=invoices`];
  const overdueAt = async (time: string) => {
    await setClock(w, time);
    const seen = await Promise.all([...lists, `/invoices/${invoice.id}`].map(path => owner.get(path)));
    return seen.map(({ text }) => /pill bad">Overdue<| is 1 day overdue</.test(text));
  };
  t.teardown(() => setClock(w, null));
  t.deepEqual(await overdueAt('2027-02-01T07:59:59Z'), Array(5).fill(false));
  t.deepEqual(await overdueAt('2027-02-01T08:00:00Z'), Array(5).fill(true));
});

test('a day begins with its first minute, where midnight comes twice and where it doesn’t come at all', async t => {
  const studio = await w.workspace();
  for (const [zone, day] of [
    ['Atlantic/Azores', '2026-10-25'],
    ['America/Havana', '2026-11-01'],
    ['Africa/Cairo', '2026-04-24'],
    ['America/Santiago', '2026-09-06'],
    ['America/Santiago', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Asia/Kathmandu', '2026-01-01'],
  ]) {
    await call('change_workspace', studio.id, { time_zone: zone });
    const [row] = await sql(
      `select corkboard.day_start($1, $2) as start, min(m) as first
         from generate_series(timestamptz '${day}Z' - interval '15 hours', timestamptz '${day}Z' + interval '15 hours', '1 minute') m
        where (m at time zone $3)::date >= $2`,
      ...[studio.id, day, zone],
    );
    t.deepEqual(row!.start, row!.first, zone);
  }
});

test('time logged by a person defaults to today in the workspace’s time zone, by a program to today in UTC', async t => {
  const studio = await w.workspace();
  await sql(`update corkboard.workspaces set time_zone = 'America/Los_Angeles' where id = $1`, studio.id);
  const project = await studio.project();
  const owner = await w.owner(studio.id);
  t.teardown(() => setClock(w, null));
  await setClock(w, '2027-02-01T05:00:00Z');
  const page = await owner.get(`/projects/${project.id}?tab=time`);
  t.regex(page.text, /<input type="date" name="date" value="2027-01-31"/);
  await owner.press(page, 'Log time', { minutes: '0:30', description: 'As offered' });
  await owner.press(page, 'Log time', { minutes: '0:30', description: 'Left blank', date: '' });
  await owner.press(page, 'Log time', { minutes: '0:30', description: 'Chosen', date: '2027-01-15' });
  await studio.post(`/projects/${project.id}/time`, { minutes: 30, description: 'By a program' });
  t.deepEqual(
    await sql(
      'select description, date::text from corkboard.time_entries where workspace_id = $1 order by description',
      studio.id,
    ),
    [
      { description: 'As offered', date: '2027-01-31' },
      { description: 'By a program', date: '2027-02-01' },
      { description: 'Chosen', date: '2027-01-15' },
      { description: 'Left blank', date: '2027-01-31' },
    ],
  );
});

test('counts on an endpoint’s page are written as in the locale', async t => {
  const studio = await w.workspace();
  await sql(`update corkboard.workspaces set locale = 'de-DE' where id = $1`, studio.id);
  const [{ id: endpoint }] = await sql(
    `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret, disabled_at)
     values ($1, 'https://hooks.example.com/', '{client.created}', 'whsec_x', now()) returning id`,
    studio.id,
  );
  await sql(
    `insert into corkboard.webhook_attempt_counts (workspace_id, id, slot, hour_at, succeeded)
     values ($1, $2, extract(hour from now() at time zone 'UTC'), date_trunc('hour', now(), 'UTC'), 1234)`,
    studio.id,
    endpoint,
  );
  const owner = await w.owner(studio.id);
  t.regex((await owner.get(`/settings/webhooks/${endpoint}`)).text, /of 1\.234 attempts/);
});
