import { createHash } from 'node:crypto';
import test from 'ava';
import { TenantCache } from '../../src/database/tenantCache.ts';

const hash = (text: string) => createHash('sha256').update(text).digest();

test('whoever is let in holds the share of their workspace, by whatever they come; all others hold one together', t => {
  const holders = new TenantCache();
  const strangers = holders.of(hash('nobody'));
  t.is(holders.of(hash('key')), strangers);
  t.true(holders.isUnknown(hash('key')));
  for (const by of ['key', 'session']) holders.put(hash(by), 'workspace');
  for (const by of ['key', 'session']) t.is(holders.of(hash(by)), 'workspace');
  t.false(holders.isUnknown(hash('key')));
});

test('what opens nothing any more is forgotten, so that nobody can hold the share of a workspace with it', t => {
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
