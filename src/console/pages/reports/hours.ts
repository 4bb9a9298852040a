import { amountCell, type Cell, type Columns, decimalCell } from '../../../exports/csv.ts';
import { amount, count, day, duration, percent } from '../../../formatting/index.ts';
import { worthOf } from '../../../money/hours.ts';
import { hoursChart } from '../../charts/hoursChart.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { dayAfter } from '../../parts/dayAfter.ts';
import { pagination } from '../../parts/pagination.ts';
import { statCards } from '../../parts/statCards.ts';
import { table } from '../../parts/table.ts';
import {
  type HoursReport,
  hoursReportOf,
  type LoggedTime,
  type PersonHours,
  type ProjectHours,
  type WeekHours,
} from '../../records/hoursReport.ts';
import { pageLength } from '../../records/pageLimit.ts';
import type { ReportRange } from '../../records/reportRange.ts';
import type { PageFile } from '../../requests/fileRoute.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { wholeFile } from './files.ts';
import { clientPage, csvLink, figure, pagesOf, projectLink, recordsAddress, report } from './report.ts';

/** The list of the entries behind every figure. */
const entriesPath = '/reports/time';

/** The filters of that list for time that no invoice bills. */
const unbilled = { billable: 'true', billed: 'false' };

const sumOf = (rows: readonly LoggedTime[], key: keyof LoggedTime) =>
  rows.reduce((sum, row) => sum + row[key], 0);

const totalOf = (rows: readonly LoggedTime[]): LoggedTime => ({
  minutes: sumOf(rows, 'minutes'),
  billableMinutes: sumOf(rows, 'billableMinutes'),
  billedMinutes: sumOf(rows, 'billedMinutes'),
});

const unbilledOf = ({ billableMinutes, billedMinutes }: LoggedTime) => billableMinutes - billedMinutes;

/** The billable share in basis points; pages show it in whole percent. */
const shareOf = ({ minutes, billableMinutes }: LoggedTime) =>
  minutes === 0 ? 0 : Math.round((billableMinutes * 10_000) / minutes);

const shareText = (row: LoggedTime, locale: string) => percent(Math.round(shareOf(row) / 100) * 100, locale);

/** What the unbilled time of a project would come to; null: it has no rate, or can't be billed. */
const worthOfProject = (row: ProjectHours): bigint | null =>
  row.hourlyRateCents === null || row.isTrashed ? null : worthOf(unbilledOf(row), row.hourlyRateCents);

const times: Columns<LoggedTime> = {
  Minutes: row => row.minutes,
  'Billable minutes': row => row.billableMinutes,
  'Billable share in percent': row => decimalCell(shareOf(row), 2),
  'Unbilled minutes': row => unbilledOf(row),
};
const ofProject: Columns<ProjectHours> = {
  'Project ID': row => row.projectId,
  Project: row => row.project,
  Client: row => row.client,
  ...times,
  Currency: row => row.currency,
  'Hourly rate': row => amountCell(row.hourlyRateCents, row.currency),
  'Worth of unbilled time': (row): Cell => amountCell(worthOfProject(row), row.currency),
  'Budget in minutes': row => row.budgetMinutes,
  'Used minutes of the budget': row => row.allMinutes,
};
const ofPerson: Columns<PersonHours> = { Person: row => row.name, Kind: row => row.kind, ...times };
const ofWeek: Columns<WeekHours> = { 'Week from': row => row.week, ...times };

const allProjects = { first: 1, last: 2 ** 31 - 1 };

/** The file with some rows of the report. */
const fileOf = <Row>(
  path: string,
  columns: Columns<Row>,
  rowsOf: (hours: HoursReport) => readonly Row[],
): PageFile => wholeFile(path, columns, period => hoursReportOf(period, allProjects), rowsOf);

/** Where the hours went: by project, person and week. */
export const hoursReport = report<{ hours: HoursReport }>({
  path: '/reports/hours',
  reads: (period, search) => {
    const page = clientPage(search);
    const shownProjects = { first: (page - 1) * pageLength + 1, last: page * pageLength };
    return { hours: hoursReportOf(period, shownProjects) };
  },
  view: ({ hours, range }, context) =>
    hours.weeks.length === 0
      ? html`<p class="empty">No time was logged for these days. <a href="/projects">Go to projects</a></p>`
      : shown(hours, range, context),
  files: [
    fileOf('/reports/hours.csv', ofProject, ({ projects }) => projects),
    fileOf('/reports/hours-by-person.csv', ofPerson, ({ people }) => people),
    fileOf('/reports/hours-by-week.csv', ofWeek, ({ weeks }) => weeks),
  ],
});

/** What the unbilled time of all projects would come to, by currency. */
function worthByCurrency(projects: readonly ProjectHours[]): [currency: string, cents: bigint][] {
  const sums = new Map<string, bigint>();
  for (const row of projects) {
    const cents = worthOfProject(row) ?? 0n;
    if (cents > 0n) sums.set(row.currency, (sums.get(row.currency) ?? 0n) + cents);
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
}

function shown({ weeks, projects, people }: HoursReport, range: ReportRange, context: PageContext): Html {
  const { locale, role } = context.person;
  const days = { from: range.since, until: range.until };
  const total = totalOf(weeks);
  const time = (minutes: number, query: Record<string, string>) =>
    figure(duration(minutes, locale), entriesPath, query);
  const cells = (row: LoggedTime, query: Record<string, string>): Value[] => [
    time(row.minutes, query),
    time(row.billableMinutes, { ...query, billable: 'true' }),
    shareText(row, locale),
  ];
  const page = clientPage(context.search);
  const worth = worthByCurrency(projects).map(([currency, cents]) => amount(cents, currency, locale));
  const noWorth = projects.filter(row => worthOfProject(row) === null && unbilledOf(row) > 0).length;
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
        notes: [`${shareText(total, locale)} of all time`],
      },
      {
        label: 'Unbilled',
        href: recordsAddress(entriesPath, { ...days, ...unbilled }),
        value: duration(unbilledOf(total), locale),
        notes: worth.length === 0 ? [] : [`worth ${worth.join(' and ')}`],
      },
    ])}
    <div class="columns">
      <section><h2>By week</h2>${chart(weeks, range, context)}
        <details><summary>Show the weeks</summary>${table(
          'Hours by week',
          ['Week from', ...timeColumns],
          weeks.map(row => [day(row.week, locale), ...cells(row, daysOfWeek(row.week, range))]),
          ['Total', ...cells(total, days)],
        )}</details>
        ${csvLink('/reports/hours-by-week.csv', context)}</section>
      <section><h2>${role === 'owner' ? 'By person' : 'Your hours'}</h2>
        ${
          people.length === 0
            ? html`<p class="empty">You logged no time for these days.</p>`
            : table(
                'Hours by person',
                ['Person', ...timeColumns],
                people.map(row => [personName(row), ...cells(row, { ...days, person: row.personId })]),
                ...(role === 'owner' ? [['Total', ...cells(total, days)]] : []),
              )
        }
        ${role === 'owner' ? null : html`<p class="hint">Only the owner sees other people’s hours.</p>`}
        ${csvLink('/reports/hours-by-person.csv', context)}</section>
    </div>
    <section><h2>By project</h2>
      <p class="hint">Below the unbilled time is its worth: its hours at the project’s hourly rate, without tax.${noWorth === 0 ? null : ' Projects without a rate, and those in the trash, have none.'} The budget is used by the time of all days.</p>
      ${table(
        'Hours by project',
        ['Project', 'Client', ...timeColumns, ['Unbilled', 'number'], ['Budget used', 'number']],
        projects.slice((page - 1) * pageLength, page * pageLength).map(row => {
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
            time(unbilledOf(total), { ...days, ...unbilled }),
            worth.map(text => below(figure(text, entriesPath, { ...days, ...unbilled }))),
          ],
          '',
        ],
      )}${pagination(pagesOf(projects.length, page), context.here)}
      ${csvLink('/reports/hours.csv', context)}</section>`;
}

const timeColumns = [
  ['Time', 'number'],
  ['Billable', 'number'],
  ['Share', 'number'],
] as const;

/** The name of a person. Their email address may break before its domain, so that the table fits beside the chart. */
const personName = ({ kind, name }: PersonHours): Value => {
  if (kind === 'key') return `${name} (assistant)`;
  const at = name.lastIndexOf('@');
  return at < 0 ? name : html`${name.slice(0, at)}<wbr>${name.slice(at)}`;
};

/** A second line of a cell. */
const below = (value: Value): Html => html`<br><span class="sub">${value}</span>`;

/** The unbilled time of a project, and what it is worth. */
function unbilledCell(row: ProjectHours, days: Record<string, string>, locale: string): Value {
  const [cents, query] = [worthOfProject(row), { ...days, ...unbilled }];
  return [
    figure(duration(unbilledOf(row), locale), entriesPath, query),
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

/** The days of a week, as far as they are within the range. */
const daysOfWeek = (week: string, { since, until }: ReportRange) => ({
  from: week < since ? since : week,
  until: dayAfter(week, 6) > until ? until : dayAfter(week, 6),
});

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
  return hoursChart(points, minutesOf, locale, true);
}
