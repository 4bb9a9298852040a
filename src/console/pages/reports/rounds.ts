import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../../database/sql.ts';
import { count } from '../../../formatting/index.ts';
import { objects, workspaceId } from '../../../records/fragments.ts';
import { all } from '../../../records/list.ts';
import type { Period } from '../../../vocabulary/fields.ts';
import { asUuid, filterId } from '../../../vocabulary/id.ts';
import { columnChart } from '../../charts/columnChart.ts';
import { monthPoint } from '../../charts/moneyChart.ts';
import { monthEnd, monthsUntil } from '../../components/calendar.ts';
import { table } from '../../components/table.ts';
import { type Html, html } from '../../html/html.ts';
import { actorOf } from '../../queries/actor.ts';
import { dayInZone } from '../../queries/dayInZone.ts';
import { limitTo } from '../../queries/pageLimit.ts';
import { ifGiven, isWithin, nameOf, type ReportRange, rangeOf } from '../../queries/reportRange.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { actor, columnsOf, day, flag, optional, type RowOf, selectOf, text, whole } from './fields.ts';
import { wholeFile } from './files.ts';
import { recordList } from './recordList.ts';
import { csvLink, daysWithin, figure, pageLinks, projectLink, report, rowsOfPage } from './report.ts';

/** The list of the rounds behind every figure. */
const roundsPath = '/reports/revisions';

/**
 * The table expression `beyond`: the revisions `r` beyond what was agreed, with their projects `o`. Few projects have any, and an
 * index has those that used more than their scope includes. What was agreed is as of now.
 */
const beyond = (condition: FragmentSqlToken) => sql.fragment`
  over as materialized (
    select p.id, p.name, p.client_id, p.trashed_at, s.rounds_used,
           s.revision_rounds + corkboard.change_order_rounds(row(p.*)::corkboard.projects) as agreed
      from corkboard.scopes s
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = s.project_id
     where s.workspace_id = ${workspaceId} and s.rounds_used > s.revision_rounds),
  beyond as materialized (
    select r.id, r.logged_at, r.round_number, r.description, o.id as project_id, o.name as project, o.client_id, o.trashed_at,
           o.agreed, o.rounds_used
      from over o
      join corkboard.revisions r on r.workspace_id = ${workspaceId} and r.project_id = o.id and r.round_number > o.agreed
     where ${condition})`;

const clientName = sql.fragment`(
  select c.name from corkboard.clients c where c.workspace_id = ${workspaceId} and c.id = b.client_id)`;

/** A project with rounds beyond what was agreed, of which some were logged within the range. */
const projectFields = {
  projectId: text('Project ID', sql.fragment`b.project_id`),
  project: text('Project', sql.fragment`b.project`),
  clientId: text('Client ID', sql.fragment`b.client_id`),
  client: text('Client', clientName),
  isTrashed: flag(null, sql.fragment`b.trashed_at is not null`),
  agreed: whole('Agreed rounds', sql.fragment`b.agreed`),
  used: whole('Used rounds', sql.fragment`b.rounds_used`),
  beyond: whole('Rounds beyond', sql.fragment`b.rounds_used - b.agreed`),
  rounds: whole('Rounds beyond in this period', sql.fragment`count(*)`),
};

/** The revision rounds of a range of days beyond what was agreed. Months without any are left out. */
interface RoundsReport {
  months: { month: string; rounds: number }[];
  projects: RowOf<typeof projectFields>[];
  clients: { clientId: string; client: string; rounds: number }[];
}

const roundsOf = (period: Period): FragmentSqlToken => sql.fragment`
  with ${rangeOf(period)},
  ${beyond(sql.fragment`r.logged_at >= (select starts_at from range) and r.logged_at < (select ends_at from range)`)}
  select
    ${objects(sql.fragment`
      select date_trunc('month', ${dayInZone(sql.fragment`b.logged_at`)}::timestamp)::date as month, count(*) as rounds
        from beyond b group by 1 order by 1`)} as months,
    ${objects(sql.fragment`
      select ${selectOf(projectFields)}
        from beyond b group by b.project_id, b.project, b.client_id, b.trashed_at, b.agreed, b.rounds_used
       order by count(*) desc, b.project_id`)} as projects,
    ${objects(sql.fragment`
      select b.client_id as "clientId", ${clientName} as client, count(*) as rounds
        from beyond b group by b.client_id order by count(*) desc, b.client_id`)} as clients`;

/** The revision rounds beyond what was agreed. */
export const roundsReport = report<{ found: RoundsReport }>({
  path: '/reports/rounds',
  reads: period => ({ found: roundsOf(period) }),
  view: ({ found, range }, context) => html`
    <p>Revision rounds that were logged beyond what the scope and its approved change orders include today.</p>
    ${
      found.projects.length === 0
        ? html`<p class="empty">No revision round in this period went beyond what was agreed. <a href="/projects">Go to projects</a></p>`
        : shown(found, range, context)
    }`,
  files: [
    wholeFile(
      '/reports/rounds.csv',
      columnsOf(projectFields),
      roundsOf,
      ({ projects }: RoundsReport) => projects,
    ),
  ],
});

function shown({ months, projects, clients }: RoundsReport, range: ReportRange, context: PageContext): Html {
  const { locale } = context.person;
  const days = { from: range.since, until: range.until };
  const total = projects.reduce((sum, { rounds }) => sum + rounds, 0);
  const cell = (rounds: number, query: Record<string, string>) =>
    figure(count(rounds, locale), roundsPath, query);
  const { before, upTo } = rowsOfPage(context.search);
  return html`
    <div class="columns">
      <section><h2>By month</h2>${chart(months, context)}
        <details><summary>Show the months</summary>${table(
          'Rounds beyond what was agreed by month',
          ['Month', beyondColumn],
          months.map(row => [
            monthPoint(row.month, locale).name,
            cell(row.rounds, daysWithin(range, row.month, monthEnd(row.month))),
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
        .slice(before, upTo)
        .map(row => [
          projectLink(row, 'revisions'),
          row.client,
          count(row.agreed, locale),
          count(row.used, locale),
          cell(row.beyond, { project: row.projectId }),
          cell(row.rounds, { ...days, project: row.projectId }),
        ]),
      [`Total of ${count(projects.length, locale)}`, '', '', '', '', cell(total, days)],
    )}${pageLinks(projects.length, context)}${csvLink('/reports/rounds.csv', context)}</section>`;
}

const beyondColumn = ['Rounds', 'number'] as const;

/** How many months the chart shows at least, and at most, the last ones. */
const [fewestMonths, mostMonths] = [6, 24];

/** The rounds of each month, also of those without any. */
function chart(months: RoundsReport['months'], { person: { locale } }: PageContext): Html {
  const found = new Map(months.map(({ month, rounds }) => [month, rounds]));
  const points = monthsUntil(months.at(-1)!.month, mostMonths).filter(
    (month, at) => month >= months[0]!.month || at >= mostMonths - fewestMonths,
  );
  return columnChart(
    {
      label: 'Rounds beyond what was agreed by month',
      pointLabel: 'Month',
      points: points.map(month => monthPoint(month, locale)),
      series: [
        {
          name: 'Rounds beyond what was agreed',
          look: 'solid',
          values: points.map(month => found.get(month) ?? 0),
        },
      ],
      format: rounds => count(rounds, locale),
      formatTick: rounds => count(rounds, locale),
      tableIn: 'the table below',
    },
    'stacked',
  );
}

/** The revision rounds behind a figure, the latest first. */
export const roundList = recordList({
  path: roundsPath,
  title: 'Revision rounds',
  report: ['Rounds', '/reports/rounds'],
  noun: 'round',
  filters: z.object({ project: filterId, client: filterId }),
  tables: ({ period, chosen: { project, client } }, after, limit) => sql.fragment`
    ${beyond(
      all([
        isWithin(sql.fragment`r.logged_at`, period),
        ifGiven(project, id => sql.fragment`o.id = ${asUuid(id)}::uuid`),
        ifGiven(client, id => sql.fragment`o.client_id = ${asUuid(id)}::uuid`),
      ]),
    )},
    found as (
      select b.* from beyond b
       where ${ifGiven(after, last => sql.fragment`(b.logged_at, b.id) < (select a.logged_at, a.id from beyond a where a.id = ${last}::uuid)`)}
       order by b.logged_at desc, b.id desc ${limitTo(limit)})`,
  fields: {
    id: text('Revision ID', sql.fragment`b.id`),
    loggedAt: text('Logged at', sql.fragment`corkboard.iso(b.logged_at)`),
    loggedOn: day(null, dayInZone(sql.fragment`b.logged_at`)),
    projectId: text('Project ID', sql.fragment`b.project_id`),
    project: text('Project', sql.fragment`b.project`),
    client: text('Client', clientName),
    isTrashed: flag(null, sql.fragment`b.trashed_at is not null`),
    roundNumber: whole('Round', sql.fragment`b.round_number`),
    agreed: whole('Agreed rounds', sql.fragment`b.agreed`),
    description: text('Description', sql.fragment`b.description`),
    by: optional(actor('Logged by', actorOf('b', 'revision.logged'))),
  },
  from: sql.fragment`found b order by b.logged_at desc, b.id desc`,
  columns: {
    Logged: 'loggedOn',
    Project: row => html`${projectLink(row, 'revisions')} <span class="sub">${row.client}</span>`,
    Round: ({ roundNumber, agreed }, { person: { locale } }) =>
      `${count(roundNumber, locale)} of ${count(agreed, locale)}`,
    Description: 'description',
    By: 'by',
  },
  sums: { records: whole(null, sql.fragment`count(*)`) },
  sumsFrom: () => sql.fragment`beyond`,
  names: ({ project, client }) => ({
    Project: nameOf('projects', project),
    Client: nameOf('clients', client),
  }),
});
