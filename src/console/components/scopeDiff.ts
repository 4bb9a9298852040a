import { type PriceTax, partFacts } from '../../documents/agreementView.ts';
import type { Localizer } from '../../documents/localizer.ts';
import { amount } from '../../formatting/index.ts';
import { type Html, html, type Value } from '../html/html.ts';
import type { ScopeVersion } from '../queries/scope.ts';
import { facts } from './facts.ts';

type Change = 'kept' | 'added' | 'removed';

/**
 * The deliverables of two drafts, each marked kept, added or removed: those of the later draft in its order, then the removed
 * ones. Moved deliverables count as kept; duplicates count separately.
 */
export function compare(
  before: readonly string[],
  after: readonly string[],
): { title: string; change: Change }[] {
  const left = [...before];
  const now = after.map(title => {
    const at = left.lastIndexOf(title);
    if (at === -1) return { title, change: 'added' as const };
    left.splice(at, 1);
    return { title, change: 'kept' as const };
  });
  return [...now, ...left.map(title => ({ title, change: 'removed' as const }))];
}

/** The changes from one draft of a scope to a later one. */
export function scopeDiff(
  before: ScopeVersion,
  after: ScopeVersion,
  tax: PriceTax,
  localizer: Localizer,
): Html {
  const price = ({ priceCents, currency }: ScopeVersion) =>
    priceCents === null ? 'none' : amount(priceCents, currency, localizer.locale);
  const plan = ({ paymentParts, currency }: ScopeVersion) =>
    partFacts(paymentParts, currency, tax, localizer)
      .map(({ value }) => value)
      .join('; ') || 'none';
  const changed = (name: string, one: string, other: string): [string, Value] => [
    name,
    one === other ? `${one} (unchanged)` : html`<del>${one}</del> <ins>${other}</ins>`,
  ];
  return html`
    <ul class="diff">${compare(before.deliverables, after.deliverables).map(deliverable)}</ul>
    ${facts([
      changed('Price', price(before), price(after)),
      changed('Payment plan', plan(before), plan(after)),
      changed('Revision rounds', String(before.revisionRounds), String(after.revisionRounds)),
      changed('Timeline', before.timeline ?? 'none', after.timeline ?? 'none'),
    ])}`;
}

function deliverable({ title, change }: { title: string; change: Change }): Html {
  if (change === 'kept') return html`<li>${title}</li>`;
  return change === 'added'
    ? html`<li class="added"><b>Added:</b> <ins>${title}</ins></li>`
    : html`<li class="removed"><b>Removed:</b> <del>${title}</del></li>`;
}
