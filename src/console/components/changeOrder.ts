import type { ChangeOrderView } from '../../documents/changeOrderView.ts';
import { type Html, html } from '../html/html.ts';
import { type ChangeOrderState, stateOf } from '../queries/changeOrder.ts';
import { signatureBlock } from './agreedWork.ts';
import { facts } from './facts.ts';
import { letter } from './letter.ts';

const pills: Record<ChangeOrderState, readonly [color: string, label: string]> = {
  draft: ['', 'Draft'],
  sent: [' info', 'Awaiting approval'],
  approved: [' good', 'Approved'],
  declined: [' bad', 'Declined'],
  withdrawn: ['', 'Withdrawn'],
};

/** The state of a change order. */
export function changeOrderPill(order: Parameters<typeof stateOf>[0]): Html {
  const [color, label] = pills[stateOf(order)];
  return html`<span class="pill${color}">${label}</span>`;
}

/** A change order as its client reads it. `below`: what follows its content until it is approved. */
export const changeOrderLetter = (
  view: ChangeOrderView,
  workspaceId: string,
  title: Html,
  below: Html | null,
): Html =>
  letter(
    view,
    workspaceId,
    html`${title}<p>${view.subtitle}</p>${view.stamp === null ? null : html`<p><span class="pill">${view.stamp}</span></p>`}`,
    html`<h2>${view.heading}</h2>
      ${view.text === null ? null : html`<p class="text">${view.text}</p>`}
      ${facts(view.agreed.map(({ name, value }) => [name, value]))}
      ${signatureBlock(view) ?? below}`,
  );
