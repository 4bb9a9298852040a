import test from 'ava';
import { forPeople, isForPeople } from '../../src/formatting/logLine.ts';

const time = '2026-11-27T12:31:05.123Z';
const clock = new Date(time).toTimeString().slice(0, 8);
const shown = (line: object) => forPeople(JSON.stringify({ level: 30, time, ...line }));

test('the log is for people on a terminal outside of production only', t => {
  t.true(isForPeople({ isTTY: true }, {}));
  t.true(isForPeople({ isTTY: true }, { NODE_ENV: 'development' }));
  t.false(isForPeople({ isTTY: true }, { NODE_ENV: 'production' }));
  t.false(isForPeople({}, {}));
});

test('a line has time, level, message and fields, quoted where they have to be', t => {
  t.is(
    shown({
      method: 'GET',
      path: '/clients',
      status: 200,
      code: null,
      label: 'A key',
      ms: 1.5,
      msg: 'request',
    }),
    `${clock} info  request method=GET path=/clients status=200 code=null label="A key" ms=1.5\n`,
  );
  t.is(shown({ level: 50, msg: 'x' }), `${clock} error x\n`);
});

test('texts of several lines and stacks follow, indented', t => {
  t.is(
    shown({ mail: { to: 'a@b.example', text: 'Your code:\n\nABCD\n' }, msg: 'not sent' }),
    `${clock} info  not sent mail.to=a@b.example\n    mail.text:\n    Your code:\n    \n    ABCD\n`,
  );
  t.is(
    shown({ level: 50, err: { type: 'TypeError', message: 'no', stack: '    at here' }, msg: 'failed' }),
    `${clock} error failed\n    TypeError: no\n        at here\n`,
  );
});

test('no value moves the cursor or colors the terminal', t => {
  const line = shown({ value: '\u001b[2J', text: 'a\n\u001b[31m\u009b', msg: 'm' });
  t.false(/[^\P{Cc}\n]/u.test(line), JSON.stringify(line));
});
