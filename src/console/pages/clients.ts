import { z } from 'zod';
import { inputFields } from '../../actions/fields.ts';
import { sql } from '../../database/sql.ts';
import { count } from '../../formatting/index.ts';
import { createClient } from '../../operations/createClient.ts';
import { clientList } from '../../operations/listClients.ts';
import type { ClientSummary } from '../../records/client.ts';
import { clientFieldNames, clientFields } from '../../records/clientFields.ts';
import { columnsOf } from '../../records/columns.ts';
import { paging } from '../../records/list.ts';
import type { listOf } from '../../records/page.ts';
import { disclosure } from '../components/disclosure.ts';
import { undeliveredPill } from '../components/documentMail.ts';
import { filterForm } from '../components/filterForm.ts';
import { pagination } from '../components/pagination.ts';
import { sortBy, table } from '../components/table.ts';
import { listDay } from '../components/time.ts';
import { fieldsOf } from '../forms/fields.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { undeliveredOf } from '../records/documentMail.ts';
import { clientMatches, searchText } from '../records/search.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { searchableList } from '../requests/query.ts';

type Clients = z.infer<ReturnType<typeof listOf<typeof ClientSummary>>>;

const asked = clientFieldNames.filter(field => clientFields[field].isAsked);
const input = z.strictObject(inputFields(clientFields, asked)).required({ name: true });

/** As createClient of the API, with what only members see of a client. */
const addClient: Post = {
  name: createClient.name,
  path: '/clients/add',
  button: 'Add client',
  done: 'Client added.',
  role: 'member',
  input,
  fields: fieldsOf(input, {
    email: { label: 'Email', hint: 'Adding a client sends no email' },
    notes: { hint: 'Only members see these notes' },
  }),
  sqlCall: ({ name, email = null, company = null, notes = null, ...more }) => sql.fragment`
    select '/clients/' || c.id as url
      from corkboard.create_client(
        begun.caller, ${name}, ${email}, ${company}, ${notes}, ${JSON.stringify(columnsOf(more))}) c`,
  redirectTo: ({ url }) => url,
  secrets: [],
};

const listed = searchableList(
  z.strictObject(paging),
  {
    matches: clientMatches,
    orders: {
      name: [sql.fragment`name collate "und-x-icu"`],
      company: [sql.fragment`company collate "und-x-icu"`],
      added: [sql.fragment`created_at`],
    },
  },
  clientList,
);

/** All clients, by name. */
export const clients = page<{ clients: Clients; undelivered: { ids: string[] } }>({
  path: '/clients',
  reads: ({ search }) => ({ clients: listed(search), undelivered: undeliveredOf('clients') }),
  view: ({ clients, undelivered }, context) => ({
    title: 'Clients',
    actions: html`<a class="button quiet" href="/clients/import">Import clients</a>`,
    body: html`
      ${disclosure(context, 'Add client', addClient, { quiet: false })}
      ${filterForm(context, [['search', 'Search', 'search']], ['sort'])}
      ${clients.data.length === 0 ? emptyState(context) : list(clients, undelivered.ids, context)}
      ${pagination(clients.page, context.here)}
      <p class="quiet-text"><a href="/inquiries">Inquiries</a> · <a href="/trash">Trash</a></p>`,
  }),
  posts: [addClient],
});

const list = ({ data }: Clients, undelivered: readonly string[], context: PageContext): Html =>
  table(
    'Clients',
    [
      { name: 'Name', sorting: sortBy(context, 'name', { initial: 'name' }) },
      { name: 'Company', sorting: sortBy(context, 'company') },
      { name: 'Added', sorting: sortBy(context, 'added', { descends: true }) },
      ['Projects', 'number'],
    ],
    data.map(({ id, name, company, createdAt, projectCount }) => [
      html`<a href="/clients/${id}">${name}</a>${undelivered.includes(id) ? html` ${undeliveredPill}` : null}`,
      company ?? '',
      listDay(createdAt, context.person),
      count(projectCount, context.person.locale),
    ]),
  );

function emptyState({ search }: PageContext): Html {
  const text = searchText(search);
  if (text !== '')
    return html`<p class="empty">No clients match “${text}”. <a href="/clients">Show all clients</a>.</p>`;
  return html`
    <p class="empty">No clients yet. Add your first client above, or <a href="/clients/import">import them from a file</a>. An assistant can add them too: <a href="/settings/assistants">connect one</a>.</p>`;
}
