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

// A time that is shown in short has all of it in its title, and no `datetime` that would repeat it in each row of a list.

function titled(
  time: string,
  { locale, time_zone }: Person,
  format: typeof shortMoment,
  isInSentence = false,
): Html {
  const shown = format(time, locale, time_zone);
  return html`<abbr title="${exactMoment(time, locale, time_zone)}">${isInSentence ? shown.replace(/^Today/, 'today') : shown}</abbr>`;
}

/** A time to the second as a list shows it, with its date and time zone in full in its title. */
export const shortTime = (time: string, person: Person): Html => titled(time, person, shortMoment);

/** A date as a list shows it, `Nov 13`, with the full date in its title. */
export const listDate = (date: string, { locale }: Person): Html =>
  html`<abbr title="${day(date, locale)}">${shortDay(date, locale)}</abbr>`;

/** The day of a time as a list shows it, `Nov 13`, with the full date in its title. */
export const listDay = (time: string, person: Person): Html =>
  listDate(dateOf(time, person.time_zone), person);

/** A time as a list without columns shows it: `Today 1:46 PM`, `Nov 13`. */
export const briefTime = (time: string, person: Person): Html => titled(time, person, briefMoment);

/** The same inside a sentence: `today 1:46 PM`. */
export const briefInSentence = (time: string, person: Person): Html =>
  titled(time, person, briefMoment, true);

/** A short time inside a sentence: `today 6:02:11 PM`. */
export const timeInSentence = (time: string, person: Person): Html => titled(time, person, shortMoment, true);

/** The same at the end of a sentence, with its full stop. */
export const timeAtEnd = (time: string, person: Person): Html =>
  html`${timeInSentence(time, person)}${fullStopAfter(shortMoment(time, person.locale, person.time_zone))}`;

/** A date as a list shows it at the end of a sentence, with its full stop. */
export const dateAtEnd = (date: string, person: Person): Html =>
  html`${listDate(date, person)}${fullStopAfter(shortDay(date, person.locale))}`;

/** A time to the second, with its date and time zone in full. */
export const exactTime = (time: string, { locale, time_zone }: Person): Html =>
  html`<time datetime="${time}">${exactMoment(time, locale, time_zone)}</time>`;
