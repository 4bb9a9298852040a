import { moment } from '../../../formatting/index.ts';
import { boundedCount } from '../../components/boundedCount.ts';
import { form } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { type EndpointDetail, maxCounted } from '../../queries/endpoints.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { replay, retry } from './posts.ts';

/** The counts of an endpoint's pending, failed and missed deliveries, and the forms that send them again. */
export function resendForms(context: PageContext, endpoint: EndpointDetail): Html {
  const { failed, missed, retrying, oldestUnsentAt, nextAttemptAt } = endpoint;
  const { locale, time_zone } = context.person;
  const at = (time: string) => moment(time, locale, time_zone);
  const failedOrMissed =
    oldestUnsentAt === null
      ? null
      : html`${deliveries(failed + missed, locale)} failed or missed, the oldest on ${at(oldestUnsentAt)}.`;
  if (endpoint.disabledAt !== null)
    return html`
      <section><h2>Failed and missed</h2>
      ${failedOrMissed && html`<p>${failedOrMissed}</p>`}
      <p class="hint">While this endpoint is off, events are recorded as missed. Once it is on, you can replay them.</p></section>`;
  return html`
    ${
      nextAttemptAt === null
        ? null
        : html`
      <section><h2>Waiting</h2>
      <p>${deliveries(retrying, locale)} waiting for a later attempt, the next one on ${at(nextAttemptAt)}.</p>
      ${form(context, retry, { record: endpoint, quiet: true })}</section>`
    }
    ${
      failedOrMissed === null
        ? null
        : html`
      <section><h2>Failed and missed</h2>
      <p>${failedOrMissed} A replay sends each again with the same id, up to seven times.</p>
      ${form(context, replay, { record: endpoint, quiet: true })}</section>`
    }`;
}

const deliveries = (number: number, locale: string) =>
  `${boundedCount(number, maxCounted.onPage, locale)} ${number === 1 ? 'delivery' : 'deliveries'}`;
