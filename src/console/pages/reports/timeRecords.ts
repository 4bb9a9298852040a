import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../../database/sql.ts';
import { workspaceId } from '../../../records/fragments.ts';
import { asUuid, filterId } from '../../../vocabulary/id.ts';
import { html } from '../../html/html.ts';
import { limitTo } from '../../queries/pageLimit.ts';
import { ifGiven, nameOf } from '../../queries/reportRange.ts';
import {
  chosen,
  entriesOf,
  entryColumns,
  mayKnow,
  minuteColumns,
  spanOf,
  type TimeFilters,
  weeksOf,
} from '../../queries/timeSums.ts';
import { actor, day, flag, minutes, optional, text, whole } from './fields.ts';
import { type Asked, recordList } from './recordList.ts';

const truth = z.enum(['true', 'false']).optional();
const Filters = z.object({ project: filterId, person: filterId, billable: truth, billed: truth });

/** The table expressions that lead to `weekly`: the number and the minutes of the entries of each week. */
const weekly = ({ period: { since, until }, chosen: filters }: Asked<TimeFilters>) => sql.fragment`
  ${spanOf(
    sql.fragment`
      select coalesce(${since}::date, '0001-01-01') as since, coalesce(${until}::date, '9999-12-31') as until`,
    filters,
  )},
  weekly as materialized (
    select s.week, sum(${chosen(filters, entryColumns)}) as entries, sum(${chosen(filters, minuteColumns)}) as minutes
      from (${weeksOf(filters)}) s group by 1)`;

/**
 * The table expressions `place`, after which a page begins, and `found`, the entries of a page. A page of few entries among many
 * is found by the sums of `weekly`: they say in which weeks the entries are.
 */
function found(filters: TimeFilters, after: string | null, limit: number): FragmentSqlToken {
  const isAfter = ifGiven(after, () => sql.fragment`(t.date, t.id) < (select p.date, p.id from place p)`);
  const entries = sql.fragment`
    select t.* from corkboard.time_entries t
     where ${entriesOf(filters)} and t.date >= (select since from span) and t.date <= (select latest from place) and ${isAfter}`;
  const latest = sql.fragment`order by t.date desc, t.id desc ${limitTo(limit)}`;
  const place = sql.fragment`
    place as materialized (
      ${
        after === null
          ? sql.fragment`select null::date as date, null::uuid as id, s.until as latest from span s`
          : sql.fragment`
            select t.date, t.id, least(t.date, s.until) as latest from span s
              join corkboard.time_entries t on t.workspace_id = ${workspaceId} and t.id = ${after}::uuid`
      })`;
  const { project, person, billable, billed } = filters;
  if (project !== undefined)
    return sql.fragment`${place}, found as materialized (select t.* from (${entries} offset 0) t ${latest})`;
  if (person === undefined && billable === undefined && billed === undefined)
    return sql.fragment`${place}, found as materialized (${entries} ${latest})`;
  return sql.fragment`
    ${place},
    weeks as materialized (
      select w.week from (
        select s.week, coalesce(sum(s.entries) filter (where s.week < (select corkboard.week_of(p.latest) from place p))
                 over (order by s.week desc rows between unbounded preceding and 1 preceding), 0) as later
          from weekly s
         where s.entries > 0 and s.week <= (select corkboard.week_of(p.latest) from place p)) w
       where w.later < ${limit}::integer),
    found as materialized (
      select t.* from weeks w
       cross join lateral (${entries} and t.date >= w.week and t.date < w.week + 7 ${latest}) t
       ${latest})`;
}

const words = { true: 'Yes', false: 'No' } as const;
const wordOf = (value: keyof typeof words | undefined) => (value === undefined ? null : words[value]);

/** The time entries behind a figure, the latest first. */
export const timeList = recordList({
  path: '/reports/time',
  title: 'Time entries',
  report: ['Hours', '/reports/hours'],
  noun: 'time entry',
  nouns: 'time entries',
  filters: Filters,
  tables: (asked, after, limit) => sql.fragment`${weekly(asked)}, ${found(asked.chosen, after, limit)}`,
  fields: {
    id: text('Time entry ID', sql.fragment`t.id`),
    date: day('Date', sql.fragment`t.date`),
    projectId: text('Project ID', sql.fragment`p.id`),
    project: text('Project', sql.fragment`p.name`),
    client: text('Client', sql.fragment`c.name`),
    isTrashed: flag(null, sql.fragment`p.trashed_at is not null`),
    description: optional(text('Description', sql.fragment`t.description`)),
    minutes: minutes('Minutes', sql.fragment`t.minutes`),
    billable: flag('Billable', sql.fragment`t.billable`),
    invoiceId: optional(text(null, sql.fragment`i.id`)),
    invoice: optional(text('Billed on invoice', sql.fragment`i.number`)),
    by: optional(actor('Logged by', sql.fragment`case when ${mayKnow} then k.name end`)),
  },
  from: sql.fragment`
    found t
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = t.project_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
      join corkboard.timekeepers k on k.workspace_id = ${workspaceId} and k.id = t.timekeeper_id
      left join corkboard.billed_time b on b.workspace_id = ${workspaceId} and b.time_entry_id = t.id
      left join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = b.invoice_id
     order by t.date desc, t.id desc`,
  columns: {
    Date: 'date',
    Project: ({ projectId, project, client, isTrashed }) =>
      html`${isTrashed ? project : html`<a href="/projects/${projectId}?tab=time">${project}</a>`} <span class="sub">${client}</span>`,
    Description: 'description',
    By: 'by',
    Billable: ({ invoiceId, invoice, billable }) =>
      invoiceId === null
        ? words[`${billable}`]
        : html`Billed by <a href="/invoices/${invoiceId}">${invoice}</a>`,
    Time: 'minutes',
  },
  sums: {
    records: whole(null, sql.fragment`coalesce(sum(s.entries), 0)`),
    minutes: minutes('Total', sql.fragment`coalesce(sum(s.minutes), 0)`),
  },
  sumsFrom: () => sql.fragment`weekly s`,
  names: ({ project, person }) => ({
    Project: nameOf('projects', project),
    Person: sql.fragment`(
      select k.name from corkboard.timekeepers k
       where k.workspace_id = ${workspaceId} and k.id = ${asUuid(person ?? '')}::uuid and ${mayKnow})`,
  }),
  words: ({ billable, billed }) => ({ Billable: wordOf(billable), Billed: wordOf(billed) }),
});
