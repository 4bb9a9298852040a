import {
  disableEndpoint,
  enableEndpoint,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../actions/endpoint.ts';
import { check } from '../../admission/check.ts';
import { count, dayOf, moment } from '../../formatting/index.ts';
import { subscribable } from '../../records/event.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { confirmFirst, isConfirmedOwner, ownersOnly } from '../parts/confirmFirst.ts';
import { facts } from '../parts/facts.ts';
import { filterForm } from '../parts/filterForm.ts';
import { cursorOf, keysetPagination, pageRows as shown } from '../parts/keysetPagination.ts';
import { recordLink } from '../parts/recordLink.ts';
import { resendForms, resendPosts } from '../parts/resendForms.ts';
import { responseExcerpt } from '../parts/responseExcerpt.ts';
import { secretField } from '../parts/secretField.ts';
import { integrationsCrumbs } from '../parts/settingsTabs.ts';
import { table } from '../parts/table.ts';
import { exactTime, shortTime, timeInSentence } from '../parts/time.ts';
import {
  formatNames,
  healthLabel,
  outcomeLabel,
  shortOutcome,
  statusLabel,
  statusNames,
} from '../parts/webhookLabels.ts';
import { byAction } from '../posts/byAction.ts';
import { type Backlog, backlogOf } from '../records/backlog.ts';
import {
  type Deliveries,
  type DeliveryFilters,
  type DeliveryRow,
  deliveriesOf,
  deliveryFilters,
} from '../records/deliveries.ts';
import { type EndpointDetail, endpointDetail } from '../records/endpoints.ts';
import { page } from '../routing/page.ts';
import type { PageContext } from '../routing/pageContext.ts';
import { addressOf } from '../routing/paths.ts';

const path = '/settings/webhooks/:endpoint';

/** The paths of the endpoint's posts. */
const at = (verb: string) => ({ path: `${path}/${verb}`, record: 'endpoint' });

const test = byAction(testEndpoint, {
  ...at('test'),
  looks: {
    event: {
      label: 'Event to send',
      required: true,
      hint: 'Ping just checks that the endpoint answers. A sample of any other event looks like a real one, but its names begin with “Sample” and its records don’t exist.',
      options: ['ping', ...subscribable].map(event => [event, event] as const),
    },
  },
  resultView: ({ outcome, status, durationMs, reason, response }, { params }) => ({
    title: 'Test result',
    crumbs: integrationsCrumbs,
    body: html`
      <p><strong>${outcomeLabel({ outcome, status, reason })}</strong></p>
      <p>Outcome: <code>${outcome}</code>, after ${durationMs} ms. A test is sent once and is not kept as a delivery.</p>
      ${responseExcerpt(response) && html`<h2>Start of the response</h2>${responseExcerpt(response)}`}
      <p><a href="${addressOf(path, params)}">Back to the endpoint</a></p>`,
  }),
});
const rotate = byAction(rotateSecret, {
  ...at('rotate'),
  resultView: ({ secret: value }, { params }) => ({
    title: 'New signing secret',
    crumbs: integrationsCrumbs,
    body: html`
      <p>For 24 hours deliveries are signed with both secrets, so that you can switch the receiver without losing anything.</p>
      ${secretField('Signing secret', value)}
      <p><a href="${addressOf(path, params)}">Back to the endpoint</a></p>`,
  }),
});
const enable = byAction(enableEndpoint, at('enable'));
const disable = byAction(disableEndpoint, at('disable'));
const remove = byAction(removeEndpoint, { ...at('remove'), redirectTo: () => '/settings/webhooks' });
const resend = resendPosts(path);
/** The owner-only posts, in the order of their buttons. */
const ownerPosts = [rotate, enable, disable, remove];

interface Rows {
  endpoint: EndpointDetail;
  deliveries: Deliveries;
  backlog: Backlog;
}

/** The filters of deliveries from the address; blank fields are ignored. */
function filtersOf(search: URLSearchParams): DeliveryFilters {
  const given = Object.keys(deliveryFilters.shape).map(name => [name, search.get(name)?.trim() || undefined]);
  return check(deliveryFilters, Object.fromEntries(given.filter(([, value]) => value !== undefined)));
}

/** An endpoint with its health and deliveries. */
export const endpointPage = page<Rows>({
  path,
  reads: ({ params, search }) => {
    const id = asUuid(params.endpoint!);
    return {
      endpoint: endpointDetail(id),
      deliveries: deliveriesOf(id, filtersOf(search), cursorOf(search)),
      backlog: backlogOf(id),
    };
  },
  view: ({ endpoint, deliveries, backlog }, context) => ({
    title: endpoint.host,
    crumbs: integrationsCrumbs,
    body: html`
      ${details(endpoint, context)}
      ${ownersOnly(context, 'test, change or remove this endpoint')}${confirmFirst(context, 'test, change or remove this endpoint')}
      ${
        isConfirmedOwner(context)
          ? html`
      <div class="actions">
        ${ownerPosts.map(post =>
          form(context, post, {
            record: endpoint,
            quiet: true,
            ...(post === rotate && rotateOptions(endpoint, context)),
          }),
        )}
      </div>
      <h2>Send a test</h2>${form(context, test, { record: endpoint, quiet: true })}`
          : null
      }
      ${resendForms(context, resend, endpoint, backlog)}
      <h2>Deliveries</h2>
      <p class="hint">Corkboard keeps a delivery for ${backlog.keptDays} days after it succeeded, failed or was missed.</p>
      ${filterForm(context, [
        ['search', 'Number, name or delivery ID', 'search'],
        ['status', 'Status', Object.entries(statusNames)],
        ['event', 'Event', endpoint.events.map(event => [event, event])],
        ['from', 'From', 'date'],
        ['to', 'To', 'date'],
      ])}
      ${deliveries.rows.length === 0 ? emptyState(deliveries, context) : list(deliveries.rows, context)}
      ${keysetPagination(context.here, deliveries.rows, olderLink(deliveries))}`,
  }),
  posts: [test, ...ownerPosts, ...Object.values(resend)],
});

/** The warning and hidden field of the form that rotates the secret while two secrets are valid: the older one stops working. */
function rotateOptions({ previousSecretExpiresAt: until }: EndpointDetail, { person }: PageContext) {
  if (until === null) return {};
  return {
    irreversible: `This secret was rotated less than 24 hours ago, and the previous secret is valid until ${moment(until, person.locale, person.time_zone)}. If you rotate it again, the previous secret stops working now: a receiver that still uses it will reject everything until you give it the new one.`,
    values: { retire: true },
  };
}

function details(endpoint: EndpointDetail, { person }: PageContext): Html {
  const { locale, time_zone } = person;
  const at = (time: string) => moment(time, locale, time_zone);
  const many = (number: number) => count(number, locale);
  const { lastSuccessAt, previousSecretExpiresAt, url, createdAt, failed, missed } = endpoint;
  const others = subscribable.filter(event => !endpoint.events.includes(event));
  return facts([
    ['Health', healthLabel(endpoint, person)],
    ['URL', url],
    ['Format', formatNames[endpoint.format]],
    ['Events', endpoint.events.join(', ')],
    ['Not subscribed to', others.length === 0 ? null : others.join(', ')],
    [
      'Deliveries',
      `${pendingCount(endpoint, locale)}, ${many(failed)} failed in 24 hours, ${many(missed)} missed`,
    ],
    ['Last success', lastSuccessAt === null ? 'Not yet' : exactTime(lastSuccessAt, person)],
    ['Added', dayOf(createdAt, locale, time_zone)],
    ['Previous secret', previousSecretExpiresAt && `valid until ${at(previousSecretExpiresAt)}`],
    ['History', html`<a href="/settings/audit?record=${endpoint.id}">Audit log</a>`],
  ]);
}

/** `12 pending (3 wait for the endpoint’s pace, 5 to be retried)`. */
function pendingCount({ pending, waiting, retrying }: EndpointDetail, locale: string): string {
  const parts = [
    waiting > 0 && `${count(waiting, locale)} waiting for the endpoint’s pace`,
    retrying > 0 && `${count(retrying, locale)} to be retried`,
  ].filter(part => part !== false);
  return `${count(pending, locale)} pending${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

/** The link that continues a search which has looked at its maximum of deliveries. */
const olderLink = ({ searchedTo }: Deliveries) =>
  searchedTo && { after: searchedTo.id, words: 'Search older deliveries' };

function emptyState({ searchedTo }: Deliveries, { search, person }: PageContext): Html {
  if (searchedTo !== null)
    return html`<p class="empty">No matches among the deliveries since ${timeInSentence(searchedTo.createdAt, person)}.</p>`;
  return Object.keys(deliveryFilters.shape).some(name => search.get(name))
    ? html`<p class="empty">No deliveries match these filters. Older ones may have been deleted.</p>`
    : html`<p class="empty">No deliveries yet. The next event that this endpoint subscribes to appears here. To check the endpoint now, send a test.</p>`;
}

function list(rows: readonly DeliveryRow[], { params, person }: PageContext): Html {
  const here = addressOf(path, params);
  return table(
    'Deliveries',
    ['Created', 'Event', 'Record', 'Status', 'Last result', ['Attempts', 'number'], 'Next attempt'],
    shown(rows).map(row => [
      html`<a href="${here}/deliveries/${row.id}">${shortTime(row.createdAt, person)}</a>`,
      row.event,
      recordLink(row),
      statusLabel(row),
      row.lastAttempt && shortOutcome(row.lastAttempt),
      row.attemptsMade,
      row.waitingSince === null ? row.dueAt && shortTime(row.dueAt, person) : null,
    ]),
  );
}
