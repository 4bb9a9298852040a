import test from 'ava';
import { checkDiskSpace, noteDiskSpace } from '../../src/database/diskSpace.ts';
import { eventually } from '../support/eventually.ts';
import { sharedWorld } from '../support/world.ts';

// `npm run drill -- disk-full` fills a real disk.

const w = sharedWorld(test, 'api');
const { sql } = w;

const full = Object.assign(new Error('could not extend file'), { code: '53100' });

test('the disk is checked from the first statement that failed because of it until a check passes', async t => {
  let checks = 0;
  let isFull = true;
  const check = () =>
    checkDiskSpace(async () => {
      checks += 1;
      if (isFull) throw full;
    });
  await check();
  noteDiskSpace(Object.assign(new Error('another'), { code: '23505' }));
  await check();
  t.is(checks, 0);
  noteDiskSpace(full);
  await t.throwsAsync(check, { is: full });
  await t.throwsAsync(check, { is: full });
  isFull = false;
  await check();
  await check();
  t.is(checks, 3);
});

test('the check writes four megabytes to the disk, as the service’s role', async t => {
  const written = async () =>
    Number(
      (await sql('select temp_bytes from pg_stat_database where datname = current_database()'))[0].temp_bytes,
    );
  const before = await written();
  await w.service.query('select corkboard.check_disk_space(), pg_stat_force_next_flush()');
  t.true((await eventually(written, bytes => bytes > before)) - before >= 4_000_000);
});
