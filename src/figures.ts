// How dates, times, amounts and numbers are written for people. Nothing else in the service formats them.

export * from './figures/amounts.ts';
export * from './figures/days.ts';
export { isTimeZone, knownLocale } from './figures/locale.ts';
export * from './figures/numbers.ts';
