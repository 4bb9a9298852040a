/** A page without the labels that the style sheet shows beside table cells on narrow screens. */
export const withoutLabels = (page: string): string => page.replaceAll(/ data-label="[^"]*"/g, '');
