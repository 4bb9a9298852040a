import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { Overload } from '../../src/errors/serviceError.ts';
import { causeOf } from '../../src/errors/translate.ts';

const src = join(import.meta.dirname, '../../src');

const failed = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);

for (const [cause, what, error] of [
  ['overload', 'no connection came free', new Overload('too late')],
  ['overload', 'a lock was waited for too long', failed({ code: '55P03', severity: 'ERROR' })],
  ['overload', 'a statement took too long', failed({ code: '57014', severity: 'ERROR' })],
  [
    'connections',
    'the server has no connection left',
    failed({ cause: failed({ code: '53300', severity: 'FATAL' }) }),
  ],
  ['connections', 'a role has no connection left', failed({ code: '53300', severity: 'FATAL' })],
  ['database', 'no server listens', failed({ cause: failed({ code: 'ECONNREFUSED' }) })],
  ['database', 'the server goes down', failed({ code: '57P01', severity: 'FATAL' })],
  ['database', 'the connection broke', failed({ cause: failed({}, 'Connection terminated unexpectedly') })],
  ['database', 'it can only be read', failed({ code: '25006', severity: 'ERROR' })],
  ['disk', 'the disk is full', failed({ code: '53100', severity: 'ERROR' })],
  ['bug', 'a statement is wrong', failed({ code: '42883', severity: 'ERROR' })],
  ['bug', 'a row is not as it must be', failed({ cause: failed({ code: '23514', severity: 'ERROR' }) })],
  ['bug', 'our own code threw', new TypeError('x is not a function')],
] as const) {
  test(`that ${what} is reported as ${cause}`, t => t.is(causeOf(error), cause));
}

test('an error class of the service derives from ServiceError', t => {
  const classes = globSync('**/*.ts', { cwd: src }).flatMap(file =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/class (\w+)[^{]* extends Error\b/g)].map(
      ([, name]) => `${name} in ${file}`,
    ),
  );
  t.deepEqual(classes, ['ServiceError in errors/serviceError.ts']);
});
