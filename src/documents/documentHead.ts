import type { DocumentView } from './documentView.ts';
import type { Localizer } from './localizer.ts';
import { recipientLines, senderLines } from './parties.ts';
import type { ClientParties } from './partySnapshot.ts';

/** Where paper is of size Letter, as CLDR has it. */
const onLetter = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** The head that all documents have in common, with the names of the parties' roles in the document. */
export function documentHead(
  parties: Pick<ClientParties, 'from' | 'to'>,
  localizer: Localizer,
  labels: { from: string; to: string },
): Pick<DocumentView, 'language' | 'paper' | 'pageOf' | 'logo' | 'from' | 'to' | 'footer'> {
  const { from } = parties;
  return {
    language: localizer.language,
    paper: onLetter.has(from.country ?? '') ? 'us-letter' : 'a4',
    pageOf: localizer.messages('pageOf', { page: '{page}', pages: '{pages}' }),
    logo: from.logo ?? null,
    from: { label: labels.from, lines: senderLines(parties, localizer) },
    to: { label: labels.to, lines: recipientLines(parties, localizer) },
    footer: from.invoiceFooter ?? null,
  };
}
