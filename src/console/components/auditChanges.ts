import type { z } from 'zod';
import type { EInvoiceFormat, ZeroTaxReason } from '../../documents/partySnapshot.ts';
import { countryName } from '../../formatting/countries.ts';
import { amount, count, day, duration, fixed, percent } from '../../formatting/index.ts';
import { languageName } from '../../formatting/languages.ts';
import { type Contact, contactText } from '../../records/contacts.ts';
import type { LineItem } from '../../records/invoice.ts';
import { type NotificationKind, notificationKinds } from '../../vocabulary/notifications.ts';
import { labelOf } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import type { AuditChanges } from '../queries/auditLog.ts';
import { eInvoiceFormat, zeroTaxReason } from './party.ts';

/** The labels that differ from the fields' names. */
const labels: Record<string, string> = {
  lineItems: 'Lines',
  lineUnits: 'Units',
  supplyUntil: 'Supplied until',
  minutes: 'Time',
  budgetMinutes: 'Time budget',
  poNumber: 'PO number',
  url: 'URL',
  defaultCurrency: 'Currency',
  ai: 'Classification',
  eInvoiceCountry: 'E-invoice country',
  eInvoiceFormat: 'E-invoice format',
  addressLines: 'Street address',
  vatNumber: 'VAT number',
  zeroTaxReason: 'Reason for a rate of 0',
  iban: 'IBAN',
  bic: 'BIC',
  payLink: 'Payment link',
  paymentTermDays: 'Payment term (days)',
  eInvoiceNetworkId: 'E-invoice network ID',
  notifiedOf: 'Emailed when',
  isOpen: 'Takes inquiries',
  weeklyMinutes: 'Time a week',
  membersSeeTime: 'Members see everyone’s time',
};

/** The changes of an edit, a line for each field; null if the entry contains no values. */
export function auditChanges(changes: AuditChanges | null, locale: string): Html | null {
  const changed = changeTexts(changes, locale);
  if (changed.length === 0) return null;
  return html`<ul>${changed.map(({ label, before, after }) =>
    before === null
      ? html`<li>${label} changed</li>`
      : html`<li>${label}: ${before === '' ? null : html`<del>${before}</del> `}<ins>${after}</ins></li>`,
  )}</ul>`;
}

/** The changes of an edit as texts, without values if only the fields are known. `before` is empty if there was nothing. */
export function changeTexts(
  changes: AuditChanges | null,
  locale: string,
): { label: string; before: string | null; after: string | null }[] {
  if (changes === null) return [];
  // An entry with amounts names their currency even if that did not change.
  const [currencyBefore, currencyAfter] = changes.currency ?? [];
  return Object.entries(changes)
    .filter(([, values]) => values.length === 0 || values[0] !== values[1])
    .map(([field, values]) => {
      const label = labels[field] ?? labelOf(field);
      if (values.length === 0) return { label, before: null, after: null };
      const [before, after] = values;
      return {
        label,
        before: text(field, before, currencyBefore, locale),
        after: text(field, after, currencyAfter, locale),
      };
    });
}

/** How codes are written for people, by field. */
const words: Record<string, (code: string) => string | null | undefined> = {
  country: countryName,
  eInvoiceCountry: countryName,
  language: languageName,
  zeroTaxReason: code => zeroTaxReason(code as ZeroTaxReason),
  eInvoiceFormat: code => eInvoiceFormat(code as EInvoiceFormat),
};

function text(field: string, value: unknown, currency: unknown, locale: string): string {
  if (field === 'missing') return (value as string[]).join(' ');
  if (value === null) return 'none';
  if (value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field in words) return words[field]!(String(value)) ?? String(value);
  if (field === 'notifiedOf')
    return listed((value as NotificationKind[]).map(kind => notificationKinds[kind]));
  if (field === 'events') return (value as string[]).join(', ');
  if (field === 'lineUnits') return (value as (string | null)[]).map(unit => unit ?? 'none').join('; ');
  if (field === 'lineItems') return lines(value as Line[], String(currency), locale);
  if (field.endsWith('Cents')) return amount(value as number, String(currency), locale);
  if (field.endsWith('Bps')) return percent(value as number, locale);
  if (field.endsWith('Millionths')) return fixed(value as number, 6, locale);
  if (/minutes$/i.test(field)) return duration(value as number, locale);
  if (field === 'contacts') return listed((value as Contact[]).map(contactText));
  if (Array.isArray(value)) return listed(value);
  if (typeof value === 'number') return count(value, locale);
  return /(date|until)$|^paidOn$/i.test(field) ? day(String(value), locale) : String(value);
}

const listed = (values: readonly unknown[]): string => values.join('; ') || 'none';

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
