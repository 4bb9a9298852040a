import { z } from 'zod';
import { setWeeklyHours } from '../../actions/week.ts';
import { check } from '../../admission/check.ts';
import { duration, percent, period } from '../../formatting/index.ts';
import { queryReader } from '../../http/query.ts';
import { day } from '../../vocabulary/fields.ts';
import { filterId } from '../../vocabulary/id.ts';
import { dayAfter } from '../components/calendar.ts';
import { disclosure } from '../components/disclosure.ts';
import { facts } from '../components/facts.ts';
import { hiddenField } from '../forms/hiddenFields.ts';
import { type Html, html } from '../html/html.ts';
import { nameOrAddress, personName } from '../html/personName.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import {
  type Week,
  type WeekPerson,
  weekPeople,
  weekPerson,
  weekProjects,
  weekTime,
} from '../queries/week.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { withQuery } from '../requests/paths.ts';
import type { Person } from '../sessions/person.ts';
import { mayEnter, save, type WeekProjects, weekGrid } from './week/grid.ts';

const hours = byAction(setWeeklyHours, { path: '/time/hours' });

const parameters = z.strictObject({ week: day.optional(), person: filterId });
const readParameters = queryReader(parameters);

/** The week and the person of an address. Throws validation. */
const selected = (search: URLSearchParams): z.output<typeof parameters> => {
  const known = [...search].filter(([name, text]) => name in parameters.shape && text.trim() !== '');
  return check(parameters, readParameters(String(new URLSearchParams(known))));
};

interface Rows {
  person: WeekPerson;
  week: Week;
  offered: WeekProjects;
  choice: { people: Choice[] };
}

/** Someone whose week the person may open. */
interface Choice {
  id: string;
  name: string;
  kind: 'member' | 'key' | 'operator' | 'former';
}

/** A week of a person's time, as a grid of projects and days. */
export const week = page<Rows>({
  path: '/time',
  reads: ({ search }) => {
    const { person, week } = selected(search);
    return {
      person: weekPerson(person, week),
      week: weekTime(person, week),
      offered: weekProjects,
      choice: weekPeople,
    };
  },
  view: ({ person: whose, week, offered, choice: { people } }, context) => {
    const { person, search } = context;
    const isOwn = whose.memberId === person.member_id;
    return {
      title: 'Time',
      isLive: true,
      script: 'week.js',
      body: html`
        <div class="weeks"><h2>${period(whose.week, dayAfter(whose.week, 6), person.locale)}</h2>
          <nav class="actions" aria-label="Weeks">${weekLinks(whose, search)}</nav>
          ${people.length > 1 ? peopleForm(people, whose, person) : null}</div>
        ${isOwn ? null : html`<p>${ofOthers(whose, person)}</p>`}
        <div data-calculated="sums">${sums(whose, week, person.locale)}</div>
        ${weekGrid(context, whose, week, offered)}
        ${mayEnter(whose, person) ? weeklyHours(context, whose, isOwn) : null}`,
    };
  },
  posts: [save, hours],
});

/** The links to the weeks before and after, and to this week from any other one. */
function weekLinks({ week, today }: WeekPerson, search: URLSearchParams): Html {
  const person = search.get('person') ?? '';
  const address = (monday: string) => withQuery('/time', { week: monday, ...(person !== '' && { person }) });
  const isThisWeek = week <= today && today < dayAfter(week, 7);
  return html`<a class="button quiet" href="${address(dayAfter(week, -7))}">Previous week</a>
    ${isThisWeek ? null : html`<a class="button quiet" href="${address(today)}">This week</a>`}
    <a class="button quiet" href="${address(dayAfter(week, 7))}">Next week</a>`;
}

const groups: Record<Choice['kind'], string> = {
  member: 'Members',
  former: 'Former members',
  key: 'API keys',
  operator: 'Operator',
};

/** The form that opens another person's week. */
function peopleForm(
  people: readonly Choice[],
  { memberId, timekeeperId, week }: WeekPerson,
  person: Person,
): Html {
  const byKind = Object.groupBy(people, ({ kind }) => kind);
  const option = ({ id, name }: Choice) =>
    html`<option value="${id}"${id === (memberId ?? timekeeperId) ? html` selected` : null}>${nameOrAddress(name, person)}</option>`;
  return html`
    <form method="get" action="/time" class="filters">${hiddenField(['week', week])}
      <p class="field"><label for="person">Person</label><select id="person" name="person">${(
        Object.keys(groups) as Choice['kind'][]
      ).map(kind =>
        byKind[kind] ? html`<optgroup label="${groups[kind]}">${byKind[kind].map(option)}</optgroup>` : null,
      )}</select></p>
      <p><button class="quiet">Show week</button></p>
    </form>`;
}

/** Whose week it is, if it is not that of the person who looks. */
function ofOthers({ name, kind, memberId }: WeekPerson, person: Person): Html {
  if (kind === 'key')
    return html`Time that programs and assistants logged with the API key <b>${name}</b>. To change it, open its project.`;
  if (memberId !== null)
    return html`The week of <b>${personName(name, person)}</b>.${person.role === 'owner' ? ' What you enter counts as their time.' : null}`;
  return html`Time of <b>${name}</b>. To change it, open its project.`;
}

/** The sum of the week, and the billable part and the rest of it. */
function sums({ weeklyMinutes }: WeekPerson, { days, billableMinutes }: Week, locale: string): Html {
  const total = days.reduce((sum, minutes) => sum + minutes, 0);
  const share = total === 0 ? '' : ` (${percent(Math.round((billableMinutes * 100) / total) * 100, locale)})`;
  const left = (weeklyMinutes ?? 0) - total;
  const rest = left < 0 ? `over by ${duration(-left, locale)}` : `${duration(left, locale)} left`;
  return facts([
    ['Logged', duration(total, locale)],
    ['Billable', `${duration(billableMinutes, locale)}${share}`],
    [
      'Weekly hours',
      weeklyMinutes === null
        ? null
        : `${duration(total, locale)} of ${duration(weeklyMinutes, locale)}, ${rest}`,
    ],
  ]);
}

/** The form that sets how long a member means to work in a week. */
function weeklyHours(
  context: PageContext,
  { memberId, weeklyMinutes }: WeekPerson,
  isOwn: boolean,
): Html | null {
  return disclosure(context, weeklyMinutes === null ? 'Set weekly hours' : 'Change weekly hours', hours, {
    values: {
      ...(!isOwn && { memberId }),
      hoursHundredths: weeklyMinutes === null ? null : Math.round((weeklyMinutes * 100) / 60),
    },
  });
}
