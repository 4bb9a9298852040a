/** A page without the labels that the style sheet shows beside the cells of a table on a phone. */
export const withoutLabels = (page: string): string => page.replaceAll(/ data-label="[^"]*"/g, '');
