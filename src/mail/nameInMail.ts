import { cut } from '../vocabulary/cut.ts';
import { oneLine } from '../vocabulary/text.ts';

/** The longest name in an email, in UTF-16 units. */
const nameLimit = 80;

/** The signs that make a text a link or an address in mail programs, which also take other full stops and at signs for them. */
const linkSigns = /([./:@\\\u2024\u3002\ufe52\ufe6b\uff0e\uff0f\uff20\uff61])(?=\S)/gu;
/** The signs with which a name could end the quotation. */
const quotationMarks = /["“”„‟«»]/gu;

const withoutLinks = (name: string): string => name.replace(linkSigns, '$1 ');

/**
 * A name that people chose, such as a workspace's, for an email that we send to others: one line in quotation marks, cut if
 * it is long, and without links, as in chat messages. Otherwise anyone could send texts of their own from our address.
 */
export const nameInMail = (name: string): string =>
  `“${cut(withoutLinks(oneLine(name).replace(quotationMarks, '’')), nameLimit)}”`;

/**
 * A workspace's name as the sender of an email to a client. Mail programs show it in place of our address, so a name that
 * looks like someone else's address or link is made harmless, and says whose address it is.
 */
export function senderInMail(name: string): string {
  const line = oneLine(name);
  const harmless = withoutLinks(line);
  return harmless === line ? cut(line, nameLimit) : `${cut(harmless, nameLimit)} via Corkboard`;
}
