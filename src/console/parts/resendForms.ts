import { startReplay, startRetry } from '../../actions/delivery.ts';
import { count, moment } from '../../formatting/index.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { byAction } from '../posts/byAction.ts';
import type { Backlog } from '../records/backlog.ts';
import type { EndpointDetail } from '../records/endpoints.ts';
import type { PageContext } from '../routing/pageContext.ts';

/** The posts that send many of an endpoint's deliveries again. `path`: the endpoint's page. */
export const resendPosts = (path: string) => ({
  replay: byAction(startReplay, { path: `${path}/replay-missed`, record: 'endpoint' }),
  retry: byAction(startRetry, { path: `${path}/retry`, record: 'endpoint' }),
});

/** The counts of an endpoint's pending, failed and missed deliveries, and the forms that send them again. */
export function resendForms(
  context: PageContext,
  { replay, retry }: ReturnType<typeof resendPosts>,
  endpoint: EndpointDetail,
  { replayable, oldestAt, waiting, nextAt }: Backlog,
): Html {
  const { locale, time_zone } = context.person;
  const at = (time: string) => moment(time, locale, time_zone);
  const failedOrMissed =
    oldestAt === null
      ? null
      : html`${deliveries(replayable, locale)} failed or missed, the oldest on ${at(oldestAt)}.`;
  if (endpoint.disabledAt !== null)
    return html`
      <section><h2>Failed and missed</h2>
      ${failedOrMissed && html`<p>${failedOrMissed}</p>`}
      <p class="hint">While this endpoint is off, events are recorded as missed. Once it is on, you can replay them.</p></section>`;
  return html`
    ${
      nextAt === null
        ? null
        : html`
      <section><h2>Waiting</h2>
      <p>${deliveries(waiting, locale)} waiting for a later attempt, the next one on ${at(nextAt)}.</p>
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
  `${count(number, locale)} ${number === 1 ? 'delivery' : 'deliveries'}`;
