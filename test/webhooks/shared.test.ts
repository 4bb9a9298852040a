import test from 'ava';
import type { Resolver } from '../../src/webhooks/address.ts';
import { shared } from '../../src/webhooks/shared.ts';
import { attempt, connections, name, receiver } from '../support/receiver.ts';
import { resolver } from '../support/resolver.ts';

type Done = Parameters<Resolver>[2];

test('a name that resolves slowly is looked up once, however many attempts wait for it', async t => {
  const { port, received } = await receiver(t, (_, response) => response.end());
  const asked: Done[] = [];
  const to = connections(t, { lookup: (_host, _options, done) => asked.push(done), asked: [] });
  const attempts = Array.from({ length: 20 }, () => attempt(to, `http://${name}:${port}/`));
  // Once an attempt that needs no look-up has ended, all the others have reached their look-up.
  await attempt(connections(t), `http://${name}:${port}/`);
  t.is(asked.length, 1);
  asked[0]!(null, [{ address: '127.0.0.1', family: 4 }]);
  for (const { outcome } of await Promise.all(attempts)) t.is(outcome, 'succeeded');
  t.is(received.length, 21);
});

test('names don’t wait for each other, and an answer isn’t cached', t => {
  const asked: string[] = [];
  const waiting: Done[] = [];
  const ask = shared((host, _, done) => {
    asked.push(host);
    waiting.push(done);
  });
  const heard: unknown[] = [];
  const ask4 = (host: string) =>
    ask(host, { all: true }, (error, addresses) => heard.push(error ?? addresses[0]!.address));
  for (const host of ['a', 'b', 'a', 'b']) ask4(host);
  t.deepEqual(asked, ['a', 'b']);
  waiting[1]!(null, [{ address: '192.0.2.2', family: 4 }]);
  t.deepEqual(heard, ['192.0.2.2', '192.0.2.2']);
  const gone = new Error('gone');
  waiting[0]!(gone, []);
  t.deepEqual(heard.slice(2), [gone, gone]);
  ask4('a');
  t.deepEqual(asked, ['a', 'b', 'a']);
});

test('each waiting attempt checks the answer', async t => {
  const names = resolver({ [name]: ['::1'] });
  const to = connections(t, names);
  const outcomes = await Promise.all([1, 2, 3].map(() => attempt(to, `https://${name}/`)));
  for (const { outcome } of outcomes) t.is(outcome, 'refused_address');
});
