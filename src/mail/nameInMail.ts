import { cut } from '../vocabulary/cut.ts';
import { oneLine } from '../vocabulary/text.ts';

/** The longest name in an email, in UTF-16 units. */
const nameLimit = 80;

/** The signs that make a text a link in mail programs, which also take the other full stops of domains for one. */
const linkSigns = /([./:@\\\u3002\uff0f\uff0e\uff61])(?=\S)/gu;
/** The signs with which a name could end the quotation. */
const quotationMarks = /["“”„‟«»]/gu;

/**
 * A name that people chose, such as a workspace's, for an email that we send to others: one line in quotation marks, cut if
 * it is long, and without links, as in chat messages. Otherwise anyone could send texts of their own from our address.
 */
export const nameInMail = (name: string): string =>
  `“${cut(oneLine(name).replace(quotationMarks, '’').replace(linkSigns, '$1 '), nameLimit)}”`;
