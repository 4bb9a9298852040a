import test from 'ava';
import { IntlMessageFormat } from 'intl-messageformat';
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
  const more = ['country', 'kind', 'count', 'isTaxed', 'tax'];
  for (const language of languages)
    for (const [path, text] of textsOf(catalogues[language])) {
      const [given, said] = [valuesOf(english.get(path)!), valuesOf(text)];
      for (const name of more) for (const set of [given, said]) set.delete(name);
      t.deepEqual([...said].sort(), [...given].sort(), `${language} ${path}`);
    }
});
