import type { z } from 'zod';
import { setClient, trashClient } from '../../actions/client.ts';
import { amount, count } from '../../formatting/index.ts';
import { createProject } from '../../operations/createProject.ts';
import { invoicePage } from '../../operations/listInvoices.ts';
import type { Page } from '../../records/page.ts';
import { form } from '../forms/form.ts';
import { word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { activity } from '../parts/activity.ts';
import { disclosure } from '../parts/disclosure.ts';
import { facts } from '../parts/facts.ts';
import { type InvoiceRows, invoiceTable } from '../parts/invoiceTable.ts';
import { pagination } from '../parts/pagination.ts';
import { provenance } from '../parts/provenance.ts';
import { type Stat, statCards } from '../parts/statCards.ts';
import { table } from '../parts/table.ts';
import { listDay } from '../parts/time.ts';
import { byAction } from '../posts/byAction.ts';
import { byOperation } from '../posts/byOperation.ts';
import { type AuditEntry, entries } from '../records/auditLog.ts';
import {
  type ClientBalance,
  type ClientDetail,
  type ClientProject,
  clientBalances,
  clientDetail,
  projectsOfClient,
} from '../records/client.ts';
import { invoiceList } from '../records/invoice.ts';
import { invoiceOfClient } from '../records/search.ts';
import { pageNumber } from '../requests/query.ts';
import type { Person } from '../sessions/person.ts';
import { newProject, projectLooks } from './projects.ts';

const set = byAction(setClient, { path: '/clients/:id/set' });
const trash = byAction(trashClient, {
  path: '/clients/:id/trash',
  redirectTo: () => '/clients',
});
const addProject = newProject(
  byOperation(createProject, {
    path: '/clients/:id/projects/add',
    button: 'Add project',
    done: 'Project added.',
    looks: projectLooks,
    pathFields: { clientId: 'id' },
  }),
);

interface Rows {
  client: { client: ClientDetail };
  projects: { data: ClientProject[]; page: z.infer<typeof Page> };
  balance: { balances: ClientBalance[] };
  invoices: InvoiceRows;
  recent: { rows: AuditEntry[] };
}

/** How many of its invoices and of the last changes the page shows. */
const maxInvoices = 5;

/** A client with its projects and private details. */
export const client = page<Rows>({
  path: '/clients/:id',
  reads: ({ params, search }) => ({
    client: clientDetail(params.id!),
    projects: projectsOfClient(params.id!, pageNumber(search)),
    balance: clientBalances(params.id!),
    recent: entries({ client: params.id! }, null, maxInvoices),
    invoices: invoiceList(
      invoicePage(
        { page: 1, per_page: maxInvoices, overdue: false },
        { matches: invoiceOfClient(params.id!) },
      ),
    ),
  }),
  view: ({ client: { client }, projects, balance, invoices, recent }, context) => ({
    title: client.name,
    crumbs: [['Clients', '/clients']],
    body: html`
      <p class="quiet-text">${provenance('Added', { via: client.createdVia, by: client.createdBy, at: client.createdAt }, context.person)} · <a href="/settings/audit?record=${client.id}">History</a></p>
      ${balanceCards(client.id, balance.balances, context.person)}
      <div class="beside">
        <div>
          <section><h2>Projects</h2>${projectList(projects.data, context.person)}${pagination(projects.page, context.here)}
            ${disclosure(context, 'Add project', addProject)}</section>
          ${invoices.page.total === 0 ? null : invoiceSection(client.id, invoices, context.person)}
          ${activity(recent.rows, context.person, `/settings/audit?record=${client.id}`)}
        </div>
        <section><h2>Details</h2>${details(client)}
          ${disclosure(context, 'Edit client', set, { values: client })}
          ${form(context, trash, { quiet: true })}</section>
      </div>`,
  }),
  posts: [set, trash, addProject],
});

/**
 * The amounts that the client owes and paid; null before the first invoice is sent. Further currencies are below the
 * first.
 */
function balanceCards(id: string, balances: ClientBalance[], { locale }: Person): Html | null {
  const [first, ...others] = balances;
  if (first === undefined) return null;
  const card = (label: string, query: string, key: Exclude<keyof ClientBalance, 'currency'>): Stat => {
    const money = (one: ClientBalance) => amount(one[key], one.currency, locale);
    return {
      label,
      href: `/invoices?client_id=${id}&${query}`,
      value: money(first),
      notes: others.filter(one => one[key] > 0).map(one => `+ ${money(one)}`),
      isBad: key === 'overdueCents' && balances.some(one => one.overdueCents > 0),
    };
  };
  return statCards([
    card('Outstanding', 'kind=invoice&status=SENT', 'outstandingCents'),
    card('Overdue', 'overdue=true', 'overdueCents'),
    card('Paid', 'kind=invoice&status=PAID', 'paidCents'),
  ]);
}

/** The client's last invoices and estimates. */
const invoiceSection = (id: string, invoices: InvoiceRows, person: Person): Html =>
  html`<section><h2>Invoices</h2>${invoiceTable(invoices, person, { ofClient: true })}
    ${invoices.page.total > maxInvoices ? html`<p><a href="/invoices?client_id=${id}">All ${count(invoices.page.total, person.locale)} invoices and estimates</a></p>` : null}</section>`;

function details(client: ClientDetail): Html {
  const { email } = client;
  return facts([
    ['Company', client.company],
    ['Contact', client.contactName],
    ['Email', email === null ? null : html`<a href="mailto:${encodeURIComponent(email)}">${email}</a>`],
    ['Address', client.address],
    ['Notes', client.notes],
    ['E-invoice country', client.eInvoiceCountry],
    ['E-invoice network ID', client.eInvoiceNetworkId],
  ]);
}

function projectList(projects: ClientProject[], person: Person): Html {
  if (projects.length === 0) {
    return html`<p class="empty">No projects yet. Add one below.</p>`;
  }
  return table(
    'Projects',
    ['Name', 'Stage', 'Status', 'Added'],
    projects.map(({ id, name, stage, status, createdAt }) => [
      html`<a href="/projects/${id}">${name}</a>`,
      word(stage),
      word(status),
      listDay(createdAt, person),
    ]),
  );
}
