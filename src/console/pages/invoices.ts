import { listInvoices } from '../../operations/listInvoices.ts';
import { invoiceStatus } from '../../vocabulary/fields.ts';
import { choices } from '../forms/labels.ts';
import { html } from '../html/html.ts';
import { type Filter, filterForm } from '../parts/filterForm.ts';
import { type InvoiceRows, invoiceTable } from '../parts/invoiceTable.ts';
import { pagination } from '../parts/pagination.ts';
import { invoiceList, projectOptions } from '../records/invoice.ts';
import { page } from '../routing/page.ts';
import { listQuery } from '../routing/query.ts';

const listed = listQuery(listInvoices);

/** The query without per_page: all lists of the console have pages of the same length. */
const withoutSize = (search: URLSearchParams) =>
  new URLSearchParams([...search].filter(([name]) => name !== 'per_page'));

/** All invoices and estimates of the workspace. */
export const invoices = page<{ list: InvoiceRows; offered: { projects: { id: string; name: string }[] } }>({
  path: '/invoices',
  reads: ({ search }) => ({
    list: invoiceList(listed(withoutSize(search))),
    offered: projectOptions(search.get('project_id') ?? ''),
  }),
  view: ({ list, offered }, context) => {
    const { person, search, here } = context;
    const filters: Filter[] = [
      ['status', 'Status', choices(invoiceStatus.options)],
      ['kind', 'Kind', kinds],
      ['project_id', 'Project', offered.projects.map(({ id, name }) => [id, name])],
      ['overdue', 'Overdue only', 'checkbox'],
    ];
    const isNarrowed = filters.some(([name]) => search.get(name));
    return {
      title: 'Invoices and estimates',
      body: html`${filterForm(context, filters)}
        ${list.data.length > 0 ? invoiceTable(list, person) : isNarrowed || list.page.total > 0 ? noMatches : emptyState}
        ${pagination(list.page, here)}`,
    };
  },
});

const kinds: [string, string][] = [
  ['invoice', 'Invoices'],
  ['estimate', 'Estimates'],
];

const noMatches = html`<p class="empty">No invoices or estimates match these filters. <a href="/invoices">Show all</a></p>`;

const emptyState = html`
  <p class="empty">No invoices or estimates yet. To draft one, open a <a href="/projects">project</a> and choose Invoices. Assistants and integrations can draft them too: see the <a href="/docs">API docs</a>.</p>`;
