import { characterStart } from '../formatting/characters.ts';

/**
 * The text, escaped, in at most `limit` UTF-16 units (no service counts more than those). A text that is too long is
 * cut between two characters as a person sees them, never inside an escape, and ends in an ellipsis. `escaped` must
 * never make a longer text shorter than the beginning of the same text.
 */
export function cut(text: string, limit: number, escaped: (text: string) => string = same): string {
  const whole = escaped(text);
  if (whole.length <= limit) return whole;
  const shortened = (length: number) => escaped(text.slice(0, length).trimEnd() + '…');
  return shortened(
    boundary(
      text,
      longest(text, length => shortened(length).length <= limit),
    ),
  );
}

const same = (text: string) => text;

/** The greatest length for which the beginning of the text fits. */
function longest(text: string, fits: (length: number) => boolean): number {
  let [least, most] = [0, text.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** The last index, `length` at most, at which the text may be cut; a character that is longer than that is split. */
function boundary(text: string, length: number): number {
  const start = characterStart(text, length);
  if (start) return start;
  return text.slice(0, length).isWellFormed() ? length : length - 1;
}
