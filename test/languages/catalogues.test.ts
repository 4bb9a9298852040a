import test from 'ava';
import { IntlMessageFormat } from 'intl-messageformat';
import { browserLanguage } from '../../src/languages/browserLanguage.ts';
import { catalogues, english } from '../../src/languages/messages.ts';
import { type Language, languages } from '../../src/vocabulary/documents.ts';

/** The texts of a catalogue by their path, like `mails.invoice.subject`. */
const textsOf = (group: object, prefix = ''): [path: string, text: string][] =>
  Object.entries(group).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : textsOf(value, `${prefix}${key}.`),
  );

const inEnglish = new Map(textsOf(catalogues.en));

/** The names of the values that a text takes. */
function valuesOf(text: string): Set<string> {
  const found = new Set<string>();
  const visit = (nodes: any[]): void => {
    for (const { type, value, options } of nodes) {
      if (type !== 0 && type !== 7) found.add(value);
      for (const option of Object.values<any>(options ?? {})) visit(option.value);
    }
  };
  visit(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
  return found;
}

test('each text takes the same values in all languages', t => {
  // A language may ask for these where English doesn't, or leave them out.
  const more = ['country', 'kind', 'count', 'isTaxed', 'tax', 'status'];
  for (const language of languages)
    for (const [path, text] of textsOf(catalogues[language])) {
      const [given, said] = [valuesOf(inEnglish.get(path)!), valuesOf(text)];
      for (const name of more) for (const set of [given, said]) set.delete(name);
      t.deepEqual([...said].sort(), [...given].sort(), `${language} ${path}`);
    }
});

test('a page for people who aren’t known is in the language that their browser prefers', t => {
  for (const [accepted, language] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['sv, nl-BE;q=0.5, fr;q=0.7', 'fr'],
    ['es;q=0, EN-us;q=0.1', 'en'],
    ['*', 'nl'],
    [';;,=;q=x', 'nl'],
    [undefined, 'nl'],
  ] as const)
    t.is(browserLanguage(accepted, 'nl'), language, accepted);
  t.is(browserLanguage('sv'), 'en');
});

/** The messages that are the same in English, each because the word is. */
const sameAsInEnglish: Record<Exclude<Language, 'en'>, Record<string, string>> = {
  de: {
    version: 'German has the word.',
    status: 'German has the word.',
    inCurrency: 'The preposition is the same.',
  },
  fr: {
    client: 'English has the French word.',
    date: 'English has the French word.',
    version: 'English has the French word.',
    pages: 'English has the French word.',
    document: 'English has the French word.',
    documents: 'English has the French word.',
    totalTax: 'English has the French word, and the tax is a value.',
  },
  nl: {
    project: 'Dutch has the word.',
    document: 'Dutch has the word.',
    status: 'Dutch has the word.',
    inCurrency: 'The preposition is the same.',
  },
  es: {
    subtotal: 'Spanish has the word.',
    total: 'Spanish has the word.',
    totalTax: 'Spanish has the word, and the tax is a value.',
  },
};

test('no text was left in English, and none begins or ends with a space', t => {
  for (const [language, reasons] of Object.entries(sameAsInEnglish)) {
    const texts = textsOf(catalogues[language as Language]);
    const same = texts.filter(([path, text]) => inEnglish.get(path) === text).map(([path]) => path);
    t.deepEqual(same.sort(), Object.keys(reasons).sort(), language);
    for (const [path, text] of texts) t.is(text, text.trim(), `${language} ${path}`);
  }
});

test('French has no space before a sign at which a line could break', t => {
  for (const [path, text] of textsOf(catalogues.fr)) t.notRegex(text, / [:;?!»]|« /, path);
});

test('a value from right to left doesn’t move what stands beside it', t => {
  const at = '29 November 2026';
  t.is(english('agreedBy', { kind: 'scope', name: 'אורי', at }), `Approved by \u2068אורי\u2069, ${at}.`);
  t.is(english('inquiryTo', { sender: 'مخبز' }), 'Inquiry to \u2068مخبز\u2069');
  t.is(english('inquiryTo', { sender: 'Müller & 王' }), 'Inquiry to Müller & 王');
  const numbers = { kind: 'one', number: 'א', count: 1 };
  t.is(english('flat', numbers), 'flat rate');
  t.is(english('pieces', numbers), '\u2068א\u2069 piece');
});
