// How dates, times, amounts and numbers are written for people. Nothing else in the service formats them.

export * from './amounts.ts';
export * from './days.ts';
export * from './lists.ts';
export { isTimeZone, knownLocale } from './locale.ts';
export * from './numbers.ts';
