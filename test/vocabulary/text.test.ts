import test from 'ava';
import { subscribable } from '../../src/records/event.ts';
import { keyScope } from '../../src/vocabulary/fields.ts';
import {
  isBlank,
  notBlankPattern,
  oneLine,
  optionalText,
  printable,
  requiredText,
} from '../../src/vocabulary/text.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

test('a name contains no line breaks or direction marks', t => {
  t.is(oneLine('  A\r\n\tB\u0000\u0007C\u2028D\u0085 E  '), 'A B C D E');
  t.is(oneLine('invoice\u202egnp.exe \u2066x\u2069\u200f'), 'invoicegnp.exe x');
  t.is(oneLine('👩‍👩‍👧 مخبز'), '👩‍👩‍👧 مخبز');
});

test('what no XML holds or forces a direction is left out, and each end of a line is a line feed', t => {
  t.is(printable('a\u0000\u0001\u0007\u001f\u007f\u0080\ud800b\udc00\ufffe\uffff\tc'), 'ab\tc');
  t.is(printable('a\r\nb\rc\u2028d\u2029e\u0085f\vg'), 'a\nb\nc\nd\ne\nf\ng');
  t.is(
    printable('\u202e%05\u202c \u202a\u202b\u202d\u2066\u2067\u2068مخبز\u2069\u200f'),
    '%05 \u2068مخبز\u2069\u200f',
  );
  t.is(printable('Ñ 🎉 \ufffd\u{10ffff}'), 'Ñ 🎉 \ufffd\u{10ffff}');
});

test('text without a visible character is blank, and one visible character is enough', t => {
  for (const nothing of [
    '',
    ' \u00a0\u3000',
    '\u200b',
    '\u3164\u115f',
    '\u00ad \u2060\ufe0f',
    '\u{e0041}\u200d',
    '\u2800',
    '\u0001\u0085',
  ]) {
    t.true(isBlank(nothing));
    t.false(requiredText(5).safeParse(nothing).success);
    t.is(optionalText(5).parse(nothing), undefined);
    t.is(requiredText(9).parse(`${nothing}a`), `${nothing}a`.trim());
  }
  for (const text of ['a', '\u200b.', 'ㅤㄱ', '❤\ufe0f', '\u0301', '\u{1f642}']) t.false(isBlank(text));
});

/** Every code point of the planes that have characters, without surrogates. */
const codes = [
  [0x1, 0xd7ff],
  [0xe000, 0x1ffff],
  [0xe0000, 0xe0fff],
].flatMap(([first, last]) => Array.from({ length: last! - first! + 1 }, (_, n) => first! + n));

test('text is blank in the same cases for operations, for SQL and for readers of the API’s description', async t => {
  const { rows } = await w.db.query(
    `
    select c from unnest($1::int[]) c where corkboard.is_blank(chr(c)) order by c`,
    [codes],
  );
  const blank = new Set(rows.map(({ c }) => String.fromCodePoint(c)));
  const all = codes.map(code => String.fromCodePoint(code));
  t.deepEqual(
    all.filter(character => isBlank(character) !== blank.has(character)),
    [],
  );
  // Unicode's own lists, without the format characters that have a sign of their own: those that stand before numbers.
  const signs = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
  const listed = /[\p{White_Space}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
  // What has no list: blanks among braille patterns, notes and Khitan letters.
  const others = ['\u2800', '\u{16fe4}', '\u{1d159}'];
  t.deepEqual(
    all.filter(isBlank),
    all.filter(character => (listed.test(character) && !signs.test(character)) || others.includes(character)),
  );
  for (const pattern of [new RegExp(notBlankPattern, 'u'), new RegExp(notBlankPattern)]) {
    const isAlike = (character: string) =>
      character.length > 1 || pattern.test(character) !== isBlank(character);
    t.true(all.every(isAlike));
  }
});

test('scopes and events are those of the database, in the same order', async t => {
  const { rows } = await w.db.query(
    'select corkboard.key_scopes() as scopes, corkboard.subscribable_events() as events',
  );
  t.deepEqual(rows, [{ scopes: keyScope.options, events: subscribable }]);
});
