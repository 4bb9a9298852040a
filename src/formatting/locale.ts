import { memoize } from '../concurrency/memoize.ts';

// A workspace's locale and time zone are typed by people and kept in the database, also in documents that never change.
// This machine may not know them, and Intl throws on what it cannot parse. So every formatter in this folder asks here
// first. Nothing else in the service formats for people (test/formatting/formatting.test.ts).

/**
 * A locale in its canonical form, or en-US where this machine does not know it. Never throws. Given an unknown one, Intl
 * would format by the environment of the process.
 */
export const knownLocale = memoize(
  (locale: string) => `${locale}`,
  locale => unlessThrown(() => Intl.NumberFormat.supportedLocalesOf(locale)[0]) ?? 'en-US',
);

/** Whether this machine knows a time zone, like Europe/Berlin. */
export const isTimeZone = (timeZone: string): boolean =>
  unlessThrown(() => new Intl.DateTimeFormat('en-US', { timeZone })) !== undefined;

/** A time zone, or UTC where this machine does not know it. Never throws. */
export const knownZone = memoize(
  (timeZone: string) => `${timeZone}`,
  timeZone => (isTimeZone(timeZone) ? timeZone : 'UTC'),
);

function unlessThrown<Result>(get: () => Result): Result | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}
