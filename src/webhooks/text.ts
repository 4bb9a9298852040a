import { oneLine } from '../vocabulary/text.ts';

/** How many lines of a text are shown: more would push a channel's other messages off the screen. */
const mostLines = 12;

/** A stranger's longer text, each line as oneLine leaves it: the first twelve that are not blank. */
export function paragraph(text: string): string {
  const lines = text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map(oneLine)
    .filter(Boolean);
  return lines.length > mostLines ? [...lines.slice(0, mostLines), '…'].join('\n') : lines.join('\n');
}
