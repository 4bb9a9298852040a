import { createHash } from 'node:crypto';
import { Failure } from '../../errors/failure.ts';
import { catalogues } from '../../languages/messages.ts';
import { type Language, languages } from '../../vocabulary/documents.ts';

/** What a client declares by entering their name: a text of its own in each language. */
export type Declaration = keyof typeof catalogues.en.declarations;

/** A declaration in a language, and the SHA-256 of its text, in hexadecimal. */
interface Declared {
  language: Language;
  text: string;
  sha256: string;
}

/** A declaration in the language of a page, which sends back its hash. */
export function declarationIn(language: Language, declaration: Declaration): Declared {
  const text = catalogues[language].declarations[declaration];
  return { language, text, sha256: createHash('sha256').update(text).digest('hex') };
}

/** The declaration that a page showed. Throws conflict if its text was another one: another version of Corkboard made the page. */
export function shownDeclaration(declaration: Declaration, sha256: string): Declared {
  const shown = languages
    .map(language => declarationIn(language, declaration))
    .find(declared => declared.sha256 === sha256);
  if (shown === undefined) throw new Failure('conflict', catalogues.en.refusals.declarationChanged);
  return shown;
}
