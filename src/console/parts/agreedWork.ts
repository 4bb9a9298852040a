import type { AgreementView } from '../../documents/agreementView.ts';
import { type Html, html } from '../html/html.ts';
import { facts } from './facts.ts';

/** The deliverables, price, rounds and terms, as shown in a scope and in a contract. */
export const agreedWork = ({ deliverables, agreed, terms }: AgreementView): Html => html`
  <h2>${deliverables.heading}</h2>
  ${deliverables.items.length === 0 ? html`<p>${deliverables.none}</p>` : html`<ol>${deliverables.items.map(one => html`<li>${one}</li>`)}</ol>`}
  ${facts(agreed.map(({ name, value }) => [name, value]))}
  ${terms === null ? null : html`<h2>${terms.heading}</h2><p class="text">${terms.text}</p>`}`;

/** Who agreed and when, as the result of the client's action, in the document's language; null: nobody yet. */
export const signatureNotice = ({ signature, language }: AgreementView): Html | null =>
  signature === null ? null : html`<span lang="${language}">${signature.notice}</span>`;

/** Who agreed, when and how; null: nobody yet. */
export const signatureBlock = ({ signature }: AgreementView): Html | null =>
  signature === null
    ? null
    : html`<div class="signature"><h2>${signature.heading}</h2>${facts(signature.facts.map(({ name, value }) => [name, value]))}</div>`;
