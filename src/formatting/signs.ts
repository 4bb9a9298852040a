import { memoize } from '../concurrency/memoize.ts';
import { knownLocale } from './locale.ts';

/** How a number is written: as in a locale, where amounts of a currency may be written otherwise than other numbers. */
export interface Notation {
  locale: string;
  currency?: string;
}

/** The decimal point and the separator of thousands of a notation, and its locale's own digits, from 0 to 9. */
export const numberSymbols = memoize(
  ({ locale, currency }: Notation) => `${locale} ${currency}`,
  ({ locale, currency = '' }) => {
    const style = /^[A-Z]{3}$/.test(currency) ? ({ style: 'currency', currency } as const) : {};
    const place = knownLocale(locale);
    const parts = new Intl.NumberFormat(place, {
      ...style,
      numberingSystem: 'latn',
      minimumFractionDigits: 1,
    }).formatToParts(1_234_567.5);
    const sign = (type: string) => parts.find(part => part.type === type)?.value;
    const digits = new Intl.NumberFormat(place, { useGrouping: false }).format(9_876_543_210);
    return { point: sign('decimal')!, group: sign('group'), digits: [...digits].reverse() };
  },
);
