import { listInvoices } from '../../operations/listInvoices.ts';
import { type Html, html } from '../html.ts';
import { page } from '../page.ts';
import { type InvoiceRows, invoiceTable } from '../parts/invoiceTable.ts';
import { pagination } from '../parts/pagination.ts';
import { listedBy } from '../query.ts';
import { invoiceList, projectChoices } from '../records/invoice.ts';

const listed = listedBy(listInvoices);

/** The query without per_page: every list of the console has pages of one length. */
const withoutSize = (search: URLSearchParams) =>
  new URLSearchParams([...search].filter(([name]) => name !== 'per_page'));

/** Every invoice and estimate of the workspace. */
export const invoices = page<{ list: InvoiceRows; choices: { projects: { id: string; name: string }[] } }>({
  path: '/invoices',
  reads: ({ search }) => ({
    list: invoiceList(listed(withoutSize(search))),
    choices: projectChoices(search.get('project_id') ?? ''),
  }),
  view: ({ list, choices }, { person, search, here }) => {
    const isNarrowed = ['status', 'kind', 'project_id', 'overdue'].some(name => search.get(name));
    return {
      title: 'Invoices and estimates',
      body: html`${form(search, choices.projects)}
        ${list.data.length > 0 ? invoiceTable(list, person) : isNarrowed || list.page.total > 0 ? none : empty}
        ${pagination(list.page, here)}`,
    };
  },
});

const statuses = [
  ['DRAFT', 'Draft'],
  ['SENT', 'Sent'],
  ['PAID', 'Paid'],
  ['VOID', 'Void'],
];
const kinds = [
  ['invoice', 'Invoices'],
  ['estimate', 'Estimates'],
];

function form(search: URLSearchParams, projects: { id: string; name: string }[]): Html {
  return html`
    <form method="get" action="/invoices" class="filters">
      ${select('Status', 'status', statuses, search.get('status'))}
      ${select('Kind', 'kind', kinds, search.get('kind'))}
      ${select(
        'Project',
        'project_id',
        projects.map(({ id, name }) => [id, name]),
        search.get('project_id'),
      )}
      <label><input type="checkbox" name="overdue" value="true"${search.get('overdue') === 'true' ? html` checked` : null}> Overdue only</label>
      <button class="quiet">Filter</button>
    </form>`;
}

const select = (label: string, name: string, options: string[][], chosen: string | null): Html => html`
  <label>${label}
    <select name="${name}"><option value="">All</option>${options.map(
      ([value, text]) =>
        html`<option value="${value!}"${value === chosen ? html` selected` : null}>${text!}</option>`,
    )}</select>
  </label>`;

const none = html`<p class="empty">No invoice or estimate is like this. <a href="/invoices">Show all of them</a></p>`;

const empty = html`
  <p class="empty">There are no invoices yet. A person drafts them on a project, in the tab Invoices; an integration by
    <code>POST /api/v1/invoices</code>; an assistant with the tool <code>draft_invoice</code>.</p>`;
