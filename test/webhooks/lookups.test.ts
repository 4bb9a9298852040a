import test, { type ExecutionContext } from 'ava';
import { RemoteError } from '../../src/errors/serviceError.ts';
import { checkAddress, type Resolver } from '../../src/webhooks/address.ts';
import { limitedLookups } from '../../src/webhooks/lookups.ts';
import { failureOf } from '../../src/webhooks/outcome.ts';
import { eventually } from '../support/eventually.ts';

/** A resolver that doesn't answer names beginning with `silent` until the test does. */
function slowResolver() {
  const asked: string[] = [];
  const waiting = new Map<string, () => void>();
  const lookup: Resolver = (host, _, done) => {
    asked.push(host);
    const answer = () => done(null, [{ address: '93.184.215.14', family: 4 }]);
    if (host.startsWith('silent')) waiting.set(host, answer);
    else answer();
  };
  return { lookup, asked, answer: (host: string) => waiting.get(host)!() };
}

const check = (lookups: ReturnType<typeof limitedLookups>, workspace: string, host: string) =>
  checkAddress(`https://${host}/`, { allowPrivate: false }, lookups(workspace));

const unresolved = (t: ExecutionContext, checked: Promise<unknown>) =>
  t.throwsAsync(checked, { instanceOf: RemoteError, code: 'dns', message: 'does not resolve to an address' });

test('a workspace looks up two names at a time, independently of other workspaces', async t => {
  const names = slowResolver();
  const lookups = limitedLookups(names.lookup, 60_000);
  const checks = [1, 2, 3, 4].map(n => check(lookups, 'one', `silent${n}.example`));
  await check(lookups, 'another', 'answers.example');
  t.deepEqual(names.asked, ['silent1.example', 'silent2.example', 'answers.example']);
  names.answer('silent1.example');
  await checks[0];
  await eventually(
    () => names.asked,
    asked => asked.includes('silent3.example'),
  );
  t.false(names.asked.includes('silent4.example'));
  for (const n of [2, 3]) names.answer(`silent${n}.example`);
  await Promise.all(checks.slice(1, 3));
  await eventually(
    () => names.asked,
    asked => asked.includes('silent4.example'),
  );
  names.answer('silent4.example');
  t.is((await checks[3])!.hostname, 'silent4.example');
});

test('a name that isn’t resolved in time fails, and so does a name that waited for it', async t => {
  const names = slowResolver();
  const lookups = limitedLookups(names.lookup, 500);
  for (const error of await Promise.all(
    [1, 2, 3].map(n => unresolved(t, check(lookups, 'one', `silent${n}.example`))),
  )) {
    t.is(failureOf(error).reason, 'name took too long to resolve');
  }
  t.deepEqual(names.asked, ['silent1.example', 'silent2.example']);
  // The workspace's lookups still occupy their threads, although no call waits for them.
  await unresolved(t, check(lookups, 'one', 'answers.example'));
  await check(lookups, 'another', 'answers.example');
  // A late answer only frees the thread.
  names.answer('silent1.example');
  await eventually(
    () => check(lookups, 'one', 'answers.example'),
    url => url.hostname === 'answers.example',
  );
});

test('a name that several workspaces wait for is looked up once', async t => {
  const names = slowResolver();
  const lookups = limitedLookups(names.lookup, 60_000);
  const checks = ['one', 'two', 'three'].map(workspace => check(lookups, workspace, 'silent.example'));
  t.deepEqual(names.asked, ['silent.example']);
  names.answer('silent.example');
  await Promise.all(checks);
});
