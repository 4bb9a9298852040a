import { createHash } from 'node:crypto';
import test from 'ava';
import { TenantCache } from '../../src/database/tenantCache.ts';

const hash = (text: string) => createHash('sha256').update(text).digest();

test('each known key, session and link has its workspace’s share of connections, and unknown ones share one', t => {
  const holders = new TenantCache();
  const strangers = holders.of(hash('nobody'));
  t.is(holders.of(hash('key')), strangers);
  t.true(holders.isUnknown(hash('key')));
  for (const by of ['key', 'session']) holders.put(hash(by), 'workspace');
  for (const by of ['key', 'session']) t.is(holders.of(hash(by)), 'workspace');
  t.false(holders.isUnknown(hash('key')));
});

test('revoked keys and sessions are removed from the cache', t => {
  const holders = new TenantCache();
  holders.put(hash('key'), 'workspace');
  holders.put(hash('key'), undefined);
  t.true(holders.isUnknown(hash('key')));
});

test('the cache is bounded, and keeps the latest entries', t => {
  const holders = new TenantCache(2);
  for (const by of ['a', 'b', 'c']) holders.put(hash(by), 'workspace');
  t.deepEqual(
    ['a', 'b', 'c'].map(by => holders.isUnknown(hash(by))),
    [true, false, false],
  );
});
