import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { count } from '../../formatting/index.ts';
import { listInvoicesInput } from '../../operations/listInvoices.ts';
import { workspaceId } from '../../records/fragments.ts';
import { all } from '../../records/list.ts';
import { asUuid, filterId } from '../../vocabulary/id.ts';
import { filterForm } from '../components/filterForm.ts';
import { type CurrencyTotal, type InvoiceRows, invoiceTable } from '../components/invoiceTable.ts';
import { pagination } from '../components/pagination.ts';
import { sortBy } from '../components/table.ts';
import { tabs } from '../components/tabs.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import {
  type InvoiceFilters,
  invoiceList,
  invoiceSums,
  isOfDue,
  listedInvoices,
  projectOptions,
} from '../queries/invoice.ts';
import { invoiceMatches, invoiceOfClient } from '../queries/search.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { addressKeeping } from '../requests/paths.ts';
import { searchableList } from '../requests/query.ts';

const listed = searchableList(
  listInvoicesInput.extend({ client_id: filterId }),
  {
    matches: invoiceMatches,
    orders: {
      number: [sql.fragment`kind`, sql.fragment`sequence`],
      client: [
        sql.fragment`(
          select c.name from corkboard.projects p
            join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
           where p.workspace_id = ${workspaceId} and p.id = invoices.project_id) collate "und-x-icu"`,
      ],
      issued: [sql.fragment`sent_at`],
      due: [sql.fragment`due_date`],
      // Amounts in different currencies can't be compared.
      amount: [sql.fragment`currency`, sql.fragment`total_cents`],
    },
  },
  ({ client_id, ...asked }, { matches, orderBy }) =>
    listedInvoices(asked, { matches: both(matches, client_id), orderBy }),
);

/** The conditions of a search and of a client; undefined if there is neither. */
function both(
  matches: FragmentSqlToken | undefined,
  client: string | undefined,
): FragmentSqlToken | undefined {
  const conditions = [
    matches,
    client === undefined ? undefined : invoiceOfClient(sql.fragment`${asUuid(client)}`),
  ];
  const given = conditions.filter(condition => condition !== undefined);
  return given.length === 0 ? undefined : all(given);
}

/** The query without per_page: all lists of the console have pages of the same length. */
const withoutSize = (search: URLSearchParams) =>
  new URLSearchParams([...search].filter(([name]) => name !== 'per_page'));

/** The selection that an address makes. */
function filtersOf(search: URLSearchParams): InvoiceFilters {
  const given = (name: string) => search.get(name) ?? '';
  return {
    status: given('status'),
    kind: given('kind'),
    project_id: given('project_id'),
    overdue: given('overdue') === 'true',
    matches: both(
      given('search').trim() === '' ? undefined : invoiceMatches(given('search')),
      given('client_id') || undefined,
    ),
  };
}

interface Sums {
  counts: { kind: string; status: string; invoices: number }[];
  overdue: number;
  totals: CurrencyTotal[];
}

/** All invoices and estimates of the workspace. */
export const invoices = page<{
  list: InvoiceRows;
  sums: Sums;
  offered: { projects: { id: string; name: string }[] };
}>({
  path: '/invoices',
  reads: ({ search }) => {
    const filters = filtersOf(search);
    return {
      list: invoiceList(listed(withoutSize(search))),
      sums: invoiceSums(filters),
      offered: projectOptions(filters.project_id),
    };
  },
  view: ({ list, sums, offered }, context) => {
    const { person, search, here } = context;
    const isNarrowed = ['status', 'kind', 'project_id', 'client_id', 'overdue', 'search'].some(name =>
      search.get(name),
    );
    return {
      title: 'Invoices and estimates',
      actions: html`<a class="button quiet" href="/invoices/new?kind=estimate">New estimate</a><a class="button" href="/invoices/new?kind=invoice">New invoice</a>`,
      body: html`${tabLinks(sums, context)}${filterForm(
        context,
        [
          ['search', 'Search', 'search'],
          ['project_id', 'Project', offered.projects.map(({ id, name }) => [id, name])],
        ],
        ['status', 'kind', 'overdue', 'client_id', 'sort'],
      )}
        ${list.data.length > 0 ? invoiceTable(list, person, { totals: sums.totals, areDue: isOfDue(filtersOf(search)), sorting: key => sortBy(context, key, { descends: key !== 'client' }) }) : isNarrowed || list.page.total > 0 ? noMatches : emptyState}
        ${pagination(list.page, here)}`,
    };
  },
});

/** The tabs: each is a filter that keeps the project, the client, the search and the order. */
function tabLinks({ counts, overdue }: Sums, { person, search }: PageContext): Html {
  const address = addressKeeping('/invoices', search, ['project_id', 'client_id', 'search', 'sort']);
  const total = (isCounted: (group: Sums['counts'][number]) => boolean) =>
    counts.filter(isCounted).reduce((sum, { invoices }) => sum + invoices, 0);
  const filters: [name: string, query: Record<string, string>, count: number][] = [
    ['All', {}, total(() => true)],
    ['Drafts', { status: 'DRAFT' }, total(({ status }) => status === 'DRAFT')],
    [
      'Open',
      { kind: 'invoice', status: 'SENT' },
      total(({ kind, status }) => kind === 'invoice' && status === 'SENT'),
    ],
    ['Overdue', { overdue: 'true' }, overdue],
    ['Paid', { status: 'PAID' }, total(({ status }) => status === 'PAID')],
    ['Void', { status: 'VOID' }, total(({ status }) => status === 'VOID')],
    ['Estimates', { kind: 'estimate' }, total(({ kind }) => kind === 'estimate')],
  ];
  const current = ['kind', 'status', 'overdue'].flatMap(name => {
    const value = search.get(name);
    return value ? [[name, value]] : [];
  });
  return tabs(
    'Filters',
    filters.map(([name, query, found]) => [name, address(query), count(found, person.locale)]),
    address(Object.fromEntries(current)),
  );
}

const noMatches = html`<p class="empty">No invoices or estimates match these filters. <a href="/invoices">Show all</a></p>`;

const emptyState = html`
  <p class="empty">No invoices or estimates yet. Draft your first one above. An assistant can draft them too: <a href="/settings/assistants">connect one</a>.</p>`;
