import { z } from 'zod';
import type { Columns } from '../../../exports/csvFiles.ts';
import { duration } from '../../../formatting/index.ts';
import { filterId } from '../../../vocabulary/id.ts';
import { html, type Value } from '../../html/html.ts';
import { listDate } from '../../parts/time.ts';
import { type TimeRecord, type TimeRecords, timeBatch, timeRecords } from '../../records/timeRecords.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { askedPeriod, validPeriod } from '../../requests/period.ts';
import { batchedFile } from './files.ts';
import { filtersIn, recordList } from './recordList.ts';

const truth = z.enum(['true', 'false']).optional();
const Filters = z.object({ project: filterId, person: filterId, billable: truth, billed: truth });

const words = { true: 'Yes', false: 'No' } as const;
const chosenWord = ({ search }: PageContext, name: 'billable' | 'billed') =>
  words[search.get(name) as keyof typeof words] ?? null;

/** The time entries behind a figure. */
export const timeRecordsPage = recordList<TimeRecord, TimeRecords>({
  path: '/reports/time',
  title: 'Time entries',
  report: ['Hours', '/reports/hours'],
  noun: 'time entry',
  nouns: 'time entries',
  filters: Object.keys(Filters.shape),
  read: (search, after) => timeRecords(askedPeriod(search), filtersIn(Filters, search), after),
  count: ({ entries }) => entries,
  facts: ({ minutes, project, person }, context) => [
    ['Project', project],
    ['Person', person],
    ['Billable', chosenWord(context, 'billable')],
    ['Billed', chosenWord(context, 'billed')],
    ['Total', duration(minutes, context.person.locale)],
  ],
  columns: () => ['Date', 'Project', 'Description', 'By', 'Billable', ['Time', 'number']],
  cells: (row, { person }): Value[] => [
    listDate(row.date, person),
    html`${row.isTrashed ? row.project : html`<a href="/projects/${row.projectId}?tab=time">${row.project}</a>`} <span class="sub">${row.client}</span>`,
    row.description ?? '',
    row.by ?? '',
    row.invoiceId === null
      ? words[row.billable ? 'true' : 'false']
      : html`Billed by <a href="/invoices/${row.invoiceId}">${row.invoice!}</a>`,
    duration(row.minutes, person.locale),
  ],
});

const columns: Columns<TimeRecord> = {
  'Time entry ID': row => row.id,
  Date: row => row.date,
  'Project ID': row => row.projectId,
  Project: row => row.project,
  Client: row => row.client,
  Description: row => row.description,
  Minutes: row => row.minutes,
  Billable: row => row.billable,
  'Billed on invoice': row => row.invoice,
  'Logged by': row => row.by,
};

export const timeRecordsFile = batchedFile(
  { page: '/reports/time', path: '/reports/time.csv' },
  columns,
  search => {
    const [period, filters] = [validPeriod(search), filtersIn(Filters, search)];
    return (last, limit) => timeBatch(period, filters, last?.id ?? null, limit);
  },
);
