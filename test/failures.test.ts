import test from 'ava';
import { failuresIn } from './support/failures.ts';

// The summary at the end of a failed npm test (test/run.ts), from ava's output.

const output = `
  ✔ groups › 1 › test/a.test.ts › passes
  ✘ [fail]: groups › 1 › test/a.test.ts › adds up Value must match
    ℹ logged

  Uncaught exception in test/groups/2.test.ts

  test/support/b.ts:2

   1: import test from 'ava';
   2: setTimeout(fail)

  Error: early

  › Timeout.fail (file://test/support/b.ts:2:1)

  ✘ test/groups/2.test.ts exited with a non-zero exit code: 1
  ✔ groups › 1 › test/a.test.ts › passes too
  ─

  groups › 1 › test/a.test.ts › adds up

  test/a.test.ts:3

   2: before
   3: t.is(1, 2)

  Difference (- actual, + expected):

  - 1
  + 2

  › file://test/a.test.ts:3:4

  ─

  1 test failed
  1 uncaught exception
`;

test('the summary has the title, file and error of each failure, and uncaught exceptions', t => {
  t.is(
    failuresIn(output),
    [
      '===== Failures: 3',
      '  test/a.test.ts › adds up',
      ...['  test/a.test.ts:3', '  Difference (- actual, + expected):', '  - 1', '  + 2'],
      '  › file://test/a.test.ts:3:4',
      ...['  Uncaught exception in test/groups/2.test.ts', '  test/support/b.ts:2', '  Error: early'],
      '  › Timeout.fail (file://test/support/b.ts:2:1)',
      '  ✘ test/groups/2.test.ts exited with a non-zero exit code: 1',
    ].join('\n'),
  );
});

test('the summary of a run that broke off names the tests that failed until then', t => {
  t.is(
    failuresIn(output.slice(0, output.indexOf('Uncaught'))),
    '===== Failures: 1\n  ✘ [fail]: test/a.test.ts › adds up Value must match\n    ℹ logged',
  );
});

test('the summary of many failures fits into 100 lines', t => {
  const failed = Array.from({ length: 300 }, (_, n) => `  test/a.test.ts › test ${n}\n\n  why\n`).join(
    '\n\n\n',
  );
  const lines = failuresIn(`  ─\n${failed}\n  ─\n`).split('\n');
  t.is(lines.length, 92);
  t.is(lines.at(-1), '… and 210 more');
});
