// Dates have no time zone, so no clock changes between them.

/** A date. The month and the day may lie outside of the year and the month. */
export function dayAt(year: number, month: number, day: number): string {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.toISOString().split('T')[0]!;
}

const partsOf = (date: string) => date.split('-').map(Number) as [year: number, month: number, day: number];

/** The date a number of days after a date. */
export function dayAfter(date: string, days: number): string {
  const [year, month, day] = partsOf(date);
  return dayAt(year, month, day + days);
}

/** The first days of this many months, the last of which has a date, oldest first. */
export function monthsUntil(date: string, count: number): string[] {
  const [year, month] = partsOf(date);
  return Array.from({ length: count }, (_, at) => dayAt(year, month - count + 1 + at, 1));
}

/** The last day of a date's month. */
export function monthEnd(date: string): string {
  const [year, month] = partsOf(date);
  return dayAt(year, month + 1, 0);
}
