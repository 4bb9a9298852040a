import {
  briefMoment,
  dateOf,
  day,
  exactMoment,
  fullStopAfter,
  shortDay,
  shortMoment,
} from '../../formatting/index.ts';
import { type Html, html } from '../html/html.ts';
import type { Person } from '../sessions/person.ts';

/** A time to the second as a list shows it, with its date and time zone in full in its title. */
export const shortTime = (time: string, { locale, time_zone }: Person): Html =>
  html`<time datetime="${time}" title="${exactMoment(time, locale, time_zone)}">${shortMoment(time, locale, time_zone)}</time>`;

/** A date as a list shows it, `Nov 13`, with the full date in its title. */
export const listDate = (date: string, { locale }: Person): Html =>
  html`<time datetime="${date}" title="${day(date, locale)}">${shortDay(date, locale)}</time>`;

/** The day of a time as a list shows it, `Nov 13`, with the full date in its title. */
export function listDay(time: string, { locale, time_zone }: Person): Html {
  const date = dateOf(time, time_zone);
  return html`<time datetime="${time}" title="${day(date, locale)}">${shortDay(date, locale)}</time>`;
}

/** A time as a list without columns shows it: `Today 1:46 PM`, `Nov 13`. */
export const briefTime = (time: string, { locale, time_zone }: Person): Html =>
  html`<time datetime="${time}" title="${exactMoment(time, locale, time_zone)}">${briefMoment(time, locale, time_zone)}</time>`;

/** A short time inside a sentence: `today 6:02:11 PM`. */
export const timeInSentence = (time: string, { locale, time_zone }: Person): Html =>
  html`<time datetime="${time}" title="${exactMoment(time, locale, time_zone)}">${shortMoment(time, locale, time_zone).replace(/^Today/, 'today')}</time>`;

/** The same at the end of a sentence, with its full stop. */
export const timeAtEnd = (time: string, person: Person): Html =>
  html`${timeInSentence(time, person)}${fullStopAfter(shortMoment(time, person.locale, person.time_zone))}`;

/** A date as a list shows it at the end of a sentence, with its full stop. */
export const dateAtEnd = (date: string, person: Person): Html =>
  html`${listDate(date, person)}${fullStopAfter(shortDay(date, person.locale))}`;

/** A time to the second, with its date and time zone in full. */
export const exactTime = (time: string, { locale, time_zone }: Person): Html =>
  html`<time datetime="${time}">${exactMoment(time, locale, time_zone)}</time>`;
