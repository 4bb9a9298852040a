import { createHash } from 'node:crypto';
import test from 'ava';
import { TenantCache } from '../../src/database/tenantCache.ts';

const hash = (text: string) => createHash('sha256').update(text).digest();

test('each known key, session and link has its workspace’s share of connections, and unknown ones share one', t => {
  const holders = new TenantCache();
  const bucketOf = (by: string) => holders.of(hash(by), null).bucket;
  t.is(bucketOf('key'), bucketOf('nobody'));
  t.is(holders.workspaceOf(hash('key')), null);
  for (const by of ['key', 'session']) holders.put(hash(by), 'workspace');
  for (const by of ['key', 'session']) t.is(bucketOf(by), 'workspace');
  t.not(bucketOf('nobody'), 'workspace');
});

test('who names a workspace is an unknown caller until the database admits them', t => {
  const holders = new TenantCache();
  const { bucket } = holders.of(hash('nobody'), null);
  t.deepEqual(holders.of(hash('key'), 'named'), { bucket, workspaceId: 'named' });
  holders.put(hash('key'), 'workspace');
  // With a workspace that is not its own, a key is not valid, so the database must see it.
  t.deepEqual(holders.of(hash('key'), 'other'), { bucket: 'workspace', workspaceId: 'other' });
});

test('revoked keys and sessions are removed from the cache', t => {
  const holders = new TenantCache();
  holders.put(hash('key'), 'workspace');
  holders.put(hash('key'), undefined);
  t.is(holders.workspaceOf(hash('key')), null);
});

test('the cache is bounded, and keeps the latest entries', t => {
  const holders = new TenantCache(2);
  for (const by of ['a', 'b', 'c']) holders.put(hash(by), 'workspace');
  t.deepEqual(
    ['a', 'b', 'c'].map(by => holders.workspaceOf(hash(by))),
    [null, 'workspace', 'workspace'],
  );
});
