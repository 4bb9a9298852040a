import test from 'ava';
import { parseCrontab } from 'graphile-worker';
import { crontab } from '../../src/jobs/crontab.ts';
import { work } from '../../src/jobs/work.ts';
import { eventually } from '../support/eventually.ts';
import { workerConfig } from '../support/hooks.ts';
import { knownCrontabs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;

test('every hour has one overdue check, under one name', t => {
  const checks = parseCrontab(crontab).filter(({ task }) => task === 'detect_overdue');
  t.deepEqual(
    checks.map(({ identifier }) => identifier),
    ['detect_overdue'],
  );
  const minutes = Array.from({ length: 24 * 60 }, (_, n) => ({ hour: Math.floor(n / 60), min: n % 60 }));
  const times = minutes.filter(time => checks[0]!.match({ ...time, date: 31, month: 1, dow: 0 }));
  t.deepEqual(
    times.map(({ hour }) => hour),
    Array.from({ length: 24 }, (_, hour) => hour),
  );
});

test('a worker that starts after days reports overdue invoices without waiting for the next hour', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  const invoice = await studio.invoice(project.id, { dueDate: '2001-01-01' });
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  await sql(
    `insert into ${knownCrontabs} (identifier, known_since, last_execution)
     values ('detect_overdue', now() - interval '9 days', now() - interval '3 days')`,
  );
  const worker = await work(workerConfig(), w.serviceUrl);
  w.atEnd(worker.stop);
  const found = async () =>
    (
      await sql(
        'select 1 from corkboard.invoices where id = $1 and overdue_detected_at is not null',
        invoice.id,
      )
    ).length;
  t.is(await eventually(found, count => count > 0), 1);
});
