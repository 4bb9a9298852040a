import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

const today = () => new Date().toISOString().slice(0, 10);

test('201: the entry with its defaults: billable, today in UTC', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const days = [today()];
  const { status, body } = await studio.post(`/projects/${id}/time`, { minutes: 1 });
  days.push(today());
  t.is(status, 201);
  t.true(days.includes(body.timeEntry.date));
  t.like(body.timeEntry, { projectId: id, minutes: 1, description: null, billable: true, createdVia: 'api' });
  t.is(body.url, `/projects/${id}?tab=time`);
});

test('201: every field, with the earliest and latest dates', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  for (const date of ['0001-01-01', '2028-02-29', '9999-12-31']) {
    const { body } = await studio.post(`/projects/${id}/time`, {
      minutes: 960,
      date,
      description: ' Shop ',
      billable: false,
    });
    t.like(body.timeEntry, { minutes: 960, date, description: 'Shop', billable: false });
  }
});

for (const [name, fields, field] of [
  ['0 minutes', { minutes: 0 }, 'minutes'],
  ['961 minutes', { minutes: 961 }, 'minutes'],
  ['half a minute', { minutes: 0.5 }, 'minutes'],
  ['minutes in words', { minutes: '60' }, 'minutes'],
  ['minutes beyond all numbers', { minutes: 1e308 }, 'minutes'],
  ['a day that does not exist', { date: '2026-02-30' }, 'date'],
  ['a leap day in another year', { date: '2026-02-29' }, 'date'],
  ['the year 0', { date: '0000-01-01' }, 'date'],
  ['the year 10000', { date: '10000-01-01' }, 'date'],
  ['a time', { date: '2026-01-01T00:00:00Z' }, 'date'],
  ['a date in words', { date: 'today' }, 'date'],
  ['a long description', { description: 'x'.repeat(5001) }, 'description'],
  ['a billable that is no boolean', { billable: 1 }, 'billable'],
  ['hours', { hours: 1 }, 'hours'],
] as const) {
  test(`422: ${name}`, async t => {
    const studio = await w.workspace();
    const { id } = await studio.project();
    const { status, body } = await studio.post(`/projects/${id}/time`, { minutes: 60, ...fields });
    t.is(status, 422);
    t.is(body.field, field);
  });
}
