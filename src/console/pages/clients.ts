import { z } from 'zod';
import { sql } from '../../database/sql.ts';
import { amount, count } from '../../formatting/index.ts';
import { projectCount } from '../../operations/listClients.ts';
import { ClientSummary } from '../../records/client.ts';
import { json, workspaceId } from '../../records/fragments.ts';
import { pageOf, paging } from '../../records/list.ts';
import { undeliveredPill } from '../components/documentMail.ts';
import { filterForm } from '../components/filterForm.ts';
import { ownCurrencyFirst } from '../components/ownCurrencyFirst.ts';
import { pagination } from '../components/pagination.ts';
import { archivedPill } from '../components/party.ts';
import { sortBy, table } from '../components/table.ts';
import { listDate } from '../components/time.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { page } from '../page/page.ts';
import { type Outstanding, outstandingOf } from '../queries/client.ts';
import { dayInZone } from '../queries/dayInZone.ts';
import { undeliveredOf } from '../queries/documentMail.ts';
import type { Paged } from '../queries/pageLimit.ts';
import { clientMatches, searchText } from '../queries/search.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { searchableList } from '../requests/query.ts';
import type { Person } from '../sessions/person.ts';

/** A client in the list, with what they owe by currency. */
const ListedClient = z.strictObject({
  ...ClientSummary.pick({ id: true, name: true, company: true, projectCount: true }).shape,
  addedOn: z.string(),
  archivedAt: z.string().nullable(),
  outstanding: z.array(z.strictObject({ currency: z.string(), dueCents: z.number() })),
});
type Clients = Paged<z.infer<typeof ListedClient>>;

const listedClient = json(ListedClient, 'row', {
  addedOn: dayInZone(sql.fragment`row.created_at`),
  projectCount,
  outstanding: outstandingOf(sql.fragment`row.id`),
});

const listed = searchableList(
  z.strictObject({ ...paging, archived: z.enum(['true']).optional() }),
  {
    matches: clientMatches,
    orders: {
      name: [sql.fragment`name collate "und-x-icu"`],
      company: [sql.fragment`company collate "und-x-icu"`],
      added: [sql.fragment`created_at`],
    },
  },
  ({ archived, ...paging }, { matches, orderBy = sql.fragment`name collate "und-x-icu", id` }) => {
    const where = [sql.fragment`workspace_id = ${workspaceId}`, sql.fragment`trashed_at is null`];
    // A search finds archived clients, too.
    if (archived !== undefined) where.push(sql.fragment`archived_at is not null`);
    else if (matches === undefined) where.push(sql.fragment`archived_at is null`);
    const archivedClients = sql.fragment`(
      select count(*) from corkboard.clients c
       where c.workspace_id = ${workspaceId} and c.archived_at is not null and c.trashed_at is null)`;
    const total =
      archived === undefined
        ? sql.fragment`select corkboard.client_count(${workspaceId}) - ${archivedClients}`
        : sql.fragment`select ${archivedClients}`;
    return pageOf(paging, 'clients', where, { matches, orderBy, record: listedClient }, total);
  },
);

/** All clients, by name. */
export const clients = page<{ clients: Clients; undelivered: { ids: string[] } }>({
  path: '/clients',
  reads: ({ search }) => ({ clients: listed(search), undelivered: undeliveredOf('clients') }),
  view: ({ clients, undelivered }, context) => ({
    title: isArchive(context) ? 'Archived clients' : 'Clients',
    ...(isArchive(context) && { crumbs: [['Clients', '/clients']] as const }),
    actions: html`<a class="button quiet" href="/clients/import">Import clients</a> <a class="button" href="/clients/new">Add client</a>`,
    body: html`
      ${filterForm(context, [['search', 'Search', 'search']], ['sort', 'archived'])}
      ${clients.data.length === 0 ? emptyState(context) : list(clients, undelivered.ids, context)}
      ${pagination(clients.page, context.here)}
      <p class="quiet-text"><a href="/inquiries">Inquiries</a> · ${isArchive(context) ? html`<a href="/clients">Clients</a>` : html`<a href="/clients?archived=true">Archived clients</a>`} · <a href="/trash">Trash</a></p>`,
  }),
});

/** Whether the page shows the archived clients. */
const isArchive = ({ search }: PageContext): boolean => search.get('archived') === 'true';

const list = ({ data }: Clients, undelivered: readonly string[], context: PageContext): Html =>
  table(
    'Clients',
    [
      { name: 'Name', sorting: sortBy(context, 'name', { initial: 'name' }) },
      { name: 'Company', sorting: sortBy(context, 'company') },
      { name: 'Added', sorting: sortBy(context, 'added', { descends: true }) },
      ['Projects', 'number'],
      ['Outstanding', 'number'],
    ],
    data.map(({ id, name, company, addedOn, projectCount, outstanding, archivedAt }) => [
      html`<a href="/clients/${id}">${name}</a>${archivedAt === null ? null : archivedPill}${undelivered.includes(id) ? html` ${undeliveredPill}` : null}`,
      company ?? '',
      listDate(addedOn, context.person),
      count(projectCount, context.person.locale),
      owed(id, outstanding, context.person),
    ]),
  );

/** What a client owes, by currency, with a link to the open invoices; blank: nothing. */
const owed = (id: string, outstanding: readonly Outstanding[], { currency, locale }: Person): Value =>
  outstanding.length === 0
    ? ''
    : html`<a href="/invoices?client_id=${id}&kind=invoice&status=SENT">${ownCurrencyFirst(
        outstanding,
        currency,
      ).map(
        (one, at) => html`${at > 0 ? html`<br>` : null}${amount(one.dueCents, one.currency, locale)}`,
      )}</a>`;

function emptyState(context: PageContext): Html {
  const text = searchText(context.search);
  if (text !== '')
    return html`<p class="empty">No clients match “${text}”. <a href="/clients">Show all clients</a>.</p>`;
  if (isArchive(context))
    return html`<p class="empty">No client is archived. <a href="/clients">Show all clients</a>.</p>`;
  return html`
    <p class="empty">No clients yet. <a href="/clients/new">Add your first client</a>, or <a href="/clients/import">import them from a file</a>. An assistant can add them too: <a href="/settings/assistants">connect one</a>.</p>`;
}
