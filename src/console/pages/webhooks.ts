import { addEndpoint } from '../../actions/endpoint.ts';
import { boundedCount } from '../components/boundedCount.ts';
import { confirmFirst, isConfirmedOwner, ownersOnly } from '../components/confirmFirst.ts';
import { secretField } from '../components/secretField.ts';
import { integrationsCrumbs, settingsTabs } from '../components/settingsTabs.ts';
import { table } from '../components/table.ts';
import { formatNames, healthLabel } from '../components/webhookLabels.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { allEndpoints, type EndpointRow, maxCounted } from '../queries/endpoints.ts';
import type { Person } from '../sessions/person.ts';
import { endpointLooks } from './endpoint/posts.ts';

const add = byAction(addEndpoint, {
  path: '/settings/webhooks/add',
  looks: {
    ...endpointLooks,
    format: {
      hint: 'JSON is signed. Slack and Discord get a message in a channel.',
      options: Object.entries(formatNames),
    },
  },
  redirectTo: () => '/settings/webhooks',
  resultView: ({ endpoint, secret: value }) => ({
    title: 'Endpoint added',
    crumbs: integrationsCrumbs,
    body: html`
      ${
        value === undefined
          ? html`<p>This endpoint has no signing secret. Its URL is the credential, so keep the URL secret.</p>`
          : html`<p>The receiver uses this secret to check that a delivery comes from Corkboard.</p>${secretField('Signing secret', value)}`
      }
      <p><a href="/settings/webhooks/${endpoint.id}">Open the endpoint to send a test</a></p>`,
  }),
});

/** The workspace's webhook endpoints and their health. */
export const webhooks = page<{ endpoints: { rows: EndpointRow[]; hasWebhooks: boolean } }>({
  path: '/settings/webhooks',
  alias: '/settings/integrations',
  reads: () => ({ endpoints: allEndpoints }),
  view: ({ endpoints: { rows, hasWebhooks } }, context) => ({
    title: 'Integrations',
    body: html`
      ${settingsTabs(context, '/settings/integrations')}
      ${hasWebhooks ? null : html`<p>Your plan doesn’t include webhooks: events are not recorded and nothing is sent. <a href="/settings/billing">See plan and billing</a>.</p>`}
      ${ownersOnly(context, 'add and change endpoints')}${confirmFirst(context, 'add an endpoint')}
      ${rows.length === 0 ? emptyState : list(rows, context.person)}
      ${isConfirmedOwner(context) ? html`<section><h2>Add an endpoint</h2>${form(context, add)}</section>` : null}`,
  }),
  posts: [add],
});

const emptyState = html`
  <p class="empty">No endpoints yet. An endpoint is your own URL, a Slack channel or a Discord channel that gets the events you choose. The
    owner adds endpoints here.</p>`;

const list = (rows: readonly EndpointRow[], person: Person): Html =>
  table(
    'Endpoints',
    [
      'Endpoint',
      'Format',
      'Events',
      'Health',
      ['Pending', 'number'],
      ['Failed (24 h)', 'number'],
      ['Missed', 'number'],
    ],
    rows.map(({ id, host, description, format, events, pending, failedToday, missed, ...how }) => [
      html`<a href="/settings/webhooks/${id}">${description ?? host}</a>${description && html`<br><span class="sub">${host}</span>`}`,
      formatNames[format],
      events.join(', '),
      healthLabel(how, person),
      ...[pending, failedToday, missed].map(number => boundedCount(number, maxCounted.inList, person.locale)),
    ]),
  );
