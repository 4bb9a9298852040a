import { count, counted, percent } from '../../../formatting/index.ts';
import { attemptCharts } from '../../charts/attemptCharts.ts';
import { isConfirmedOwner } from '../../components/confirmFirst.ts';
import { healthLabel } from '../../components/webhookLabels.ts';
import { form } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import type { EndpointStats } from '../../queries/endpointStats.ts';
import type { EndpointDetail } from '../../queries/endpoints.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import type { Person } from '../../sessions/person.ts';
import { deliveriesAt } from './deliveryList.ts';
import { switches } from './posts.ts';

/** The health of an endpoint in words and as a chart, and what the person can do about problems. */
export function healthSection(endpoint: EndpointDetail, stats: EndpointStats, context: PageContext): Html {
  const { person } = context;
  const hasAttempts = stats.hours.some(({ succeeded, failed }) => succeeded + failed > 0);
  const advice = adviceOn(endpoint);
  return html`
    <section><h2>Health</h2>
      <p>${healthLabel(endpoint, person)}</p>
      ${advice && html`<p>${advice}</p>`}
      <p>${inWords(stats, person)}</p>
      ${hasAttempts ? attemptCharts(stats.hours, person) : null}
      ${isConfirmedOwner(context) ? switches.map(post => form(context, post, { record: endpoint, quiet: endpoint.state !== 'off' })) : null}
    </section>`;
}

/** `99.2% of 1,204 attempts in the last 24 hours succeeded. Answers took 120 ms (median of the latest).` */
function inWords({ hours, medianMs }: EndpointStats, { locale }: Person): string {
  const sum = (of: 'succeeded' | 'failed') => hours.reduce((total, hour) => total + hour[of], 0);
  const succeeded = sum('succeeded');
  const attempts = succeeded + sum('failed');
  const median = medianMs === null ? '' : ` The latest answers took ${count(medianMs, locale)} ms (median).`;
  if (attempts === 0) return `No attempts in the last 24 hours.${median}`;
  // Rounded down to a tenth of a percent, so that 100 % means all of them.
  const rate = percent(Math.floor((succeeded / attempts) * 1000) * 10, locale);
  return `${rate} of ${counted(attempts, 'attempt', locale)} in the last 24 hours succeeded.${median}`;
}

/** The remedy for an unhealthy endpoint; null: it needs none. */
function adviceOn({ state, since, id, failed, retrying }: EndpointDetail): Html | null {
  if (state === 'not_in_plan')
    return html`<a href="/settings/billing">See plan and billing</a> to send webhooks.`;
  if (state === 'suspended')
    return html`Deliveries wait and nothing is lost. They are sent once the operator of your Corkboard server resumes the workspace.`;
  if (state === 'off')
    return html`Nothing is sent, and events are recorded as missed. Once the receiver works, send a test, turn the endpoint on again, and replay what it missed.`;
  if (state === 'slowed')
    return html`Deliveries wait until the endpoint can take them. Nothing is lost, and waiting uses up no attempt.`;
  if (state === 'failing' || since !== null)
    return html`Open one of its ${unsuccessful(id, failed, retrying)} to see why.`;
  return null;
}

/** Links to the deliveries that an endpoint didn't take: those that were given up today, and those that are retried. */
function unsuccessful(id: string, failed: number, retrying: number): Html {
  const link = (status: 'failed' | 'pending') => html`<a href="${deliveriesAt(id, status)}">${status}</a>`;
  if (failed > 0 && retrying > 0) return html`${link('failed')} or ${link('pending')} deliveries`;
  if (failed > 0 || retrying > 0) return html`${link(failed > 0 ? 'failed' : 'pending')} deliveries`;
  return html`<a href="${deliveriesAt(id)}">deliveries</a>`;
}
