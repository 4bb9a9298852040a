import { count } from '../../formatting/index.ts';

/** A number that was counted up to a limit: `500+` beyond it. */
export const boundedCount = (number: number, most: number, locale: string): string =>
  number > most ? `${count(most, locale)}+` : count(number, locale);
