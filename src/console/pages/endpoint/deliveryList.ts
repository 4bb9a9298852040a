import { count } from '../../../formatting/index.ts';
import { boundedCount } from '../../components/boundedCount.ts';
import { filterForm, filtersIn } from '../../components/filterForm.ts';
import { keysetPagination, pageRows as shown } from '../../components/keysetPagination.ts';
import { recordLink } from '../../components/recordLink.ts';
import { sortBy, table } from '../../components/table.ts';
import { type TabLink, tabs } from '../../components/tabs.ts';
import { shortTime, timeAtEnd } from '../../components/time.ts';
import { deliveryPill, shortOutcome } from '../../components/webhookLabels.ts';
import { word } from '../../forms/labels.ts';
import { type Html, html } from '../../html/html.ts';
import {
  type Deliveries,
  type DeliveryFilters,
  type DeliveryRow,
  deliveryFilters,
  maxSearched,
  orderOf,
} from '../../queries/deliveries.ts';
import { type EndpointDetail, maxCounted } from '../../queries/endpoints.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { addressOf } from '../../requests/paths.ts';
import type { Person } from '../../sessions/person.ts';
import { path } from './posts.ts';

/** The filters of deliveries in an address. Throws validation. */
export const filtersOf = (search: URLSearchParams): DeliveryFilters => filtersIn(deliveryFilters, search);

/** The id of the list's heading. */
const listId = 'deliveries';

/** The address of an endpoint's deliveries with a status, or of all: the list, because it is far down the page. */
export const deliveriesAt = (endpointId: string, status?: string | null): string =>
  `/settings/webhooks/${endpointId}${status ? `?status=${status}` : ''}#${listId}`;

/** The deliveries of an endpoint, with their filters. */
export function deliveriesSection(
  endpoint: EndpointDetail,
  deliveries: Deliveries,
  context: PageContext,
): Html {
  const filters = filtersOf(context.search);
  return html`
    <h2 id="${listId}">Deliveries</h2>
    <p class="hint">Corkboard keeps a delivery for ${endpoint.keptDays} days after it succeeded, failed or was missed.</p>
    ${statusTabs(endpoint, context)}
    ${filterForm(
      context,
      [
        ['search', 'Number, name or delivery ID', 'search'],
        ['event', 'Event', endpoint.events.map(event => [event, event])],
        ['from', 'From', 'date'],
        ['to', 'Until', 'date'],
      ],
      ['status', 'sort'],
      listId,
    )}
    ${deliveries.rows.length === 0 ? emptyState(deliveries, filters, context.person) : list(deliveries.rows, filters, context)}
    ${keysetPagination(context.here, deliveries.rows, furtherLink(deliveries, filters), listId)}`;
}

/** Links to the deliveries of each status, with counts. Those that succeeded are not counted: there can be very many. */
function statusTabs({ id, pending, failed, missed }: EndpointDetail, context: PageContext): Html {
  const link = (status: DeliveryRow['status']): [string, string] => [word(status), deliveriesAt(id, status)];
  const counted = (status: DeliveryRow['status'], number: number): TabLink => [
    ...link(status),
    boundedCount(number, maxCounted.onPage, context.person.locale),
  ];
  const status = context.search.get('status');
  return tabs(
    'Deliveries by status',
    [
      ['All', deliveriesAt(id)],
      counted('pending', pending),
      counted('failed', failed),
      counted('missed', missed),
      link('succeeded'),
    ],
    deliveriesAt(id, status),
  );
}

/** The link that continues a search which has looked at its maximum of deliveries. */
const furtherLink = ({ searchedTo }: Deliveries, filters: DeliveryFilters) =>
  searchedTo && { after: searchedTo.id, words: `Search ${ascends(filters) ? 'later' : 'older'} deliveries` };

/** Whether the list begins with the earliest time. */
const ascends = (filters: DeliveryFilters) => !orderOf(filters).order.startsWith('-');

function emptyState({ searchedTo }: Deliveries, filters: DeliveryFilters, person: Person): Html {
  if (searchedTo !== null)
    return html`<p class="empty">No matches among the ${count(maxSearched, person.locale)} deliveries ${filters.status === 'pending' ? 'due ' : null}${ascends(filters) ? 'until' : 'since'} ${timeAtEnd(searchedTo.at, person)}</p>`;
  return Object.keys(filters).some(name => name !== 'sort')
    ? html`<p class="empty">No deliveries match these filters. Older ones may have been deleted.</p>`
    : html`<p class="empty">No deliveries yet. The next event that this endpoint subscribes to appears here. To check the endpoint now, send a test.</p>`;
}

/** Each status has the time that its list is ordered by; the deliveries of all statuses have the time of the next attempt. */
function list(rows: readonly DeliveryRow[], filters: DeliveryFilters, context: PageContext): Html {
  const { params, person } = context;
  const here = addressOf(path, params);
  const { initial } = orderOf(filters);
  const key = initial.replace('-', '');
  const sorting = sortBy(context, key, { initial, descends: initial.startsWith('-'), listId });
  const column = (name: string, by: string) => (key === by ? { name, sorting } : name);
  const isSettled = key === 'settled';
  return table(
    'Deliveries',
    [
      column('Created', 'created'),
      'Event',
      'Record',
      'Status',
      'Last result',
      ['Attempts', 'number'],
      isSettled ? column('Settled', 'settled') : column('Next attempt', 'next'),
    ],
    shown(rows).map(row => [
      html`<a href="${here}/deliveries/${row.id}">${shortTime(row.createdAt, person)}</a>`,
      row.event,
      recordLink(row),
      deliveryPill(row),
      row.lastAttempt && shortOutcome(row.lastAttempt),
      row.attemptsMade,
      timeOf(row, isSettled, person),
    ]),
  );
}

/** When a delivery was settled, or is attempted next; a throttled one waits for its endpoint, and not for a time. */
function timeOf({ settledAt, dueAt, waitingSince }: DeliveryRow, isSettled: boolean, person: Person) {
  const time = isSettled ? settledAt : waitingSince === null ? dueAt : null;
  return time && shortTime(time, person);
}
