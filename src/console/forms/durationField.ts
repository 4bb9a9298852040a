import { decimal, type Notation, parseDecimal } from '../../money/decimal.ts';

/**
 * The minutes that a text stands for, null if it isn't a duration: `1:30`, `1h30`, `1 h 30 min`, `1.5 h`, `1.5` and `90 min`
 * are 90, `:30` and `.5` are 30, and `8` is 480. A number alone is hours. Decimal hours are written as in the locale, and
 * rounded to the nearest minute, because `1.33 h` means 1:20.
 */
export function parseDuration(text: string, notation: Notation): number | null {
  const typed = text.trim().toLowerCase();
  const [, hours, minutes = '0'] =
    /^(\d{0,9})\s*:\s*([0-5]\d)$/.exec(typed) ??
    /^(\d{1,9})\s*h(?:ours?|rs?)?\s*([0-5]?\d)\s*(?:m(?:in(?:utes?)?)?)?$/.exec(typed) ??
    [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  const [, decimalHours] = /^(.*\d)\s*h(?:ours?|rs?)?$/.exec(typed) ?? [];
  if (decimalHours !== undefined) return minutesOf(decimalHours, notation);
  const [, minutesAlone] = /^(.*\d)\s*m(?:in(?:utes?)?)?$/.exec(typed) ?? [];
  if (minutesAlone !== undefined) return parseDecimal(minutesAlone, 0, notation);
  const wholeHours = parseDecimal(typed, 0, notation);
  return wholeHours === null ? minutesOf(typed, notation) : wholeHours * 60;
}

/** Whether a text is a whole number without a unit that exceeds the hours of a day, as a person types who means minutes. */
export const looksLikeMinutes = (text: string, notation: Notation): boolean =>
  (parseDecimal(text, 0, notation) ?? 0) > 24;

/** The minutes of decimal hours; null if the text isn't a decimal number. */
function minutesOf(hours: string, notation: Notation): number | null {
  const hundredths = parseDecimal(hours.replace(/^(?=[.,\u066b]\d)/, '0'), 2, notation);
  return hundredths === null ? null : Math.round((hundredths * 60) / 100);
}

/** Minutes as hours and minutes, which `parseDuration` parses back: `1:30`. */
export const durationText = (minutes: number): string =>
  `${Math.trunc(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** Examples of what people may type. */
export const durationExamples = (notation: Notation): string =>
  `1:30, ${decimal(15, 1, notation)} h or 90 min`;

/** The example in a blank field, which shows that a number alone is hours. */
export const durationPlaceholder = 'Hours, such as 8 or 0:45';

/** A typed time and the text that follows it: `1:30 Call` and `90 min Call` are calls of 1:30. */
export function splitTime(typed: string, notation: Notation): { time: string; text: string } {
  const words = parseDuration(typed, notation) === null ? typed.trim().split(/\s+/) : [];
  // The longest time is `1 h 30 min`.
  for (let count = Math.min(4, words.length - 1); count > 0; count--) {
    const time = words.slice(0, count).join(' ');
    const text = words.slice(count).join(' ');
    if (/\p{L}/u.test(text) && parseDuration(time, notation) !== null) return { time, text };
  }
  return { time: typed, text: '' };
}
