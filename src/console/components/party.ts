import type { Address, EInvoiceFormat, ZeroTaxReason } from '../../documents/partySnapshot.ts';
import { type Choices, countryChoices } from '../../formatting/choices.ts';
import { countryName } from '../../formatting/countries.ts';
import { languageName } from '../../formatting/languages.ts';
import { type ClientField, clientFields } from '../../records/clientFields.ts';
import { languages } from '../../vocabulary/documents.ts';
import type { FieldOptions } from '../forms/fields.ts';
import { type Html, html } from '../html/html.ts';

/** Whether nothing of an address is filled in. */
export const hasNoAddress = ({ addressLines, postalCode, city, region, country }: Address): boolean =>
  [addressLines, postalCode, city, region, country].every(value => value === null);

/** An address on several lines; null if nothing is filled in. */
export function addressText(address: Address): string | null {
  const { addressLines, postalCode, city, region, country } = address;
  const place = [postalCode, city].filter(value => value !== null).join(' ');
  const lines = [addressLines, place, region, country && (countryName(country) ?? country)];
  return lines.filter(line => line).join('\n') || null;
}

const reasons: Record<ZeroTaxReason, string> = {
  small_business: 'Small business: no VAT is charged',
  reverse_charge: 'Reverse charge: the client pays the VAT',
  services_outside_eu: 'Services to a business outside the EU: not taxable',
  export: 'Export of goods',
  exempt: 'Exempt from tax',
  zero_rated: 'Zero-rated',
};

const formats: Record<EInvoiceFormat | 'none', string> = {
  none: 'None',
  peppol: 'Peppol BIS Billing 3.0',
  xrechnung: 'XRechnung 3.0',
  'factur-x': 'Factur-X',
};

/** The standards of electronic invoices to choose from. */
const eInvoiceFormatChoices: Choices = Object.entries(formats);

/** A standard of electronic invoices, in words. */
export const eInvoiceFormat = (format: EInvoiceFormat | 'none' | null): string | null =>
  format && formats[format];

/** The reasons, for a select. */
export const zeroTaxReasonChoices: Choices = Object.entries(reasons);

/** Why no tax is charged, in words. */
export const zeroTaxReason = (reason: ZeroTaxReason | null): string | null => reason && reasons[reason];

/** A payment term in words. */
export const paymentTerm = (days: number | null): string | null =>
  days === null ? null : days === 1 ? '1 day' : `${days} days`;

/** The mark of an archived client. */
export const archivedPill: Html = html` <span class="pill">Archived</span>`;

/** How the fields of a client look. */
const clientLooks = Object.fromEntries(
  Object.entries(clientFields).map(([field, { section, ...definition }]) => [
    field,
    { ...(section && { section }), ...('hint' in definition && { hint: definition.hint }) },
  ]),
) as Record<ClientField, FieldOptions>;

/** How the fields look that workspaces and clients both have. */
export const partyLooks = (sections: Record<'address' | 'tax', string>): Record<string, FieldOptions> => ({
  addressLines: { section: sections.address, rows: 3 },
  postalCode: { section: sections.address, hint: undefined },
  city: { section: sections.address, hint: undefined },
  region: { section: sections.address, label: 'State, province or county', hint: undefined },
  country: { section: sections.address, kind: 'select', options: countryChoices, hint: undefined },
  vatNumber: { section: sections.tax, hint: 'With its country prefix, for example DE136695976' },
  zeroTaxReason: {
    section: sections.tax,
    label: 'Reason for a rate of 0',
    hint: 'Shown on invoices with lines that aren’t taxed',
    options: zeroTaxReasonChoices,
  },
});

/** How the fields of a client look in the form that adds or edits one. */
export const clientFormLooks: Record<string, FieldOptions> = {
  ...clientLooks,
  ...partyLooks({ address: 'Address', tax: 'Billing' }),
  email: { ...clientLooks.email, label: 'Email' },
  contacts: {
    ...clientLooks.contacts,
    blankRows: 1,
  },
  address: { ...clientLooks.address, label: 'Address as text' },
  language: {
    ...clientLooks.language,
    label: 'Language of documents',
    options: languages.map(code => [code, languageName(code)]),
  },
  eInvoiceFormat: {
    ...clientLooks.eInvoiceFormat,
    label: 'E-invoice format',
    options: eInvoiceFormatChoices,
  },
};
