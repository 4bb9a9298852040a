import { amount } from '../../formatting/index.ts';
import { type Html, html } from '../html/html.ts';
import type { AgreedWork } from '../records/scope.ts';
import { facts } from './facts.ts';

/** The deliverables, price and rounds, as shown in a scope and in a contract. */
export function agreedWork(work: AgreedWork, locale: string): Html {
  const { deliverables, revisionRounds, timeline, priceCents, hourlyRateCents, currency } = work;
  const money = (cents: number | null) => (cents === null ? null : amount(cents, currency, locale));
  return html`
    <h2>Deliverables</h2>
    ${!deliverables?.length ? html`<p>To be agreed.</p>` : html`<ol>${deliverables.map(one => html`<li>${one}</li>`)}</ol>`}
    ${facts([
      ['Revision rounds', revisionRounds],
      ['Timeline', timeline],
      ['Price', money(priceCents)],
      ['Hourly rate', money(hourlyRateCents)],
    ])}`;
}
