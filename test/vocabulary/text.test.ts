import test from 'ava';
import { isBlank, notBlankPattern, oneLine, optionalText, requiredText } from '../../src/vocabulary/text.ts';
import { world } from '../support/world.ts';

const w = world(test);

test('a name contains no line breaks or direction marks', t => {
  t.is(oneLine('  A\r\n\tB\u0000\u0007C\u2028D\u0085 E  '), 'A B C D E');
  t.is(oneLine('invoice\u202egnp.exe \u2066x\u2069\u200f'), 'invoicegnp.exe x');
  t.is(oneLine('👩‍👩‍👧 مخبز'), '👩‍👩‍👧 مخبز');
});

test('text without a visible character is blank, and one visible character is enough', t => {
  for (const nothing of [
    '',
    ' \u00a0\u3000',
    '\u200b',
    '\u3164\u115f',
    '\u00ad \u2060\ufe0f',
    '\u{e0041}\u200d',
  ]) {
    t.true(isBlank(nothing));
    t.false(requiredText(5).safeParse(nothing).success);
    t.is(optionalText(5).parse(nothing), undefined);
    t.is(requiredText(9).parse(`${nothing}a`), `${nothing}a`.trim());
  }
  for (const text of ['a', '\u200b.', 'ㅤㄱ', '❤\ufe0f', '\u0301', '\u{1f642}']) t.false(isBlank(text));
});

test('text is blank in the same cases for operations, for SQL and for readers of the API’s description', async t => {
  const { rows } = await w.db.query(`
    select c from generate_series(1, x'10ffff'::int) c
     where c not between x'd800'::int and x'dfff'::int and corkboard.is_blank(chr(c)) order by c`);
  const blank = new Set(rows.map(({ c }) => String.fromCodePoint(c)));
  const all = Array.from({ length: 0x10ffff }, (_, n) => String.fromCodePoint(n + 1));
  // PostgreSQL counts five control characters as white space, and JavaScript doesn't.
  t.deepEqual(
    all.filter(character => isBlank(character) !== blank.has(character)),
    ['\u001c', '\u001d', '\u001e', '\u001f', '\u0085'],
  );
  t.true(all.every(character => !/\p{Default_Ignorable_Code_Point}/u.test(character) || isBlank(character)));
  for (const pattern of [new RegExp(notBlankPattern, 'u'), new RegExp(notBlankPattern)]) {
    const isAlike = (character: string) =>
      character.length > 1 || pattern.test(character) !== isBlank(character);
    t.true(all.every(isAlike));
  }
});
