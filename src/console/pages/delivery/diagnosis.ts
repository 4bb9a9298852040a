import { failureAdvice } from '../../components/failureAdvice.ts';
import { timeAtEnd } from '../../components/time.ts';
import { outcomeLabel } from '../../components/webhookLabels.ts';
import { type Html, html } from '../../html/html.ts';
import type { DeliveryDetail } from '../../queries/deliveries.ts';
import type { Person } from '../../sessions/person.ts';
import { nextAttempt } from './attempts.ts';

/** The result of a delivery, the reason, and what the person can do. */
export function diagnosis(delivery: DeliveryDetail, person: Person): Html {
  const [newest] = delivery.attempts;
  const advice = newest && failureAdvice(newest.outcome, newest.statusCode, newest.reason);
  const sentences = [
    ...(newest === undefined ? [] : [lastResult(delivery)]),
    ...(advice && delivery.status !== 'succeeded' ? [html`<p>${advice}</p>`] : []),
    html`<p>${outlook(delivery, person)}</p>`,
  ];
  return html`<div class="card">${sentences}</div>`;
}

function lastResult({ attempts: [newest], status }: DeliveryDetail): Html {
  const label = outcomeLabel({ ...newest!, status: newest!.statusCode });
  return html`<p><strong>${status === 'succeeded' ? label : `Last attempt ${label[0]!.toLowerCase()}${label.slice(1)}.`}</strong></p>`;
}

/** The next step, or what the person can do. */
function outlook(delivery: DeliveryDetail, person: Person): Html | string {
  const { status, settledAt, attempts, attemptsOfRound, endpointId, isOn } = delivery;
  const off = isOn
    ? null
    : html` The endpoint is off: <a href="/settings/webhooks/${endpointId}">turn it on</a> to replay this delivery.`;
  if (status === 'succeeded')
    return html`The receiver took it ${timeAtEnd(settledAt!, person)} Nothing is left to do.${off}`;
  if (status === 'missed')
    return html`It was not sent, because the endpoint was off or the plan had no webhooks.${off ?? ' Replay it to send it now.'}`;
  if (status === 'failed')
    return html`All ${attemptsOfRound} attempts failed, so Corkboard stopped trying.${off ?? ' Once the receiver works, replay the delivery.'}`;
  if (off !== null) return off;
  if (delivery.waitingSince !== null) return nextAttempt(delivery, person)!;
  if (attempts.length === 0)
    return 'The first attempt is about to be made. Reload this page to see its result.';
  return html`Corkboard tries again ${timeAtEnd(delivery.dueAt!, person)} Once the receiver works, you can send it now.`;
}
