import { createHash } from 'node:crypto';
import test from 'ava';
import { TenantCache } from '../../src/database/tenantCache.ts';

const hash = (text: string) => createHash('sha256').update(text).digest();

test('whoever is let in holds the share of their workspace, by whatever they come; all others hold one together', t => {
  const holders = new TenantCache();
  const strangers = holders.of(hash('nobody'));
  t.is(holders.of(hash('key')), strangers);
  t.true(holders.isStranger(hash('key')));
  for (const by of ['key', 'session']) holders.learn(hash(by), 'workspace');
  for (const by of ['key', 'session']) t.is(holders.of(hash(by)), 'workspace');
  t.false(holders.isStranger(hash('key')));
});

test('what opens nothing any more is forgotten, so that nobody can hold the share of a workspace with it', t => {
  const holders = new TenantCache();
  holders.learn(hash('key'), 'workspace');
  holders.learn(hash('key'), undefined);
  t.true(holders.isStranger(hash('key')));
});

test('so many are remembered: those that were learnt last', t => {
  const holders = new TenantCache(2);
  for (const by of ['a', 'b', 'c']) holders.learn(hash(by), 'workspace');
  t.deepEqual(
    ['a', 'b', 'c'].map(by => holders.isStranger(hash(by))),
    [true, false, false],
  );
});
