import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { sqlFolder } from '../../src/database/sqlFolder.ts';
import { version } from '../../src/version.ts';
import { otherSql } from '../support/otherVersion.ts';
import { changedSinceRelease, readReleases, recordRelease } from '../support/released.ts';
import { root } from '../support/root.ts';

const names = async (folder = sqlFolder) => (await readReleases(folder)).map(release => release.version);

test('package.json names the last release or a version in development after it, and CHANGELOG.md has a heading for each release', async t => {
  const releases = await names();
  const last = releases.at(-1) ?? '0';
  if (version !== last) {
    t.regex(version, /^\d+\.\d+\.\d+-dev$/, 'Run npm run schema, and commit sql/released.txt.');
    t.true(version.replace('-dev', '').localeCompare(last, 'en', { numeric: true }) > 0);
  }
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  for (const release of releases)
    t.regex(changelog, RegExp(`^## ${RegExp.escape(release)} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'));
});

test('what a release added to the files that run once is never changed', async t => {
  t.deepEqual(
    await changedSinceRelease(sqlFolder),
    [],
    'Restore these files, and put the change in a new migration.',
  );
});

test('npm run schema records a version once, with the files that no earlier one has, unless it is in development', async t => {
  const folder = await otherSql(t);
  const before = await names();
  await recordRelease(folder, '98.0.0-dev');
  t.deepEqual(await names(folder), before);
  await recordRelease(folder, '98.0.0');
  await appendFile(join(folder, 'migrations/900_later.sql'), 'select 1;');
  await recordRelease(folder, '98.0.0');
  await recordRelease(folder, '99.0.0');
  const releases = await readReleases(folder);
  t.deepEqual(await names(folder), [...before, '98.0.0', '99.0.0']);
  t.deepEqual([...releases.at(-1)!.files.keys()], ['migrations/900_later.sql']);
  t.deepEqual(await changedSinceRelease(folder), []);
  const [first] = releases[0]!.files.keys();
  await appendFile(join(folder, first!), '-- An edit.\n');
  await rm(join(folder, 'migrations/900_later.sql'));
  t.deepEqual(await changedSinceRelease(folder), [`sql/${first}`, 'sql/migrations/900_later.sql']);
});
