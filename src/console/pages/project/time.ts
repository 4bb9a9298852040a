import { z } from 'zod';
import type { Outcomes } from '../../../actions/define.ts';
import { deleteTime, editTime } from '../../../actions/work.ts';
import { sql } from '../../../database/sql.ts';
import { day, duration } from '../../../formatting/index.ts';
import { logTime, maxMinutes } from '../../../operations/logTime.ts';
import { today } from '../../../records/fragments.ts';
import { pageParameter } from '../../../records/page.ts';
import { day as dayField } from '../../../vocabulary/fields.ts';
import { filterId } from '../../../vocabulary/id.ts';
import { disclosure } from '../../components/disclosure.ts';
import { editedId, editLink, editPanel } from '../../components/editPanel.ts';
import { facts } from '../../components/facts.ts';
import { filterForm } from '../../components/filterForm.ts';
import { pagination } from '../../components/pagination.ts';
import { actorLabel } from '../../components/provenance.ts';
import { sortBy, table } from '../../components/table.ts';
import { listDate } from '../../components/time.ts';
import { html } from '../../html/html.ts';
import { byOperation } from '../../posts/byOperation.ts';
import type { Paged } from '../../queries/pageLimit.ts';
import { type ProjectTotals, projectTotals } from '../../queries/project.ts';
import {
  billedTime,
  type EditedTime,
  type TimeEntryDetail,
  timeCondition,
  timeEntry,
  timeMatches,
  timeOf,
  timeSums,
} from '../../queries/work.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { searchableList } from '../../requests/query.ts';
import { timeInvoiceAddress } from '../invoiceTime.ts';
import { timerButton } from '../timer.ts';
import { entryPost, tab } from './tab.ts';

/**
 * The notice reads back what was logged, because a person who types `8` may mean hours. There is a sentence for each time, so
 * that no address makes the page say anything else.
 */
const logged: Outcomes = {
  sentences: Object.fromEntries(
    Array.from({ length: maxMinutes }, (_, n) => [n + 1, `Logged ${duration(n + 1, 'en-US')}.`]),
  ),
  of: ({ timeEntry }) => String((timeEntry as TimeEntryDetail).minutes),
};

const log = byOperation(logTime, {
  path: '/projects/:id/time/log',
  button: 'Log time',
  done: logged,
  pageQuery: { tab: 'time' },
  looks: {
    minutes: { label: 'Time', hint: 'Or with its unit, such as 45 min' },
  },
});

const edit = entryPost('time', editTime, 'edit');
const remove = entryPost('time', deleteTime, 'delete');

/** The time entries of a project that the address selects, and their sums. */
const listed = searchableList(
  z.strictObject({
    page: pageParameter,
    from: dayField.optional(),
    until: dayField.optional(),
    person: filterId,
  }),
  { matches: timeMatches, orders: { date: [sql.fragment`t.date`], time: [sql.fragment`t.minutes`] } },
  ({ page, ...filters }, { matches: search, orderBy }) => {
    const matches = timeCondition(filters, search);
    return (project: string) => ({
      entries: timeOf(project, page, matches, orderBy),
      found: timeSums(project, matches),
    });
  },
);

/** The address of a project's time entries of some days, and of a timekeeper. */
export const timeAddress = (projectId: string, filters: { from?: string; until?: string; person?: string }) =>
  `/projects/${projectId}?${new URLSearchParams({ tab: 'time', ...filters })}`;

/** The time entries of a project. */
export const time = tab<{
  sums: ProjectTotals;
  entries: Paged<TimeEntryDetail>;
  clock: { today: string };
  edited: EditedTime;
  billed: { minutes: number };
  found: { totalMinutes: number; billableMinutes: number };
}>({
  name: 'time',
  label: 'Time',
  reads: ({ params, search }) => ({
    sums: projectTotals(params.id!),
    ...listed(search)(params.id!),
    clock: sql.fragment`select ${today} as today`,
    edited: timeEntry(params.id!, editedId(search)),
    billed: billedTime(params.id!),
  }),
  view: (project, { sums: { time }, entries, clock, edited, billed, found }, context) => {
    const isNarrowed = filterNames.some(name => (context.search.get(name) ?? '').trim() !== '');
    const { locale } = context.person;
    const { id, budgetMinutes } = project;
    const isBilled = edited.entry?.billedBy != null;
    return html`
      ${facts([
        ['Total', duration(time.totalMinutes, locale)],
        ['Billable', duration(time.billableMinutes, locale)],
        ['Unbilled', unbilledTimeOf(id, time.billableMinutes - billed.minutes, locale)],
        ['Time budget', budgetMinutes === null ? null : duration(budgetMinutes, locale)],
      ])}
      ${disclosure(context, 'Log time', log, {
        values: { date: clock.today },
        quiet: edited.entry !== null,
      })}
      ${timerButton(id, context)}
      ${isBilled ? html`<p class="empty">${billing(edited.entry!)} bills this time entry, so it can’t be changed.</p>` : editPanel(context, 'Edit time entry', edited, { edit, remove })}
      ${filterForm(
        context,
        [
          ['search', 'Search descriptions', 'search'],
          ['from', 'From', 'date'],
          ['until', 'Until', 'date'],
        ],
        ['tab', 'sort', 'person'],
      )}
      ${isNarrowed && entries.data.length > 0 ? html`<p>Found: ${duration(found.totalMinutes, locale)} (${duration(found.billableMinutes, locale)} billable). ${showAll(context)}</p>` : null}
      ${entries.data.length > 0 ? list(entries.data, context) : isNarrowed ? noMatches(context) : emptyState}
      ${pagination(entries.page, context.here)}`;
  },
  posts: [log, edit, remove],
});

const list = (entries: TimeEntryDetail[], context: PageContext) => {
  const { locale } = context.person;
  return table(
    'Time entries',
    [
      { name: 'Date', sorting: sortBy(context, 'date', { initial: '-date', descends: true }) },
      'Description',
      'Billable',
      'By',
      { name: 'Time', kind: 'number', sorting: sortBy(context, 'time', { descends: true }) },
      'Actions',
    ],
    entries.map(entry => [
      listDate(entry.date, context.person),
      entry.description ?? '',
      entry.billedBy ? html`Billed by ${billing(entry)}` : entry.billable ? 'Yes' : 'No',
      entry.createdBy && actorLabel({ via: entry.createdVia, by: entry.createdBy }, context.person),
      duration(entry.minutes, locale),
      entry.billedBy ? null : editLink(context, entry.id, `the time entry of ${day(entry.date, locale)}`),
    ]),
  );
};

/** How much time no invoice bills yet, with a link to the page that bills it. */
const unbilledTimeOf = (projectId: string, minutes: number, locale: string) =>
  minutes === 0
    ? duration(0, locale)
    : html`${duration(minutes, locale)} <a href="${timeInvoiceAddress(projectId)}">Invoice unbilled time</a>`;

/** The link to the invoice that bills a time entry. */
const billing = ({ billedBy }: Pick<TimeEntryDetail, 'billedBy'>) =>
  html`<a href="/invoices/${billedBy!.id}">${billedBy!.number}</a>`;

const filterNames = ['search', 'from', 'until', 'person'];

const showAll = ({ here }: PageContext) => html`<a href="${here.split('?')[0]!}?tab=time">Show all</a>`;

const noMatches = (context: PageContext) =>
  html`<p class="empty">No time entries match. ${showAll(context)}</p>`;

const emptyState = html`
  <p class="empty">No time logged yet. Log your first entry above.</p>`;
