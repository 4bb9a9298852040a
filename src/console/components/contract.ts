import type { AgreementView } from '../../documents/agreementView.ts';
import { messagesOf } from '../../languages/messages.ts';
import { type Html, html } from '../html/html.ts';
import { changeOrderList } from './agreedWork.ts';
import { facts } from './facts.ts';

/** A contract, before and after it is signed, as a part of the project's page. */
export function contract(view: AgreementView): Html {
  const { language, from, to, subtitle, deliverables, agreed, changeOrders, terms } = view;
  return html`
  <div lang="${language}">
    ${facts([
      [from.label, from.lines.join('\n')],
      [to.label, to.lines.join('\n')],
      [messagesOf(language, language)('project'), subtitle],
      [
        deliverables.heading,
        deliverables.items.length === 0
          ? null
          : html`<ul>${deliverables.items.map(one => html`<li>${one}</li>`)}</ul>`,
      ],
      ...agreed.map(({ name, value }) => [name, value] as const),
    ])}
    ${changeOrders === null ? null : html`<h3>${changeOrders.heading}</h3>${changeOrderList(changeOrders)}`}
    ${terms === null ? null : html`<h3>${terms.heading}</h3><p class="text">${terms.text}</p>`}
  </div>`;
}
