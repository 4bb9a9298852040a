import { sql } from 'slonik';
import type { z } from 'zod';
import { deleteTime, editTime } from '../../../actions/work.ts';
import { day, duration } from '../../../formatting/index.ts';
import { today } from '../../../operations/define.ts';
import { logTime } from '../../../operations/logTime.ts';
import type { Page } from '../../../records/page.ts';
import { html } from '../../html/html.ts';
import { disclosure } from '../../parts/disclosure.ts';
import { editedId, editLink, editPanel } from '../../parts/editPanel.ts';
import { facts } from '../../parts/facts.ts';
import { pagination } from '../../parts/pagination.ts';
import { actorLabel } from '../../parts/provenance.ts';
import { table } from '../../parts/table.ts';
import { byAction } from '../../posts/byAction.ts';
import { byOperation } from '../../posts/byOperation.ts';
import { type ProjectTotals, projectTotals } from '../../records/project.ts';
import { type TimeEntryDetail, timeEntry, timeOf } from '../../records/work.ts';
import type { PageContext } from '../../routing/pageContext.ts';
import { pageNumber } from '../../routing/query.ts';
import { tab } from './tab.ts';

const log = byOperation(logTime, {
  path: '/projects/:id/time/log',
  button: 'Log time',
  done: 'Time logged.',
  pageQuery: { tab: 'time' },
  looks: {
    minutes: { label: 'Time', hint: 'For example 1:30 or 90 min' },
  },
});

const edit = byAction(editTime, {
  path: '/projects/:id/time/:entry/edit',
  record: 'entry',
  parents: { id: 'project_id' },
  pageQuery: { tab: 'time' },
  redirectTo: ({ entry }) => `/projects/${entry.projectId}?tab=time`,
});
const remove = byAction(deleteTime, {
  path: '/projects/:id/time/:entry/delete',
  record: 'entry',
  parents: { id: 'project_id' },
  pageQuery: { tab: 'time' },
  redirectTo: ({ entry }) => `/projects/${entry.projectId}?tab=time`,
});

/** The time entries of a project. */
export const time = tab<{
  sums: ProjectTotals;
  entries: { data: TimeEntryDetail[]; page: z.infer<typeof Page> };
  clock: { today: string };
  edited: { entry: { id: string } | null };
}>({
  name: 'time',
  label: 'Time',
  reads: ({ params, search }) => ({
    sums: projectTotals(params.id!),
    entries: timeOf(params.id!, pageNumber(search)),
    clock: sql.fragment`select ${today} as today`,
    edited: timeEntry(params.id!, editedId(search)),
  }),
  view: ({ budgetMinutes }, { sums: { time }, entries, clock, edited }, context) => {
    const { locale } = context.person;
    return html`
      ${facts([
        ['Total', duration(time.totalMinutes, locale)],
        ['Billable', duration(time.billableMinutes, locale)],
        ['Time budget', budgetMinutes === null ? null : duration(budgetMinutes, locale)],
      ])}
      ${disclosure(context, 'Log time', log, { values: { date: clock.today } })}
      ${editPanel(context, 'Edit time entry', edited.entry, { edit, remove })}
      ${entries.data.length === 0 ? emptyState : list(entries.data, context)}
      ${pagination(entries.page, context.here)}`;
  },
  posts: [log, edit, remove],
});

const list = (entries: TimeEntryDetail[], context: PageContext) => {
  const { locale } = context.person;
  return table(
    'Time entries',
    ['Date', 'Description', 'Billable', 'By', ['Time', 'number'], 'Actions'],
    entries.map(({ id, date, minutes, billable, description, createdVia, createdBy }) => [
      day(date, locale),
      description ?? '',
      billable ? 'Yes' : 'No',
      actorLabel({ via: createdVia, by: createdBy }),
      duration(minutes, locale),
      editLink(context, id, `the time entry of ${day(date, locale)}`),
    ]),
  );
};

const emptyState = html`
  <p class="empty">No time logged yet. Log your first entry above.</p>`;
