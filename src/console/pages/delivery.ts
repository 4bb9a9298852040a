import { replayDelivery, retryDelivery } from '../../actions/delivery.ts';
import { count, dayOf } from '../../formatting/index.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { formats } from '../../webhooks/formats.ts';
import { headersOf } from '../../webhooks/headers.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { attemptName, attemptsMade } from '../parts/attempts.ts';
import { facts } from '../parts/facts.ts';
import { recordLink } from '../parts/recordLink.ts';
import { responseExcerpt } from '../parts/responseExcerpt.ts';
import { integrationsCrumbs } from '../parts/settingsTabs.ts';
import { exactTime } from '../parts/time.ts';
import { healthLabel, outcomeLabel, statusLabel } from '../parts/webhookLabels.ts';
import { byAction } from '../posts/byAction.ts';
import { type Attempt, type DeliveryDetail, deliveryDetail } from '../records/deliveries.ts';
import { page } from '../routing/page.ts';
import type { PageContext } from '../routing/pageContext.ts';
import type { Person } from '../sessions/person.ts';

const path = '/settings/webhooks/:endpoint/deliveries/:id';
const replay = byAction(replayDelivery, { path: `${path}/replay` });
const retry = byAction(retryDelivery, { path: `${path}/retry` });

/** A delivery with its request and all attempts. */
export const deliveryPage = page<{ delivery: DeliveryDetail }>({
  path,
  reads: ({ params }) => ({ delivery: deliveryDetail(asUuid(params.endpoint!), asUuid(params.id!)) }),
  view: ({ delivery }, context) => ({
    title: `Delivery of ${delivery.event}`,
    crumbs: [...integrationsCrumbs, [delivery.host, `/settings/webhooks/${delivery.endpointId}`]],
    body: html`
      ${details(delivery, context)}
      ${resendForms(delivery, context)}
      <h2>Attempts</h2>
      ${
        delivery.attempts.length === 0
          ? html`<p class="empty">${delivery.status === 'pending' ? 'No attempts yet.' : 'No attempts were made.'}</p>`
          : html`<ol class="plain" reversed>${delivery.attempts.map(one => attempt(one, delivery, context.person))}</ol>`
      }
      <h2>Request</h2>
      <h3>Headers</h3>
      <p>${headerNames(delivery).map((name, n) => html`${n === 0 ? null : ', '}<code>${name}</code>`)}</p>
      <h3>Body</h3>
      <pre tabindex="0" aria-label="Body">${requestBody(delivery)}</pre>`,
  }),
  posts: [replay, retry],
});

function details(delivery: DeliveryDetail, { person }: PageContext): Html {
  const { locale, time_zone } = person;
  const at = (time: string | null) => time && exactTime(time, person);
  return facts([
    [
      'Status',
      html`<span class="pill">${statusLabel(delivery)}</span>${delivery.status === 'missed' ? ': not sent, because the endpoint was off or the plan had no webhooks' : null}`,
    ],
    ['Record', recordLink(delivery)],
    ['Created', at(delivery.createdAt)],
    ['Next attempt', nextAttempt(delivery, person)],
    ['Endpoint', delivery.status === 'succeeded' ? null : healthLabel(delivery.health, person)],
    ['Attempts', attemptsMade(delivery)],
    ['Finished', at(delivery.settledAt)],
    ['Kept until at least', delivery.keptUntil && dayOf(delivery.keptUntil, locale, time_zone)],
    ['Delivery ID', html`<code>${delivery.id}</code>`],
  ]);
}

/** When the next attempt is due; for a throttled delivery, since when it has been due. */
function nextAttempt({ dueAt, waitingSince }: DeliveryDetail, person: Person): Html | null {
  if (dueAt === null) return null;
  if (waitingSince === null) return exactTime(dueAt, person);
  return html`As soon as the endpoint can take it. It was due ${exactTime(dueAt, person)}.`;
}

/** The button that sends the delivery again: a replay, or while it is pending its next attempt. */
function resendForms(delivery: DeliveryDetail, context: PageContext): Html | null {
  if (!delivery.isOn)
    return html`<p class="hint">The endpoint is off: <a href="/settings/webhooks/${delivery.endpointId}">turn it on</a> to replay this delivery.</p>`;
  return html`${form(context, replay, { record: delivery })}${form(context, retry, { record: delivery })}`;
}

function attempt(one: Attempt, delivery: DeliveryDetail, person: Person) {
  const { attemptedAt, statusCode, durationMs, response } = one;
  return html`
    <li><h3>${attemptName(one, delivery)}, ${exactTime(attemptedAt, person)}</h3>
      <p>${outcomeLabel({ ...one, status: statusCode })} (<code>${one.outcome}</code>), after ${count(durationMs, person.locale)} ms</p>
      ${responseExcerpt(response)}</li>`;
}

/** The body of a delivery is the same every time, so it is made here in the same way as for an attempt. */
const requestBody = (delivery: DeliveryDetail) => formats[delivery.format](delivery);

/** Only the names: values are made for each attempt, and signatures must not be on a page. */
function headerNames(delivery: DeliveryDetail): string[] {
  const secrets = delivery.format === 'json' ? ['any: only the names are used'] : [];
  return Object.keys(headersOf({ ...delivery, secrets, body: '' }, 0));
}
