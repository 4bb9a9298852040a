import test from 'ava';
import { IntlMessageFormat } from 'intl-messageformat';
import { browserLanguage } from '../../src/languages/browserLanguage.ts';
import { catalogues } from '../../src/languages/messages.ts';
import { languages } from '../../src/vocabulary/documents.ts';

/** The texts of a catalogue by their path, like `mails.invoice.subject`. */
const textsOf = (group: object, prefix = ''): [path: string, text: string][] =>
  Object.entries(group).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : textsOf(value, `${prefix}${key}.`),
  );

const english = new Map(textsOf(catalogues.en));

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
      const [given, said] = [valuesOf(english.get(path)!), valuesOf(text)];
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
