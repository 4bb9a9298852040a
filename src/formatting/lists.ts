const lists = new Intl.ListFormat('en');

/** Names in a sentence of the console: `A, B, and C`. */
export const listed = (names: readonly string[]): string => lists.format(names);
