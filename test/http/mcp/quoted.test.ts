import test from 'ava';
import fc from 'fast-check';
import { quoted } from '../../../src/http/mcp/quoted.ts';

const same = (text: string) => quoted(text) === JSON.stringify(text);

test('JSON is quoted as JSON.stringify does it, JSON in JSON included', t => {
  const json = fc.json({ stringUnit: 'binary' });
  t.notThrows(() => fc.assert(fc.property(json, text => same(text) && same(JSON.stringify(text)))));
});

test('any text is quoted as JSON.stringify does it, control characters included', t => {
  t.notThrows(() => fc.assert(fc.property(fc.string({ unit: 'binary' }), same), { numRuns: 1000 }));
  for (let code = 0; code < 0x100; code++) {
    const character = String.fromCharCode(code);
    for (const text of [character, `${character}a`, `a${character}`, `"${character}\\`]) {
      t.true(same(text), `${code} in ${JSON.stringify(text)}`);
    }
  }
});

test('a text of any length is quoted whole, whatever was quoted before it', t => {
  for (const unit of ['"', 'a', 'ß', '\\😀']) {
    for (const length of [65_537, 65_536, 65_535, 32_768, 3, 2, 1, 0]) {
      t.true(same(unit.repeat(length)), `${length} times ${unit}`);
    }
  }
});
