import type { z } from 'zod';
import { amount, day, duration, fixed, percent } from '../../formatting/index.ts';
import type { LineItem } from '../../records/invoice.ts';
import { labelOf } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';

/** The old and new values of changed fields, by field (corkboard.changed_values). */
export type AuditChanges = Record<string, readonly [before: unknown, after: unknown]>;

/** The labels that differ from the fields' names. */
const labels: Record<string, string> = { lineItems: 'Lines', minutes: 'Time', poNumber: 'PO number' };

/** What an edit changed, a line for each field; null if the entry doesn't hold any values. */
export function auditChanges(changes: AuditChanges | null, locale: string): Html | null {
  if (changes === null) return null;
  // An entry with amounts names their currency even if that did not change.
  const [before, after] = changes.currency ?? [];
  const changed = Object.entries(changes).filter(([, [one, other]]) => one !== other);
  return html`<ul>${changed.map(
    ([field, [one, other]]) =>
      html`<li>${labels[field] ?? labelOf(field)}: <del>${text(field, one, before, locale)}</del> <ins>${text(field, other, after, locale)}</ins></li>`,
  )}</ul>`;
}

function text(field: string, value: unknown, currency: unknown, locale: string): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'lineItems') return lines(value as Line[], String(currency), locale);
  if (field.endsWith('Cents')) return amount(value as number, String(currency), locale);
  if (field.endsWith('Bps')) return percent(value as number, locale);
  if (field === 'minutes') return duration(value as number, locale);
  return /date$/i.test(field) ? day(String(value), locale) : String(value);
}

type Line = z.infer<typeof LineItem>;

const lines = (all: readonly Line[], currency: string, locale: string): string =>
  all.length === 0
    ? 'none'
    : all
        .map(({ description, quantityHundredths, unitPriceCents, taxRateBps }) => {
          const rate = taxRateBps === null ? '' : `, tax ${percent(taxRateBps, locale)}`;
          return `${description}: ${fixed(quantityHundredths, 2, locale)} × ${amount(unitPriceCents, currency, locale)}${rate}`;
        })
        .join('; ');
