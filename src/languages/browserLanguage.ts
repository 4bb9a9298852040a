import { type Language, languages } from '../vocabulary/documents.ts';

/**
 * The language of a page for people of whom nothing is known: the one of ours that their browser prefers (Accept-Language, RFC 9110),
 * otherwise `otherwise`. Of a client's page corkboard.client_language decides it, and of a document's page the document.
 */
export function browserLanguage(accepted = '', otherwise: Language = 'en'): Language {
  const ranges = accepted.split(',').map(range => {
    const [tag = '', ...parameters] = range.split(';').map(part => part.trim());
    const weight = parameters.find(part => part.startsWith('q='))?.slice(2) ?? '1';
    return { language: tag.split('-')[0]!.toLowerCase(), weight: Number(weight) };
  });
  const preferred = ranges
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => languages.find(known => known === language));
  return preferred.find(language => language !== undefined) ?? otherwise;
}
