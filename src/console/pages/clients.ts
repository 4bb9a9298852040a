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
import { listedBy } from '../routing/query.ts';
import type { Visit } from '../sessions/visit.ts';

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

const listed = listedBy(listClients);

/** Everybody that work is done for, by name. */
export const clients = page<{ clients: Clients }>({
  path: '/clients',
  reads: ({ search }) => ({ clients: listed(search) }),
  view: ({ clients }, visit) => ({
    title: 'Clients',
    body: html`
      ${disclosure(visit, 'Add client', addClient)}
      ${search(visit)}
      ${clients.data.length === 0 ? nothing(visit) : list(clients, visit.person.locale)}
      ${pagination(clients.page, visit.here)}`,
  }),
  posts: [addClient],
});

const asked = ({ search }: Visit) => search.get('search')?.trim() ?? '';

const search = (visit: Visit): Html => html`
  <form method="get" action="/clients" role="search" class="filters">
    <p class="field"><label for="search">Name or company</label>
      <input id="search" type="search" name="search" value="${asked(visit)}"></p>
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

function nothing(visit: Visit): Html {
  if (asked(visit) !== '')
    return html`<p class="empty">No clients match “${asked(visit)}”. <a href="/clients">Show all clients</a>.</p>`;
  return html`
    <p class="empty">No clients yet. Add your first client above. Assistants and integrations can add them too: see the <a href="/docs">API docs</a>.</p>`;
}
