import { z } from 'zod';
import { duration } from '../../../formatting/index.ts';
import { filterId } from '../../../vocabulary/id.ts';
import { html, type Value } from '../../html/html.ts';
import { listDate } from '../../parts/time.ts';
import { type TimeRecord, type TimeRecords, timeBatch, timeRecords } from '../../records/timeRecords.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { recordList } from './recordList.ts';

const truth = z.enum(['true', 'false']).optional();
const Filters = z.object({ project: filterId, person: filterId, billable: truth, billed: truth });

const words = { true: 'Yes', false: 'No' } as const;
const chosenWord = ({ search }: PageContext, name: 'billable' | 'billed') =>
  words[search.get(name) as keyof typeof words] ?? null;

/** The time entries behind a figure. */
export const timeList = recordList<TimeRecord, TimeRecords, typeof Filters>({
  path: '/reports/time',
  title: 'Time entries',
  report: ['Hours', '/reports/hours'],
  noun: 'time entry',
  nouns: 'time entries',
  filters: Filters,
  read: timeRecords,
  batch: timeBatch,
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
  inFile: {
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
  },
});
