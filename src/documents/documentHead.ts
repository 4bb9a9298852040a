import type { DocumentView } from './documentView.ts';
import { recipientLines, senderLines } from './parties.ts';
import type { ClientParties } from './partySnapshot.ts';
import type { Writing } from './writing.ts';

/** Where paper is of size Letter, as CLDR has it. */
const onLetter = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** What all documents have in common, with the names of the parties' roles in the document. */
export function documentHead(
  parties: Pick<ClientParties, 'from' | 'to'>,
  writing: Writing,
  labels: { from: string; to: string },
): Pick<DocumentView, 'language' | 'paper' | 'pageOf' | 'logo' | 'from' | 'to' | 'footer'> {
  const { from } = parties;
  return {
    language: writing.language,
    paper: onLetter.has(from.country ?? '') ? 'us-letter' : 'a4',
    pageOf: writing.words('pageOf', { page: '{page}', pages: '{pages}' }),
    logo: from.logo ?? null,
    from: { label: labels.from, lines: senderLines(parties, writing) },
    to: { label: labels.to, lines: recipientLines(parties, writing) },
    footer: from.invoiceFooter ?? null,
  };
}
