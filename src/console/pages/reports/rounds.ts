import { z } from 'zod';
import type { Columns } from '../../../exports/csv.ts';
import { count, monthName } from '../../../formatting/index.ts';
import { filterId } from '../../../vocabulary/id.ts';
import { columnChart } from '../../charts/columnChart.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { pagination } from '../../parts/pagination.ts';
import { table } from '../../parts/table.ts';
import { listDate } from '../../parts/time.ts';
import { pageLength } from '../../records/pageLimit.ts';
import type { ReportRange } from '../../records/reportRange.ts';
import {
  type ProjectRounds,
  type RoundRecord,
  type RoundRecords,
  type RoundsReport,
  roundBatch,
  roundRecords,
  roundsReportOf,
} from '../../records/roundsReport.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { wholeFile } from './files.ts';
import { recordList } from './recordList.ts';
import { clientPage, csvLink, figure, pagesOf, projectLink, report } from './report.ts';

/** The list of the rounds behind every figure. */
const roundsPath = '/reports/revisions';

const ofProject: Columns<ProjectRounds> = {
  'Project ID': row => row.projectId,
  Project: row => row.project,
  'Client ID': row => row.clientId,
  Client: row => row.client,
  'Agreed rounds': row => row.agreed,
  'Used rounds': row => row.used,
  'Rounds beyond': row => row.used - row.agreed,
  'Rounds beyond in this period': row => row.rounds,
};

/** The revision rounds beyond what was agreed. */
export const roundsReport = report<{ found: RoundsReport }>({
  path: '/reports/rounds',
  reads: period => ({ found: roundsReportOf(period) }),
  view: ({ found, range }, context) => html`
    <p>Revision rounds that were logged beyond what the scope and its approved change orders include today.</p>
    ${
      found.projects.length === 0
        ? html`<p class="empty">No revision round in this period went beyond what was agreed. <a href="/projects">Go to projects</a></p>`
        : shown(found, range, context)
    }`,
  files: [
    wholeFile('/reports/rounds.csv', ofProject, roundsReportOf, ({ projects }: RoundsReport) => projects),
  ],
});

function shown({ months, projects, clients }: RoundsReport, range: ReportRange, context: PageContext): Html {
  const { locale } = context.person;
  const days = { from: range.since, until: range.until };
  const total = projects.reduce((sum, { rounds }) => sum + rounds, 0);
  const cell = (rounds: number, query: Record<string, string>) =>
    figure(count(rounds, locale), roundsPath, query);
  const page = clientPage(context.search);
  return html`
    <div class="columns">
      <section><h2>By month</h2>${chart(months, context)}
        <details><summary>Show the months</summary>${table(
          'Rounds beyond what was agreed by month',
          ['Month', beyondColumn],
          months.map(row => [
            monthName(row.month, 'long', locale),
            cell(row.rounds, daysOfMonth(row.month, range)),
          ]),
          ['Total', cell(total, days)],
        )}</details></section>
      <section><h2>By client</h2>${table(
        'Rounds beyond what was agreed by client',
        ['Client', beyondColumn],
        clients.map(row => [
          html`<a href="/clients/${row.clientId}">${row.client}</a>`,
          cell(row.rounds, { ...days, client: row.clientId }),
        ]),
        [`Total of ${count(clients.length, locale)}`, cell(total, days)],
      )}</section>
    </div>
    <section><h2>By project</h2>${table(
      'Rounds beyond what was agreed by project',
      [
        'Project',
        'Client',
        ['Agreed', 'number'],
        ['Used', 'number'],
        ['Beyond', 'number'],
        ['In this period', 'number'],
      ],
      projects
        .slice((page - 1) * pageLength, page * pageLength)
        .map(row => [
          projectLink(row, 'revisions'),
          row.client,
          count(row.agreed, locale),
          count(row.used, locale),
          cell(row.used - row.agreed, { project: row.projectId }),
          cell(row.rounds, { ...days, project: row.projectId }),
        ]),
      [`Total of ${count(projects.length, locale)}`, '', '', '', '', cell(total, days)],
    )}${pagination(pagesOf(projects.length, page), context.here)}${csvLink('/reports/rounds.csv', context)}</section>`;
}

const beyondColumn = ['Rounds', 'number'] as const;

/** The first day of the month after or before another by this many. */
function monthsAfter(month: string, months: number): string {
  const date = new Date(month);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

/** The days of a month, as far as they are within the range. */
function daysOfMonth(month: string, { since, until }: ReportRange) {
  const last = new Date(Date.parse(monthsAfter(month, 1)) - 1).toISOString().slice(0, 10);
  return { from: month < since ? since : month, until: last > until ? until : last };
}

/** How many months the chart shows, the last ones. */
const chartedMonths = 24;

/** The rounds of each month, also of those without any. */
function chart(months: RoundsReport['months'], { person: { locale } }: PageContext): Html {
  const found = new Map(months.map(({ month, rounds }) => [month, rounds]));
  const points: string[] = [];
  const first = months[0]!.month;
  for (
    let month = months.at(-1)!.month;
    points.length < 6 || (month >= first && points.length < chartedMonths);
    month = monthsAfter(month, -1)
  )
    points.unshift(month);
  return columnChart(
    {
      label: 'Rounds beyond what was agreed by month',
      pointLabel: 'Month',
      points: points.map(month => ({
        name: monthName(month, 'long', locale),
        short: monthName(month, 'short', locale),
      })),
      series: [
        {
          name: 'Rounds beyond what was agreed',
          look: 'solid',
          values: points.map(month => found.get(month) ?? 0),
        },
      ],
      format: rounds => count(rounds, locale),
      formatTick: rounds => count(rounds, locale),
      hasOwnTable: true,
    },
    'stacked',
  );
}

const Filters = z.object({ project: filterId, client: filterId });

/** The revision rounds behind a figure. */
export const roundList = recordList<RoundRecord, RoundRecords, typeof Filters>({
  path: roundsPath,
  title: 'Revision rounds',
  report: ['Rounds', '/reports/rounds'],
  noun: 'round',
  filters: Filters,
  read: roundRecords,
  batch: roundBatch,
  count: ({ rounds }) => rounds,
  facts: ({ project, client }) => [
    ['Project', project],
    ['Client', client],
  ],
  columns: () => ['Logged', 'Project', 'Round', 'Description', 'By'],
  cells: (row, { person }): Value[] => [
    listDate(row.loggedOn, person),
    html`${projectLink(row, 'revisions')} <span class="sub">${row.client}</span>`,
    `${count(row.roundNumber, person.locale)} of ${count(row.agreed, person.locale)}`,
    row.description,
    row.by ?? '',
  ],
  inFile: {
    'Revision ID': row => row.id,
    'Logged at': row => row.loggedAt,
    'Project ID': row => row.projectId,
    Project: row => row.project,
    Client: row => row.client,
    Round: row => row.roundNumber,
    'Agreed rounds': row => row.agreed,
    Description: row => row.description,
    'Logged by': row => row.by,
  },
});
