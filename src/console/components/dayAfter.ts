const dayMs = 86_400_000;

/** The date a number of days after a date. Dates have no time zone, so no clock changes in between. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().split('T')[0]!;
