import type { z } from 'zod';
import { count } from '../../formatting/index.ts';
import { createClient } from '../../operations/createClient.ts';
import { listClients } from '../../operations/listClients.ts';
import type { ClientSummary } from '../../records/client.ts';
import type { listOf } from '../../records/page.ts';
import { type Html, html } from '../html/html.ts';
import { disclosure } from '../parts/disclosure.ts';
import { pagination } from '../parts/pagination.ts';
import { table } from '../parts/table.ts';
import { byOperation } from '../posts/byOperation.ts';
import { page } from '../routing/page.ts';
import type { PageContext } from '../routing/pageContext.ts';
import { listQuery } from '../routing/query.ts';

type Clients = z.infer<ReturnType<typeof listOf<typeof ClientSummary>>>;

export const addClient = byOperation(createClient, {
  path: '/clients/add',
  button: 'Add client',
  done: 'Client added.',
  looks: {
    email: { label: 'Email', hint: 'Adding a client sends no email' },
    notes: { hint: 'Only members see these notes' },
  },
});

const listed = listQuery(listClients);

/** All clients, by name. */
export const clients = page<{ clients: Clients }>({
  path: '/clients',
  reads: ({ search }) => ({ clients: listed(search) }),
  view: ({ clients }, context) => ({
    title: 'Clients',
    body: html`
      ${disclosure(context, 'Add client', addClient)}
      ${search(context)}
      ${clients.data.length === 0 ? emptyState(context) : list(clients, context.person.locale)}
      ${pagination(clients.page, context.here)}
      <p class="quiet-text"><a href="/trash">Trash</a></p>`,
  }),
  posts: [addClient],
});

const searchTerm = ({ search }: PageContext) => search.get('search')?.trim() ?? '';

const search = (context: PageContext): Html => html`
  <form method="get" action="/clients" role="search" class="filters">
    <p class="field"><label for="search">Name or company</label>
      <input id="search" type="search" name="search" value="${searchTerm(context)}"></p>
    <p><button class="quiet">Search</button></p>
  </form>`;

const list = ({ data }: Clients, locale: string): Html =>
  table(
    'Clients',
    ['Name', 'Company', ['Projects', 'number']],
    data.map(({ id, name, company, projectCount }) => [
      html`<a href="/clients/${id}">${name}</a>`,
      company ?? '',
      count(projectCount, locale),
    ]),
  );

function emptyState(context: PageContext): Html {
  if (searchTerm(context) !== '')
    return html`<p class="empty">No clients match “${searchTerm(context)}”. <a href="/clients">Show all clients</a>.</p>`;
  return html`
    <p class="empty">No clients yet. Add your first client above. Assistants and integrations can add them too: see the <a href="/docs">API docs</a>.</p>`;
}
