import { startReplay, startRetry } from '../../../actions/delivery.ts';
import {
  disableEndpoint,
  editEndpoint,
  enableEndpoint,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../../actions/endpoint.ts';
import { subscribable } from '../../../records/event.ts';
import { responseExcerpt } from '../../components/responseExcerpt.ts';
import { secretField } from '../../components/secretField.ts';
import { integrationsCrumbs } from '../../components/settingsTabs.ts';
import { outcomeLabel } from '../../components/webhookLabels.ts';
import type { FieldOptions } from '../../forms/fields.ts';
import { html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import { addressOf } from '../../requests/paths.ts';

/** The path of an endpoint's page. */
export const path = '/settings/webhooks/:endpoint';

/** The paths of the endpoint's posts. */
const at = (verb: string) => ({ path: `${path}/${verb}`, record: 'endpoint' });

/** Sends a test, whose result it shows. */
export const test = byAction(testEndpoint, {
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
/** Gives it a new signing secret, which it shows. */
export const rotate = byAction(rotateSecret, {
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
/** Removes it. */
export const remove = byAction(removeEndpoint, { ...at('remove'), redirectTo: () => '/settings/webhooks' });
/** Sends the deliveries that failed or were missed again. */
export const replay = byAction(startReplay, at('replay-missed'));
/** Sends the deliveries that wait for a later attempt now. */
export const retry = byAction(startRetry, at('retry'));
/** How the fields of an endpoint look in a form, whether it is added or edited. */
export const endpointLooks: Record<string, FieldOptions> = {
  url: { kind: 'text' },
  events: { hint: 'Choose which events to send' },
  description: { hint: 'What it is for, such as “Accounting sync”' },
};
/** Changes its URL, events and description. */
export const edit = byAction(editEndpoint, { ...at('edit'), looks: endpointLooks });
/** Turn it on and off, of which the page offers one. */
export const switches = [enable, disable];
