const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where the character begins that stands at an index of the text, a character being what a person sees as one; undefined: past the end. */
export const characterStart = (text: string, index: number): number | undefined =>
  graphemes.segment(text).containing(index)?.index;
