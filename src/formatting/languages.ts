import { memoize } from '../concurrency/memoize.ts';

const names = new Intl.DisplayNames('en', { type: 'language' });

/** The English name of a language, by its ISO 639 code. */
export const languageName = (code: string): string => names.of(code)!;

const namesIn = memoize(String, (language: string) => new Intl.DisplayNames(language, { type: 'language' }));

/** Which of some languages has this name in one of them; undefined if none has. */
export const languageNamed = (text: string, codes: readonly string[]): string | undefined =>
  codes.find(code =>
    codes.some(language => namesIn(language).of(code)!.toLowerCase() === text.toLowerCase()),
  );
