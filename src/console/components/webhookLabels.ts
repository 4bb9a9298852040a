import type { Format } from '../../webhooks/delivery.ts';
import type { Name, Outcome } from '../../webhooks/outcome.ts';
import { word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import type { DeliveryRow } from '../queries/deliveries.ts';
import type { Health } from '../queries/endpoints.ts';
import type { Person } from '../sessions/person.ts';
import { timeInSentence } from './time.ts';

/** The label of an attempt's outcome, followed by the response's status if that decided it. */
const outcomes: Record<Name, string> = {
  succeeded: 'Delivered: answered',
  http_status: 'Failed: answered',
  redirect: 'Failed: redirects are not followed. Answered',
  timeout: 'Failed: no answer in time',
  dns: 'Failed: the host name could not be resolved',
  refused_address: 'Failed: the address is not allowed',
  connection: 'Failed: the connection broke or could not be opened',
  tls: 'Failed: no secure connection (TLS)',
};

/**
 * The result of an attempt: `Failed: answered 500`, `Failed: no secure connection (TLS): certificate has expired`, or
 * `Failed: redirects are not followed. Answered 301 to https://hooks.example.com/new`.
 */
export function outcomeLabel(result: Pick<Outcome, 'outcome' | 'status' | 'reason'>): string {
  const { outcome, status, reason } = result;
  if (status !== null) return [outcomes[outcome], status, reason].filter(part => part !== null).join(' ');
  return reason === null ? outcomes[outcome] : `${outcomes[outcome]}: ${reason}`;
}

/** The health of an endpoint: `Failing since Nov 23, 6:02:11 PM: 3 deliveries in a row failed`. */
export function healthLabel(health: Health, person: Person): Html {
  const [label, tone] = pillOf(health);
  const { since, until, why } = health;
  return html`<span class="pill${tone}">${label}</span>${since && html` since ${timeInSentence(since, person)}`}${until && html` until ${timeInSentence(until, person)}`}${why && `: ${why}`}`;
}

/** The label and color of a state. An endpoint that works but whose latest attempts failed is not shown as healthy. */
function pillOf({ state, since }: Health): [label: string, tone: string] {
  if (state === 'working') return since === null ? ['Working', ' good'] : ['Retrying', ' warn'];
  if (state === 'not_in_plan') return ['Not in your plan', ' bad'];
  return [word(state), state === 'slowed' ? ' warn' : ' bad'];
}

const tones: Record<DeliveryRow['status'], string> = {
  pending: ' info',
  succeeded: ' good',
  failed: ' bad',
  missed: ' warn',
};

/** The status of a delivery as a pill; if it is due but not sent yet, the reason for waiting. */
export const deliveryPill = ({ status, waitingSince }: Pick<DeliveryRow, 'status' | 'waitingSince'>): Html =>
  waitingSince === null
    ? html`<span class="pill${tones[status]}">${word(status)}</span>`
    : html`<span class="pill">Waiting for the endpoint’s pace</span>`;

/** The short result of an attempt, for lists: `500`, or `certificate has expired`. */
export const shortOutcome = (last: NonNullable<DeliveryRow['lastAttempt']>): string =>
  last.statusCode === null ? (last.reason ?? last.outcome) : `${last.statusCode}`;

export const formatNames: Record<Format, string> = { json: 'JSON', slack: 'Slack', discord: 'Discord' };
