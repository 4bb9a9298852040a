import { createHash } from 'node:crypto';
import test from 'ava';
import { TenantCache } from '../../src/database/tenantCache.ts';

const hash = (text: string) => createHash('sha256').update(text).digest();

test('every known key, session and link has its workspace’s share; all unknown ones share one', t => {
  const holders = new TenantCache();
  const strangers = holders.of(hash('nobody'));
  t.is(holders.of(hash('key')), strangers);
  t.true(holders.isUnknown(hash('key')));
  for (const by of ['key', 'session']) holders.put(hash(by), 'workspace');
  for (const by of ['key', 'session']) t.is(holders.of(hash(by)), 'workspace');
  t.false(holders.isUnknown(hash('key')));
});

test('revoked keys and sessions are forgotten, so that they no longer have their workspace’s share', t => {
  const holders = new TenantCache();
  holders.put(hash('key'), 'workspace');
  holders.put(hash('key'), undefined);
  t.true(holders.isUnknown(hash('key')));
});

test('so many are remembered: those that were learnt last', t => {
  const holders = new TenantCache(2);
  for (const by of ['a', 'b', 'c']) holders.put(hash(by), 'workspace');
  t.deepEqual(
    ['a', 'b', 'c'].map(by => holders.isUnknown(hash(by))),
    [true, false, false],
  );
});
