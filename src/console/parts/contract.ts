import { amount } from '../../formatting/index.ts';
import { type Html, html } from '../html/html.ts';
import type { ContractDocument } from '../records/scope.ts';
import { facts } from './facts.ts';

/** A contract, before and after it is signed. */
export function contract(document: ContractDocument, locale: string): Html {
  const { currency, priceCents, hourlyRateCents, deliverables, terms } = document;
  const money = (cents: number | null) => (cents === null ? null : amount(cents, currency, locale));
  return html`
    ${facts([
      ['Provider', document.letterhead ?? document.workspaceName],
      ['Client', lines(document.clientName, document.contactName, document.company, document.address)],
      ['Project', document.projectName],
      [
        'Deliverables',
        deliverables?.length ? html`<ul>${deliverables.map(one => html`<li>${one}</li>`)}</ul>` : null,
      ],
      ['Revision rounds', document.revisionRounds],
      ['Timeline', document.timeline],
      ['Price', money(priceCents)],
      ['Hourly rate', money(hourlyRateCents)],
    ])}
    ${terms === null ? null : html`<h3>Terms</h3><p class="text">${terms}</p>`}`;
}

const lines = (...texts: (string | null)[]) => texts.filter(text => text !== null).join('\n');
