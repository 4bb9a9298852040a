import { type FragmentSqlToken, sql } from '../../../database/sql.ts';
import { amountCell, type CsvColumns } from '../../../exports/csv.ts';
import { amount, count, day, duration } from '../../../formatting/index.ts';
import { worthOf } from '../../../money/hours.ts';
import { workspaceId } from '../../../operations/define.ts';
import { objects } from '../../../records/fragments.ts';
import type { Period } from '../../../vocabulary/fields.ts';
import { hoursChart } from '../../charts/hoursChart.ts';
import { dayAfter } from '../../components/calendar.ts';
import { statCards } from '../../components/statCards.ts';
import { table } from '../../components/table.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { personName } from '../../html/personName.ts';
import { type ReportRange, rangeOf } from '../../records/reportRange.ts';
import { mayKnow, projectWeeks, spanOf, timekeeperWeeks } from '../../records/timeSums.ts';
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
const projectFields = {
  projectId: text('Project ID', sql.fragment`p.id`),
  project: text('Project', sql.fragment`p.name`),
  client: text('Client', sql.fragment`c.name`),
  isTrashed: flag(null, sql.fragment`p.trashed_at is not null`),
  ...times,
  /** In which an invoice would bill it. */
  currency: text('Currency', sql.fragment`coalesce(o.currency, admitted.currency)`),
  hourlyRateCents: optional(money('Hourly rate', sql.fragment`p.hourly_rate_cents`)),
};
/** The budget, and the minutes of all days, which use it up. */
const budgetFields = {
  budgetMinutes: optional(minutes('Budget in minutes', sql.fragment`p.budget_minutes`)),
  allMinutes: optional(
    minutes(
      'Used minutes of the budget',
      sql.fragment`
        case when p.budget_minutes is not null and s.is_shown then (
          select sum(u.minutes) from corkboard.project_weeks u where u.workspace_id = ${workspaceId} and u.project_id = p.id) end`,
    ),
  ),
};

type LoggedTime = RowOf<typeof times>;
type WeekHours = RowOf<typeof weekFields>;
type PersonHours = RowOf<typeof personFields>;
type ProjectHours = RowOf<typeof projectFields & typeof budgetFields>;

/** The time of a range of days, by week, project and person. Those without any are left out. */
interface HoursReport {
  /** Oldest first. */
  weeks: WeekHours[];
  /** Those with most time first. For members who may not see everyone's time: only they themselves. */
  projects: ProjectHours[];
  people: PersonHours[];
}

const minuteSums = sql.fragment`
  sum(l.minutes) as minutes, sum(l.billable_minutes) as billable_minutes, sum(l.billed_minutes) as billed_minutes`;

/**
 * The query of HoursReport. It reads sums by week, and the entries of the days before and after the whole weeks. `first` and
 * `last`: the projects of which it finds out how much of their budget is used, counted from 1.
 */
const hoursOf = (period: Period, first: number, last: number): FragmentSqlToken => sql.fragment`
  with ${rangeOf(period)}, ${spanOf(sql.fragment`select * from range`)},
  by_project as materialized (
    select l.project_id, ${minuteSums}
      from (
        -- Added up before the days are, because there may be very many.
        select l.project_id, ${minuteSums} from (${projectWeeks()}) l group by l.project_id
        union all
        select d.project_id, d.minutes, d.billable_minutes, d.billed_minutes from days d) l
     group by l.project_id having sum(l.minutes) > 0),
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
      select ${selectOf({ ...projectFields, ...budgetFields })}
        from (
          select s.*, row_number() over (order by s.minutes desc, s.project_id) between ${first}::integer and ${last}::integer as is_shown
            from by_project s) s
        join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = s.project_id
        join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
        left join corkboard.scopes o on o.workspace_id = ${workspaceId} and o.project_id = p.id
       order by s.minutes desc, p.id`)} as projects,
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

/** The price of a project's unbilled time; null: it has no rate, or can't be billed. */
const worthOfProject = ({ unbilledMinutes, hourlyRateCents, isTrashed }: ProjectHours): bigint | null =>
  hourlyRateCents === null || isTrashed ? null : worthOf(unbilledMinutes, hourlyRateCents);

const worthColumn: CsvColumns<ProjectHours> = {
  'Worth of unbilled time': row => amountCell(worthOfProject(row), row.currency),
};

/** The file with some rows of the report. */
const fileOf = <Row>(
  path: string,
  columns: CsvColumns<Row>,
  rowsOf: (hours: HoursReport) => readonly Row[],
): PageFile => wholeFile(path, columns, period => hoursOf(period, 1, 2 ** 31 - 1), rowsOf);

/** Where the hours went: by project, person and week. */
export const hoursReport = report<{ hours: HoursReport }>({
  path: '/reports/hours',
  reads: (period, search) => {
    const { before, upTo } = rowsOfPage(search, projectsPerPage);
    return { hours: hoursOf(period, before + 1, upTo) };
  },
  view: ({ hours, range }, context) =>
    hours.weeks.length === 0
      ? html`<p class="empty">No time was logged for these days. <a href="/projects">Go to projects</a></p>`
      : shown(hours, range, context),
  files: [
    fileOf(
      '/reports/hours.csv',
      { ...columnsOf(projectFields), ...worthColumn, ...columnsOf(budgetFields) },
      ({ projects }) => projects,
    ),
    fileOf('/reports/hours-by-person.csv', columnsOf(personFields), ({ people }) => people),
    fileOf('/reports/hours-by-week.csv', columnsOf(weekFields), ({ weeks }) => weeks),
  ],
});

/** The price of the unbilled time of all projects, by currency. */
function worthByCurrency(projects: readonly ProjectHours[]): [currency: string, cents: bigint][] {
  const sums = new Map<string, bigint>();
  for (const row of projects) {
    const cents = worthOfProject(row) ?? 0n;
    if (cents > 0n) sums.set(row.currency, (sums.get(row.currency) ?? 0n) + cents);
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
}

function shown({ weeks, projects, people }: HoursReport, range: ReportRange, context: PageContext): Html {
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
  const { before: firstProject, upTo: lastProject } = rowsOfPage(context.search, projectsPerPage);
  const worth = worthByCurrency(projects).map(([currency, cents]) => amount(cents, currency, locale));
  const noWorth = projects.filter(row => worthOfProject(row) === null && row.unbilledMinutes > 0).length;
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
      <p class="hint">Below the unbilled time is its worth: its hours at the project’s hourly rate, without tax.${noWorth === 0 ? null : ' Projects without a rate, and those in the trash, have none.'} The budget is used by the time of all days.</p>
      ${table(
        'Hours by project',
        ['Project', 'Client', ...timeColumns, ['Unbilled', 'number'], ['Budget used', 'number']],
        projects.slice(firstProject, lastProject).map(row => {
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
          `Total of ${count(projects.length, locale)}`,
          '',
          ...cells(total, days),
          [
            time(total.unbilledMinutes, { ...days, ...unbilled }),
            worth.map(text => below(figure(text, entriesPath, { ...days, ...unbilled }))),
          ],
          '',
        ],
      )}${pageLinks(projects.length, context, projectsPerPage)}
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
  const [cents, query] = [worthOfProject(row), { ...days, ...unbilled }];
  return [
    figure(duration(row.unbilledMinutes, locale), entriesPath, query),
    cents === null || cents === 0n
      ? null
      : below(figure(amount(cents, row.currency, locale), entriesPath, query)),
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
