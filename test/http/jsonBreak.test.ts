import test from 'ava';
import fc from 'fast-check';
import { jsonBreak } from '../../src/http/jsonBreak.ts';

const unclosed = 'a text is not closed, or has a line break or backslash that is not escaped, at';

for (const [json, problem] of [
  ['{"a": 1,}', 'leave out the comma before the } at line 1, column 9.'],
  ['{"a": [1,\n 2,\n],\n"b": 2}', 'leave out the comma before the ] at line 3, column 1.'],
  ['{"a": 1', 'it ends too soon, at line 1, column 8.'],
  ['{"a"', 'it ends too soon, at line 1, column 5.'],
  ['{"a" 1}', '"1" can\'t be at line 1, column 6.'],
  ['{"a": 1 "b": 2}', '"\\"" can\'t be at line 1, column 9.'],
  ['{"é🙂": tru}', '"t" can\'t be at line 1, column 8.'],
  ["{'a': 1}", '"\'" can\'t be at line 1, column 2.'],
  ['{a: 1}', '"a" can\'t be at line 1, column 2.'],
  ['{"a": 01}', '"0" can\'t be at line 1, column 7.'],
  ['{"a": 1,, "b": 2}', '"," can\'t be at line 1, column 9.'],
  ['{"a": 1}}', '"}" can\'t be at line 1, column 9.'],
  ['{"a": "b}', `${unclosed} line 1, column 7.`],
  ['{"a": "b\nc"}', `${unclosed} line 1, column 7.`],
  ['{"a": "\\q"}', `${unclosed} line 1, column 7.`],
  ['{"a":\u00a01}', '"\u00a0" can\'t be at line 1, column 6.'],
] as const) {
  test(`${JSON.stringify(json)}: ${problem}`, t => {
    t.throws(() => JSON.parse(json));
    t.is(jsonBreak(json), `The body is not valid JSON: ${problem}`);
  });
}

test('a character that breaks JSON is found wherever it is', t => {
  const isFound = (value: unknown, at: number) => {
    const json = JSON.stringify({ value }, null, 1);
    const tokens = json.split(/(?<=[[{,:\]}]) ?/);
    const before = tokens.slice(0, at % tokens.length).join(' ');
    const lines = `${before} `.split('\n');
    const place = `line ${lines.length}, column ${[...lines.at(-1)!].length + 1}.`;
    return jsonBreak(`${before} # ${json}`) === `The body is not valid JSON: "#" can't be at ${place}`;
  };
  const values = fc.jsonValue({ depthSize: 'small', stringUnit: fc.constantFrom('a', '🙂') });
  fc.assert(fc.property(values, fc.nat(), isFound));
  t.pass();
});
