import { count } from '../../../formatting/index.ts';
import { timestampOf } from '../../../webhooks/headers.ts';
import { responseExcerpt } from '../../components/responseExcerpt.ts';
import { exactTime } from '../../components/time.ts';
import { outcomeLabel } from '../../components/webhookLabels.ts';
import { type Html, html } from '../../html/html.ts';
import type { Attempt, DeliveryDetail } from '../../queries/deliveries.ts';
import type { Person } from '../../sessions/person.ts';

/** The attempts made in the current round: `1 of 7 in round 2`. */
export const attemptsMade = ({ attemptsMade, attemptsOfRound, round }: DeliveryDetail): string =>
  `${attemptsMade} of ${attemptsOfRound}${round === 1 ? '' : ` in round ${round}`}`;

/** `Attempt 8, round 2`; for a delivery without replays `Attempt 1 of 7`. */
function attemptName({ number, round }: Attempt, delivery: DeliveryDetail): string {
  if (round > 1) return `Attempt ${number}, round ${round}`;
  return delivery.round === 1 ? `Attempt ${number} of ${delivery.attemptsOfRound}` : `Attempt ${number}`;
}

/** The attempts of a delivery, the newest first, below the one that is due next. */
export function attemptTimeline(delivery: DeliveryDetail, person: Person): Html {
  const { attempts, status } = delivery;
  const next = nextAttempt(delivery, person);
  return html`
    <section><h2>Attempts</h2>
      ${
        attempts.length === 0 && next === null
          ? html`<p class="empty">${status === 'pending' ? 'No attempts yet.' : 'No attempts were made.'}</p>`
          : html`<ol class="plain attempts" reversed>
        ${next && html`<li class="next"><h3>Next attempt</h3><p>${next}</p></li>`}
        ${attempts.map(one => attemptItem(one, delivery, person))}</ol>`
      }
    </section>`;
}

/** When the next attempt is due; for a throttled delivery, since when it has been due. */
export function nextAttempt({ dueAt, waitingSince }: DeliveryDetail, person: Person): Html | null {
  if (dueAt === null) return null;
  if (waitingSince === null) return exactTime(dueAt, person);
  return html`As soon as the endpoint can take it. It was due ${exactTime(dueAt, person)}.`;
}

function attemptItem(attempt: Attempt, delivery: DeliveryDetail, person: Person): Html {
  const { attemptedAt, statusCode, outcome, durationMs, response, signatures } = attempt;
  return html`
    <li class="${outcome === 'succeeded' ? 'good' : 'bad'}"><h3>${attemptName(attempt, delivery)}, ${exactTime(attemptedAt, person)}</h3>
      <p>${outcomeLabel({ ...attempt, status: statusCode })} (<code>${outcome}</code>), after ${count(durationMs, person.locale)} ms</p>
      ${responseExcerpt(response)}
      ${
        signatures &&
        html`<details><summary>Timestamp and signatures</summary><dl class="headers">
        <dt><code>X-Service-Timestamp</code></dt><dd><code>${timestampOf(Date.parse(attemptedAt))}</code></dd>
        <dt><code>X-Service-Signatures</code></dt><dd><code>${signatures}</code></dd></dl></details>`
      }</li>`;
}
