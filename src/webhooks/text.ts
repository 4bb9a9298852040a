import { oneLine } from '../vocabulary/text.ts';

/** The most lines of a text in a message: more would push a channel's other messages off the screen. */
const maxLines = 12;

/** A text of several lines, each cleaned by oneLine: the first lines that aren't blank. */
export function paragraph(text: string): string {
  const lines = text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map(oneLine)
    .filter(Boolean);
  return lines.length > maxLines ? [...lines.slice(0, maxLines), '…'].join('\n') : lines.join('\n');
}
