/** The years of the days that people type into forms. */
const firstYear = 1970;
const lastYear = 2100;

/**
 * The rule that a day breaks whose year must be a mistake; undefined if it breaks none. Browsers make the year 26 of a typed "26",
 * and no period of a report would ever have that day. The API takes every day.
 */
export function dayRule(text: string): string | undefined {
  const [, year] = /^(\d{4})-\d\d-\d\d$/.exec(text.trim()) ?? [];
  if (year === undefined || (Number(year) >= firstYear && Number(year) <= lastYear)) return undefined;
  return `must be in a year from ${firstYear} to ${lastYear}`;
}
