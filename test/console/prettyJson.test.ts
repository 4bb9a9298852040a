import test from 'ava';
import { prettyJson } from '../../src/console/parts/prettyJson.ts';

test('JSON gets the line breaks and indentation of JSON.stringify', t => {
  for (const value of [
    {},
    [],
    null,
    'x',
    { a: 1, b: [1, 2, { c: null }], d: {}, e: [], f: [[], {}] },
    { text: 'braces {}[],: and "quotes" \\ and \n lines', 'key": {': true },
  ])
    t.is(prettyJson(JSON.stringify(value)), JSON.stringify(value, null, 2));
});

test('only white space changes: numbers and escapes stay as they are', t => {
  const json = '{"number":1.0e2,"long":12345678901234567890,"text":"\\u00e9\\/"}';
  t.is(prettyJson(json), '{\n  "number": 1.0e2,\n  "long": 12345678901234567890,\n  "text": "\\u00e9\\/"\n}');
});
