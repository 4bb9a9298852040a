import { type FragmentSqlToken, sql } from '../../../database/sql.ts';
import type { CsvColumns } from '../../../exports/csv.ts';
import { amount, count, day, duration } from '../../../formatting/index.ts';
import { objects, workspaceId } from '../../../records/fragments.ts';
import type { Period } from '../../../vocabulary/fields.ts';
import { hoursChart } from '../../charts/hoursChart.ts';
import { dayAfter } from '../../components/calendar.ts';
import { statCards } from '../../components/statCards.ts';
import { table } from '../../components/table.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { personName } from '../../html/personName.ts';
import { type ReportRange, rangeOf } from '../../queries/reportRange.ts';
import { mayKnow, projectWeeks, spanOf, timekeeperWeeks } from '../../queries/timeSums.ts';
import type { PageFile } from '../../requests/fileRoute.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { columnsOf, flag, minutes, money, optional, type RowOf, selectOf, share, text } from './fields.ts';
import { wholeFile } from './files.ts';
import {
  csvLink,
  daysWithin,
  figure,
  pageLinks,
  projectLink,
  recordsAddress,
  report,
  reportPart,
  rowsOfPage,
} from './report.ts';

/** The list of the entries behind every figure. */
const entriesPath = '/reports/time';

/** How many projects a page has: each has so many figures that more would make it long. */
const projectsPerPage = 20;

/** The filters of that list for time that no invoice bills. */
const unbilled = { billable: 'true', billed: 'false' };

/** The time of some days. */
const times = {
  minutes: minutes('Minutes', sql.fragment`s.minutes`),
  billableMinutes: minutes('Billable minutes', sql.fragment`s.billable_minutes`),
  share: share('Billable share in percent', sql.fragment`round(s.billable_minutes * 10000.0 / s.minutes)`),
  /** Those that are billable, and that no invoice bills. */
  unbilledMinutes: minutes('Unbilled minutes', sql.fragment`s.billable_minutes - s.billed_minutes`),
};
/** `week`: its Monday. */
const weekFields = { week: text('Week from', sql.fragment`s.week`), ...times };
const personFields = {
  /** The id of the timekeeper. */
  personId: text(null, sql.fragment`s.timekeeper_id`),
  /** An email address, a key's label, or operator. */
  name: text('Person', sql.fragment`k.name`),
  kind: text('Kind', sql.fragment`k.kind`),
  ...times,
};
/** The currency in which an invoice would bill a project's time. */
const currency = sql.fragment`coalesce(o.currency, admitted.currency)`;
const withProject = sql.fragment`join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = s.project_id`;
const withScope = sql.fragment`left join corkboard.scopes o on o.workspace_id = ${workspaceId} and o.project_id = s.project_id`;
const projectFields = {
  projectId: text('Project ID', sql.fragment`p.id`),
  project: text('Project', sql.fragment`p.name`),
  client: text('Client', sql.fragment`c.name`),
  isTrashed: flag(null, sql.fragment`p.trashed_at is not null`),
  ...times,
  currency: text('Currency', currency),
  hourlyRateCents: optional(money('Hourly rate', sql.fragment`p.hourly_rate_cents`)),
};
/** The price of the unbilled time, as on one line of an invoice: the hours are rounded to hundredths, then the amount. */
const worth = sql.fragment`
  case when p.trashed_at is null then round(round((s.billable_minutes - s.billed_minutes) * 5 / 3.0) * p.hourly_rate_cents / 100) end`;
/** The worth, the budget, and the minutes of all days, which use it up. */
const billingFields = {
  /** Null: the project has no rate, or can't be billed. */
  worthCents: optional(money('Worth of unbilled time', worth)),
  budgetMinutes: optional(minutes('Budget in minutes', sql.fragment`p.budget_minutes`)),
  allMinutes: optional(
    minutes(
      'Used minutes of the budget',
      sql.fragment`
        case when p.budget_minutes is not null then (
          select sum(u.minutes) from corkboard.project_weeks u where u.workspace_id = ${workspaceId} and u.project_id = p.id) end`,
    ),
  ),
};

type LoggedTime = RowOf<typeof times>;
type WeekHours = RowOf<typeof weekFields>;
type PersonHours = RowOf<typeof personFields>;
type ProjectHours = RowOf<typeof projectFields & typeof billingFields>;

/** The time of a range of days, by week, project and person. Those without any are left out. */
interface HoursReport {
  /** Oldest first. */
  weeks: WeekHours[];
  /** Those with most time first, of the page. */
  projects: ProjectHours[];
  projectCount: number;
  /** The price of the unbilled time of all projects, by currency. */
  worth: { currency: string; cents: number }[];
  /** How many projects have unbilled time without a price. */
  withoutWorth: number;
  /** Those with most time first. For members who may not see everyone's time: only they themselves. */
  people: PersonHours[];
}

const minuteSums = sql.fragment`
  sum(l.minutes) as minutes, sum(l.billable_minutes) as billable_minutes, sum(l.billed_minutes) as billed_minutes`;

/**
 * The query of HoursReport. It reads sums by week, and the entries of the days before and after the whole weeks. `before`: how many
 * projects come before the page; `most`: how many it has, null: all.
 */
const hoursOf = (period: Period, before: number, most: number | null): FragmentSqlToken => sql.fragment`
  with ${rangeOf(period)}, ${spanOf(sql.fragment`select * from range`)},
  by_project as materialized (
    select l.project_id, ${minuteSums}
      from (
        -- Added up before the days are, because there may be very many.
        select l.project_id, ${minuteSums} from (${projectWeeks()}) l group by l.project_id
        union all
        select d.project_id, d.minutes, d.billable_minutes, d.billed_minutes from days d) l
     group by l.project_id having sum(l.minutes) > 0),
  unbilled as materialized (
    select p.id as project_id, ${worth} as cents
      from by_project s ${withProject} where s.billable_minutes > s.billed_minutes),
  by_timekeeper as materialized (
    select l.week, l.timekeeper_id, ${minuteSums}
      from (
        select w.week, w.timekeeper_id, w.minutes, w.billable_minutes, w.billed_minutes from (${timekeeperWeeks()}) w
        union all
        select d.week, d.timekeeper_id, d.minutes, d.billable_minutes, d.billed_minutes from days d) l
     group by grouping sets ((l.week), (l.timekeeper_id)) having sum(l.minutes) > 0)
  select
    ${objects(sql.fragment`
      select ${selectOf(weekFields)} from by_timekeeper s where s.week is not null order by s.week`)} as weeks,
    ${objects(sql.fragment`
      select ${selectOf({ ...projectFields, ...billingFields })}
        from (
          select s.* from by_project s order by s.minutes desc, s.project_id limit ${most}::bigint offset ${before}::bigint) s
        ${withProject}
        ${withScope}
        join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
       order by s.minutes desc, p.id`)} as projects,
    (select count(*) from by_project) as "projectCount",
    ${objects(sql.fragment`
      select ${currency} as currency, sum(s.cents) as cents from unbilled s ${withScope} where s.cents > 0 group by 1 order by 1`)} as worth,
    (select count(*) from unbilled u where u.cents is null) as "withoutWorth",
    ${objects(sql.fragment`
      select ${selectOf(personFields)}
        from by_timekeeper s
        join corkboard.timekeepers k on k.workspace_id = ${workspaceId} and k.id = s.timekeeper_id
       where ${mayKnow}
       order by s.minutes desc, s.timekeeper_id`)} as people`;

function totalOf(rows: readonly LoggedTime[]): LoggedTime {
  const sumOf = (key: keyof LoggedTime) => rows.reduce((sum, row) => sum + row[key], 0);
  const [minutes, billableMinutes] = [sumOf('minutes'), sumOf('billableMinutes')];
  const share = minutes === 0 ? 0 : Math.round((billableMinutes * 10_000) / minutes);
  return { minutes, billableMinutes, share, unbilledMinutes: sumOf('unbilledMinutes') };
}

/** The file with some rows of the report. */
const fileOf = <Row>(
  path: string,
  columns: CsvColumns<Row>,
  rowsOf: (hours: HoursReport) => readonly Row[],
): PageFile => wholeFile(path, columns, period => hoursOf(period, 0, null), rowsOf);

/** Where the hours went: by project, person and week. */
export const hoursReport = report<{ hours: HoursReport }>({
  path: '/reports/hours',
  reads: (period, search) => {
    const { before } = rowsOfPage(search, projectsPerPage);
    return { hours: hoursOf(period, before, projectsPerPage) };
  },
  view: ({ hours, range }, context) =>
    hours.weeks.length === 0
      ? html`<p class="empty">No time was logged for these days. <a href="/projects">Go to projects</a></p>`
      : shown(hours, range, context),
  files: [
    fileOf(
      '/reports/hours.csv',
      columnsOf({ ...projectFields, ...billingFields }),
      ({ projects }) => projects,
    ),
    fileOf('/reports/hours-by-person.csv', columnsOf(personFields), ({ people }) => people),
    fileOf('/reports/hours-by-week.csv', columnsOf(weekFields), ({ weeks }) => weeks),
  ],
});

function shown(hours: HoursReport, range: ReportRange, context: PageContext): Html {
  const { weeks, projects, people } = hours;
  const { locale, sees_all_time: seesAll } = context.person;
  const days = { from: range.since, until: range.until };
  const total = totalOf(weeks);
  const shareText = (row: LoggedTime) => times.share.onPage(row.share, row, context.person);
  const time = (minutes: number, query: Record<string, string>) =>
    figure(duration(minutes, locale), entriesPath, query);
  const cells = (row: LoggedTime, query: Record<string, string>): Value[] => [
    time(row.minutes, query),
    time(row.billableMinutes, { ...query, billable: 'true' }),
    shareText(row),
  ];
  const { before, upTo } = rowsOfPage(context.search);
  const worth = hours.worth.map(({ currency, cents }) => amount(cents, currency, locale));
  const week = () => html`
    <div class="columns">
      <section><h2>Hours</h2>${chart(weeks, range, context)}</section>
      <section><h2>By week</h2>${table(
        'Hours by week',
        ['Week from', ...timeColumns],
        weeks
          .toReversed()
          .slice(before, upTo)
          .map(row => [
            day(row.week, locale),
            ...cells(row, daysWithin(range, row.week, dayAfter(row.week, 6))),
          ]),
        [`Total of ${count(weeks.length, locale)}`, ...cells(total, days)],
      )}${pageLinks(weeks.length, context)}
        ${csvLink('/reports/hours-by-week.csv', context)}</section>
    </div>`;
  const person = () => html`<section><h2>${seesAll ? 'By person' : 'Your hours'}</h2>
        ${
          people.length === 0
            ? html`<p class="empty">You logged no time for these days.</p>`
            : table(
                'Hours by person',
                ['Person', ...timeColumns],
                people
                  .slice(before, upTo)
                  .map(row => [whose(row, context.person), ...cells(row, { ...days, person: row.personId })]),
                ...(seesAll ? [['Total', ...cells(total, days)]] : []),
              )
        }
        ${pageLinks(people.length, context)}${seesAll ? null : html`<p class="hint">Only the owner sees other people’s hours. They can let members see everyone’s time under Settings.</p>`}
        ${csvLink('/reports/hours-by-person.csv', context)}</section>`;
  const project = () => html`<section><h2>By project</h2>
      <p class="hint">Below the unbilled time is its worth: its hours at the project’s hourly rate, without tax.${hours.withoutWorth === 0 ? null : ' Projects without a rate, and those in the trash, have none.'} The budget is used by the time of all days.</p>
      ${table(
        'Hours by project',
        ['Project', 'Client', ...timeColumns, ['Unbilled', 'number'], ['Budget used', 'number']],
        projects.map(row => {
          const query = { ...days, project: row.projectId };
          return [
            projectLink(row, 'time'),
            row.client,
            ...cells(row, query),
            unbilledCell(row, query, locale),
            budgetCell(row, locale),
          ];
        }),
        [
          `Total of ${count(hours.projectCount, locale)}`,
          '',
          ...cells(total, days),
          [
            time(total.unbilledMinutes, { ...days, ...unbilled }),
            worth.map(text => below(figure(text, entriesPath, { ...days, ...unbilled }))),
          ],
          '',
        ],
      )}${pageLinks(hours.projectCount, context, projectsPerPage)}
      ${csvLink('/reports/hours.csv', context)}</section>`;
  return html`
    ${statCards([
      {
        label: 'Logged',
        href: recordsAddress(entriesPath, days),
        value: duration(total.minutes, locale),
        notes: [],
      },
      {
        label: 'Billable',
        href: recordsAddress(entriesPath, { ...days, billable: 'true' }),
        value: duration(total.billableMinutes, locale),
        notes: [`${shareText(total)} of all time`],
      },
      {
        label: 'Unbilled',
        href: recordsAddress(entriesPath, { ...days, ...unbilled }),
        value: duration(total.unbilledMinutes, locale),
        notes: worth.length === 0 ? [] : [`worth ${worth.join(' and ')}`],
      },
    ])}
    ${reportPart({ week: ['By week', week], person: [seesAll ? 'By person' : 'Your hours', person], project: ['By project', project] }, context)}`;
}

const timeColumns = [
  ['Time', 'number'],
  ['Billable', 'number'],
  ['Share', 'number'],
] as const;

/** The name of a person. Their email address may break before its domain, so that the table fits beside the chart. */
const whose = ({ kind, name }: PersonHours, person: PageContext['person']): Value => {
  if (kind === 'key') return `${name} (assistant)`;
  if (person.names.has(name)) return personName(name, person);
  const at = name.lastIndexOf('@');
  return at < 0 ? name : html`${name.slice(0, at)}<wbr>${name.slice(at)}`;
};

/** A second line of a cell. */
const below = (value: Value): Html => html`<br><span class="sub">${value}</span>`;

/** The unbilled time of a project, and what it is worth. */
function unbilledCell(row: ProjectHours, days: Record<string, string>, locale: string): Value {
  const query = { ...days, ...unbilled };
  return [
    figure(duration(row.unbilledMinutes, locale), entriesPath, query),
    row.worthCents ? below(figure(amount(row.worthCents, row.currency, locale), entriesPath, query)) : null,
  ];
}

/** How much time was used of the budget. */
function budgetCell({ budgetMinutes, allMinutes, projectId }: ProjectHours, locale: string): Value {
  if (budgetMinutes === null) return '–';
  const isOver = allMinutes! > budgetMinutes;
  return [
    figure(duration(allMinutes!, locale), entriesPath, { project: projectId }),
    below(
      html`of ${duration(budgetMinutes, locale)}${isOver ? html` <span class="pill bad">Over budget</span>` : null}`,
    ),
  ];
}

/** How many weeks the chart shows, the last ones with time. */
const chartedWeeks = 53;

/** The billable and other time of each week, also of those without any. */
function chart(
  weeks: readonly WeekHours[],
  { until }: ReportRange,
  { person: { locale } }: PageContext,
): Html {
  const found = new Map(weeks.map(row => [row.week, row]));
  const last = weeks.at(-1)!.week;
  const points: string[] = [];
  for (let week = last; week >= weeks[0]!.week && points.length < chartedWeeks; week = dayAfter(week, -7))
    points.unshift(week);
  // A single column would be as wide as the chart.
  for (let week = dayAfter(last, 7); points.length < 6 && week <= until; week = dayAfter(week, 7))
    points.push(week);
  const minutesOf = (week: string) => {
    const { minutes = 0, billableMinutes = 0 } = found.get(week) ?? {};
    return { billable: billableMinutes, other: minutes - billableMinutes };
  };
  return hoursChart(points, minutesOf, locale, 'the table below');
}
