import { archiveClient, setClient, trashClient, unarchiveClient } from '../../actions/client.ts';
import { renewPortalLink } from '../../actions/link.ts';
import { sql } from '../../database/sql.ts';
import { typedAddress } from '../../documents/typedAddress.ts';
import { countryName } from '../../formatting/countries.ts';
import { amount, count } from '../../formatting/index.ts';
import { languageName } from '../../formatting/languages.ts';
import { type ClientField, clientFields } from '../../records/clientFields.ts';
import type { Contact } from '../../records/contacts.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { activity } from '../components/activity.ts';
import { disclosure } from '../components/disclosure.ts';
import { mailList, sendLink } from '../components/documentMail.ts';
import { facts } from '../components/facts.ts';
import { type InvoiceRows, invoiceTable } from '../components/invoiceTable.ts';
import { pagination } from '../components/pagination.ts';
import {
  addressText,
  archivedPill,
  clientFormLooks,
  eInvoiceFormat,
  hasNoAddress,
  paymentTerm,
  zeroTaxReason,
} from '../components/party.ts';
import { provenance } from '../components/provenance.ts';
import { shareLink } from '../components/shareLink.ts';
import { type Stat, statCards } from '../components/statCards.ts';
import { table } from '../components/table.ts';
import { listDate, listDay } from '../components/time.ts';
import { trashForm } from '../components/trashForm.ts';
import { form, typedOver } from '../forms/form.ts';
import { word } from '../forms/labels.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { type AuditEntry, entries } from '../queries/auditLog.ts';
import {
  type ClientBalance,
  type ClientDetail,
  type ClientPortal,
  type ClientProject,
  clientBalances,
  clientDetail,
  clientPortal,
  maxOpen,
  type OpenInvoice,
  projectsOfClient,
} from '../queries/client.ts';
import { invoiceList, listedInvoices } from '../queries/invoice.ts';
import { type OpenLinks, openLinks } from '../queries/openLinks.ts';
import type { Paged } from '../queries/pageLimit.ts';
import { invoiceOfClient } from '../queries/search.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { pageNumber } from '../requests/query.ts';
import type { Person } from '../sessions/person.ts';
import { newProject } from './projects.ts';

const set = byAction(setClient, { path: '/clients/:id/set', looks: clientFormLooks });
const trash = byAction(trashClient, {
  path: '/clients/:id/trash',
  redirectTo: () => '/clients',
});
const archive = byAction(archiveClient, { path: '/clients/:id/archive' });
const unarchive = byAction(unarchiveClient, { path: '/clients/:id/unarchive' });
const renewPortal = byAction(renewPortalLink, { path: '/clients/:id/portal/renew-link' });
const addProject = newProject('/clients/:id/projects/add', { clientId: 'id' });

interface Rows {
  client: { client: ClientDetail };
  projects: { projects: Paged<ClientProject> };
  balance: { balances: ClientBalance[]; open: OpenInvoice[] };
  portal: ClientPortal;
  invoices: InvoiceRows;
  recent: { rows: AuditEntry[] };
  links: OpenLinks;
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
    portal: clientPortal(params.id!, 'portal'),
    links: openLinks({ client: params.id! }),
    recent: entries({ client: params.id! }, null, maxInvoices),
    invoices: invoiceList(
      listedInvoices(
        { page: 1, per_page: maxInvoices, overdue: false },
        { matches: invoiceOfClient(sql.fragment`${asUuid(params.id!)}`) },
      ),
    ),
  }),
  view: (
    { client: { client }, projects: { projects }, balance, portal, invoices, recent, links },
    context,
  ) => ({
    title: client.name,
    status: client.archivedAt === null ? null : archivedPill,
    crumbs: [['Clients', '/clients']],
    actions: html`<a class="button quiet" href="/clients/${client.id}/statement">Statement</a>`,
    body: html`
      <p class="quiet-text">${provenance('Added', { via: client.createdVia, by: client.createdBy, at: client.createdAt }, context.person)}${client.inquiryId === null ? null : html` · <a href="/inquiries/${client.inquiryId}">First inquiry</a>`} · <a href="/settings/audit?record=${client.id}">History</a></p>
      ${disclosure(filledIn(client, context), 'Edit client', set, { values: client, foldsSections: true, isLong: true })}
      ${balanceCards(client.id, balance.balances, context.person)}
      <div class="beside">
        <div>
          ${openSection(client.id, balance.open, context.person)}
          <section><h2>Projects</h2>${projectList(projects.data, context.person)}${pagination(projects.page, context.here)}
            ${disclosure(context, 'Add project', addProject)}</section>
          ${invoices.page.total === 0 ? null : invoiceSection(client.id, invoices, context.person)}
          ${activity(recent.rows, context.person, `/settings/audit?record=${client.id}`)}
        </div>
        <div>
          <section><h2>Details</h2>${details(client, context)}
            ${[archive, unarchive].map(post => form(context, post, { record: client, quiet: true }))}
            ${trashForm(context, trash, links)}</section>
          <section><h2>Client portal</h2>${portalPart(client, portal, context)}</section>
        </div>
      </div>`,
  }),
  posts: [set, archive, unarchive, renewPortal, trash, addProject],
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
    card('Received', 'kind=invoice&status=PAID', 'receivedCents'),
    ...(balances.some(({ balanceCents }) => balanceCents > 0)
      ? [{ ...card('Balance', '', 'balanceCents'), href: `/clients/${id}#open` }]
      : []),
  ]);
}

/** The invoices behind what the client owes and has; null if there are none. */
function openSection(id: string, open: readonly OpenInvoice[], person: Person): Html | null {
  if (open.length === 0) return null;
  const shown = open.slice(0, maxOpen);
  const money = (cents: number, currency: string) =>
    cents === 0 ? '' : amount(cents, currency, person.locale);
  return html`<section id="open"><h2>Due and balance</h2>${table(
    'Due and balance',
    ['Invoice', 'Due', ['Amount due', 'number'], ['Balance', 'number']],
    shown.map(({ id, number, currency, dueDate, isOverdue, dueCents, balanceCents }) => [
      html`<a href="/invoices/${id}">${number}</a>`,
      balanceCents > 0
        ? 'Paid too much'
        : html`${dueDate === null ? 'No date' : listDate(dueDate, person)}${isOverdue ? html` <span class="pill bad">Overdue</span>` : null}`,
      money(dueCents, currency),
      money(balanceCents, currency),
    ]),
  )}${open.length > maxOpen ? html`<p><a href="/invoices?client_id=${id}&kind=invoice&status=SENT">All open invoices</a></p>` : null}</section>`;
}

/** The link of the client's portal and the emails with it, or the link to the page that makes and sends it. */
function portalPart({ id }: ClientDetail, portal: ClientPortal, context: PageContext): Html {
  const { portalPath, linkVersion, mails } = portal;
  const about = html`<p class="hint">One page for the client with everything you sent: what to approve, sign, answer and pay, their projects and documents, and a statement.</p>`;
  const send = sendLink(`/clients/${id}/portal/send`, 'portal link', { isAgain: mails.length > 0 });
  if (portalPath === null) return html`${about}<p>${send}</p>`;
  return html`${about}
    ${shareLink(context, {
      label: 'Portal link',
      path: portalPath,
      version: linkVersion,
      renew: renewPortal,
      send,
    })}
    ${mailList(mails, context)}`;
}

/** The client's last invoices and estimates. */
const invoiceSection = (id: string, invoices: InvoiceRows, person: Person): Html =>
  html`<section><h2>Invoices</h2>${invoiceTable(invoices, person, { ofClient: true })}
    ${invoices.page.total > maxInvoices ? html`<p><a href="/invoices?client_id=${id}">All ${count(invoices.page.total, person.locale)} invoices and estimates</a></p>` : null}</section>`;

/** The parameter of the page's address with which the address as text is filled into the fields. */
const fill = 'fill';

/** Whether the client has an address as text, and none in fields. */
const hasOnlyText = (client: ClientDetail): boolean => client.address !== null && hasNoAddress(client);

/** The page with the client's address as text in the fields of its form, as if the person had typed it. */
function filledIn(client: ClientDetail, context: PageContext): PageContext {
  if (!context.search.has(fill) || !hasOnlyText(client) || context.rejected !== undefined) return context;
  const found = typedAddress(client.address!, [
    client.name,
    client.company,
    client.legalName,
    client.contactName,
  ]);
  const typed = { ...found, legalName: client.legalName ?? found.legalName };
  return typedOver(context, set, client, typed);
}

/** The names of those fields whose column in exports has another one. */
const names: Partial<Record<string, string>> = {
  addressLines: 'Address',
  paymentTermDays: 'Payment term',
  zeroTaxReason: 'Reason for a rate of 0',
};

function details(client: ClientDetail, context: PageContext): Html {
  const { country, eInvoiceCountry, language } = client;
  const mailto = (address: string | null) =>
    address === null ? null : html`<a href="mailto:${encodeURIComponent(address)}">${address}</a>`;
  const toFields = hasOnlyText(client)
    ? context.search.has(fill)
      ? html`<p class="notice" role="status">The fields of the address are filled in from this text. Check them, then save.</p>`
      : html` <a href="/clients/${client.id}?${fill}=address">Fill in the address fields from this</a>`
    : null;
  const values: Record<ClientField, Value> = {
    ...client,
    // The heading of the page.
    name: null,
    email: mailto(client.email),
    contacts: client.contacts?.map(contact => contactLine(contact, mailto)) ?? null,
    billingEmail: mailto(client.billingEmail),
    // The whole address.
    addressLines:
      addressText(client) ?? (client.address === null ? null : html`<bdi>${client.address}</bdi>${toFields}`),
    ...{ postalCode: null, city: null, region: null, country: null, address: null },
    zeroTaxReason: zeroTaxReason(client.zeroTaxReason),
    language: language === null ? null : languageName(language),
    paymentTermDays: paymentTerm(client.paymentTermDays),
    eInvoiceFormat: eInvoiceFormat(client.eInvoiceFormat),
    eInvoiceCountry:
      eInvoiceCountry && eInvoiceCountry !== country
        ? (countryName(eInvoiceCountry) ?? eInvoiceCountry)
        : null,
  };
  return facts([
    ...Object.entries(clientFields).map(
      ([field, { heading }]) => [names[field] ?? heading, values[field as ClientField]] as const,
    ),
    ['DATEV account', client.debtorAccount],
  ]);
}

/** A contact with its role, address and number. */
const contactLine = (
  { name, email, phone, role }: Contact,
  mailto: (address: string | null) => Value,
): Html =>
  html`<p>${name}${role === 'other' ? null : html` <span class="pill">${word(role)}</span>`}${email ? html`<br>${mailto(email)}` : null}${phone ? html`<br>${phone}` : null}</p>`;

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
