import type { AgreementView } from '../../documents/agreementView.ts';
import { type Html, html } from '../html/html.ts';
import { facts } from './facts.ts';

/** The deliverables, price, rounds, change orders and terms, as shown in a scope and in a contract. */
export const agreedWork = ({ deliverables, agreed, changeOrders, terms }: AgreementView): Html => html`
  <h2>${deliverables.heading}</h2>
  ${deliverables.items.length === 0 ? html`<p>${deliverables.none}</p>` : html`<ol>${deliverables.items.map(one => html`<li>${one}</li>`)}</ol>`}
  ${facts(agreed.map(({ name, value }) => [name, value]))}
  ${changeOrders === null ? null : html`<h2>${changeOrders.heading}</h2>${changeOrderList(changeOrders)}`}
  ${terms === null ? null : html`<h2>${terms.heading}</h2><p class="text">${terms.text}</p>`}`;

/** Who agreed and when, as the result of the client's action; null: nobody yet. */
export const signatureNotice = ({ signature }: Pick<AgreementView, 'signature'>): Html | null =>
  signature && html`${signature.notice}`;

/** Change orders with their words and prices. */
export const changeOrderList = ({ items }: NonNullable<AgreementView['changeOrders']>): Html =>
  html`<ul>${items.map(({ name, value, text }) => html`<li><b>${name}</b>: ${value}${text === null ? null : html`<p class="text">${text}</p>`}</li>`)}</ul>`;

/** Who agreed, when and how; null: nobody yet. */
export const signatureBlock = ({ signature }: Pick<AgreementView, 'signature'>): Html | null =>
  signature === null
    ? null
    : html`<div class="signature"><h2>${signature.heading}</h2>${facts(signature.facts.map(({ name, value }) => [name, value]))}</div>`;
