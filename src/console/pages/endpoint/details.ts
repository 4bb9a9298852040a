import { dayOf, moment } from '../../../formatting/index.ts';
import { subscribable } from '../../../records/event.ts';
import { boundedCount } from '../../components/boundedCount.ts';
import { isConfirmedOwner } from '../../components/confirmFirst.ts';
import { disclosure } from '../../components/disclosure.ts';
import { facts } from '../../components/facts.ts';
import { exactTime } from '../../components/time.ts';
import { formatNames } from '../../components/webhookLabels.ts';
import { form } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { type EndpointDetail, maxCounted } from '../../queries/endpoints.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { edit, remove, rotate, test } from './posts.ts';

/** The details of an endpoint, and the forms that change them, send a test, rotate its secret and remove it. */
export function detailsSection(endpoint: EndpointDetail, context: PageContext): Html {
  return html`
    <section><h2>Details</h2>
      ${details(endpoint, context)}
      ${isConfirmedOwner(context) ? ownerForms(endpoint, context) : null}
    </section>`;
}

const ownerForms = (endpoint: EndpointDetail, context: PageContext): Html => html`
  ${disclosure(context, 'Edit endpoint', edit, { record: endpoint, values: { ...endpoint }, isLong: true })}
  ${disclosure(context, 'Send a test', test, { record: endpoint, isLong: true })}
  ${form(context, rotate, { record: endpoint, quiet: true, ...rotateOptions(endpoint, context) })}
  ${form(context, remove, { record: endpoint, values: { version: endpoint.version }, quiet: true })}`;

/**
 * The warning and hidden fields of the form that rotates the secret while two secrets are valid: the older one stops
 * working.
 */
function rotateOptions(
  { previousSecretExpiresAt: until, rotations }: EndpointDetail,
  { person }: PageContext,
) {
  if (until === null) return { values: { version: rotations } };
  return {
    irreversible: `This secret was rotated less than 24 hours ago, and the previous secret is valid until ${moment(until, person.locale, person.time_zone)}. If you rotate it again, the previous secret stops working now: a receiver that still uses it will reject everything until you give it the new one.`,
    values: { retire: true, version: rotations },
  };
}

function details(endpoint: EndpointDetail, { person }: PageContext): Html {
  const { locale, time_zone } = person;
  const at = (time: string) => moment(time, locale, time_zone);
  const many = (number: number) => boundedCount(number, maxCounted.onPage, locale);
  const { lastSuccessAt, previousSecretExpiresAt, url, createdAt, failedToday, missed } = endpoint;
  const others = subscribable.filter(event => !endpoint.events.includes(event));
  return facts([
    ['Description', endpoint.description],
    ['URL', url],
    ['Format', formatNames[endpoint.format]],
    ['Events', endpoint.events.join(', ')],
    ['Not subscribed to', others.length === 0 ? null : others.join(', ')],
    [
      'Deliveries',
      `${pendingCount(endpoint, locale)}, ${many(failedToday)} failed in 24 hours, ${many(missed)} missed`,
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
    waiting > 0 && `${boundedCount(waiting, maxCounted.onPage, locale)} waiting for the endpoint’s pace`,
    retrying > 0 && `${boundedCount(retrying, maxCounted.onPage, locale)} to be retried`,
  ].filter(part => part !== false);
  return `${boundedCount(pending, maxCounted.onPage, locale)} pending${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}
