import test from 'ava';
import { approveScope, signContract } from '../../src/actions/agreement.ts';
import { typedName } from '../../src/vocabulary/typedName.ts';
import { refusalOf } from '../support/refusal.ts';
import { sharedWorld } from '../support/world.ts';

// The names under which people approve and sign stand on documents and in the audit log, where they must not pass for
// anything else; but everyone can write their own.

const w = sharedWorld(test, 'api');
const { sql } = w;
const name = typedName(500);

const names = {
  Latin: 'Zoë O’Brien-Łukasiewicz, Jr.',
  'Latin with combining marks': 'Zoe\u0308',
  Arabic: 'محمد عبد الله',
  'Persian with a zero-width non-joiner': 'علی\u200cرضا نیک\u200cپور',
  'Hebrew with points': 'דָּוִד בֶּן־גּוּרְיוֹן',
  'Devanagari with a zero-width joiner': 'क्\u200dष शर्मा',
  'Devanagari with a zero-width non-joiner': 'श्रीमान्\u200cजी',
  'Bengali with a joiner before the virama': 'র\u200d্যাচেল',
  'Sinhala with a joiner': 'ශ්\u200dරී ලංකා',
  'Malayalam with an old chillu': 'രാജന്\u200d',
  'Khmer with a zero-width space': 'ហ៊ុន\u200bសែន',
  Thai: 'สมชาย ใจดี',
  Burmese: 'အောင်ဆန်း',
  Tibetan: 'བསྟན་འཛིན།',
  'Mongolian with its vowel separator': 'ᠪᠠᠶᠠᠷ\u180eᠠ',
  'Japanese with a variation selector': '辻\u{e0100}　葛\u{e0101}子',
  Korean: '김민준',
  Armenian: 'Արամ Խաչատրյան',
  Georgian: 'შოთა რუსთაველი',
  Cyrillic: 'Дар’я Ёлкина',
  Greek: 'Νίκος Καζαντζάκης',
  Amharic: 'አበበ ቢቂላ',
  Syriac: 'ܐܦܪܝܡ',
  Adlam: '𞤃𞤢𞤥𞤢𞤣𞤵',
  Cherokee: 'ᏍᏏᏉᏯ',
  'a firm with digits': '3M 東京',
};

const marks = {
  'an override of the direction': 'Ada \u202e(tneilc)',
  'an isolate': '\u2066Ada\u2069',
  'a mark of direction': 'Ada\u200f',
  'a line break': 'Ada\nSigned by Eve',
  'a carriage return': 'Ada\rEve',
  'a tab': 'Ada\tMarsh',
  'an escape': 'Ada\u001b[31m',
  'a C1 control': 'Ada\u009b31m',
  'a line separator': 'Ada\u2028Eve',
  'a soft hyphen': 'A\u00adda',
  'a joiner in Latin': 'Ada\u200d Marsh',
  'a zero-width space in Latin': 'A\u200bda',
  'a joiner in front': '\u200dAda',
  'a word joiner': 'A\u2060da',
  'a byte order mark': 'A\ufeffda',
  'a tag': 'Ada\u{e0041}',
  'a Hangul filler': '\u3164',
  'an annotation': 'Ada\ufff9Eve\ufffb',
  'nothing but a variation selector': '\ufe0f',
  'nothing but a combining mark': '\u0301',
};

/** What a function says to a name; null: it takes it. */
const said = (typed: string) =>
  sql(`select corkboard.check_typed_name('signedBy', $1)`, typed).then(() => null, refusalOf);

test('a name is accepted as it is written, in every script', async t => {
  for (const [script, typed] of Object.entries(names)) {
    t.true(name.safeParse(typed).success, script);
    t.is(await said(typed), null, script);
  }
});

test('a name with invisible characters is rejected with a reason', async t => {
  for (const [what, typed] of Object.entries(marks)) {
    const words = name.safeParse(typed).error!.issues[0]!.message;
    t.regex(
      words,
      /^must (not be blank|not contain control characters or invisible formatting|contain a letter)/,
      what,
    );
    t.is(await said(typed), `validation: signedBy ${words}.`, what);
    for (const { input } of [approveScope, signContract]) t.false(input.shape.by!.safeParse(typed).success);
  }
});

/** Every code point in and around the ranges that the rules name. */
const codes = [
  [0x1, 0x31ff],
  [0xa700, 0xac00],
  [0xfdf0, 0xffff],
  [0x107f0, 0x12010],
  [0x1bc90, 0x1bcb0],
  [0x1d160, 0x1d190],
  [0x1e8f0, 0x1e970],
  [0xdfff0, 0xe1010],
].flatMap(([first, last]) => Array.from({ length: last! - first! + 1 }, (_, n) => first! + n));

test('the database rejects exactly the characters that the console rejects', async t => {
  const db = await w.db.connect();
  t.teardown(() => db.release(true));
  await db.query(`
    create function pg_temp.is_refused(typed text) returns boolean language plpgsql as $$
    begin
      perform corkboard.check_typed_name('name', typed);
      return false;
    exception when sqlstate 'ZC001' then return true;
    end $$`);
  for (const around of [
    ['a', 'a'],
    ['ن', 'ا'],
    ['a', '\u200dक'],
  ]) {
    const typed = codes.map(code => around.join(String.fromCodePoint(code)));
    const { rows } = await db.query(
      'select coalesce(array_agg(n order by n), $2) as refused from unnest($1::text[]) with ordinality u (typed, n) where pg_temp.is_refused(typed)',
      [typed, []],
    );
    const refused = new Set(rows[0].refused.map(Number));
    const differing = codes.filter((_, n) => refused.has(n + 1) === name.safeParse(typed[n]).success);
    t.deepEqual(
      differing.map(code => code.toString(16)),
      [],
    );
  }
});
