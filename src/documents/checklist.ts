import { taxByRate } from '../money/totals.ts';
import { eInvoiceFormatOf } from './eInvoiceFormat.ts';
import { europeanUnion } from './europeanUnion.ts';
import { type InvoiceDocument, pricedOf } from './invoiceDocument.ts';
import type { Missing } from './missing.ts';
import { missingForEInvoice } from './missingForEInvoice.ts';
import { unprintable } from './unprintable.ts';

/** The document, and what rules ask about it. */
interface Facts extends InvoiceDocument {
  /** The sender's country; empty if it isn't known. */
  country: string;
  /** Whether it has to be a full VAT invoice: in the European Union, and in the United Kingdom if the sender is registered. */
  hasVatRules: boolean;
  /** Why lines aren't taxed: `none` if no line has a rate of 0, null if nothing says why. */
  untaxedBecause: InvoiceDocument['zeroTaxReason'] | 'none';
}

type Rule = [
  of: Missing['of'],
  field: string,
  message: string | ((facts: Facts) => string),
  isMissing: (facts: Facts) => boolean,
];

const always: readonly Rule[] = [
  [
    'invoice',
    'lineItems',
    'There are no lines and no flat amount.',
    ({ invoice, subtotalCents }) => invoice.lineItems.length === 0 && subtotalCents === 0,
  ],
  [
    'invoice',
    'lineItems',
    'The total is 0.',
    ({ invoice, subtotalCents }) =>
      invoice.totalCents === 0 && (invoice.lineItems.length > 0 || subtotalCents > 0),
  ],
];

const ofEstimates: readonly Rule[] = [
  [
    'invoice',
    'dueDate',
    'Nothing says how long the estimate is valid.',
    ({ invoice }) => invoice.dueDate === null,
  ],
];

/**
 * The EU VAT Directive (Article 226), § 14 UStG for Germany and the VAT Regulations 1995 (regulation 14) for the United
 * Kingdom, and what any client needs in order to pay. The United States ask for nothing of this.
 */
const ofInvoices: readonly Rule[] = [
  ['invoice', 'dueDate', 'There is no due date.', ({ invoice }) => invoice.dueDate === null],
  [
    'invoice',
    'supplyDate',
    ({ country }) =>
      country === 'DE'
        ? 'There is no date of supply. In Germany it is needed even if it is the invoice’s date.'
        : 'There is no date of supply. It is needed unless it is the invoice’s date.',
    ({ hasVatRules, invoice }) => hasVatRules && invoice.supplyDate === null,
  ],
  [
    'invoice',
    'zeroTaxReason',
    'Nothing says why no tax is charged.',
    ({ hasVatRules, untaxedBecause }) => hasVatRules && untaxedBecause === null,
  ],
  [
    'workspace',
    'country',
    'Your country is missing. It decides what an invoice must say.',
    ({ country }) => country === '',
  ],
  [
    'workspace',
    'addressLines',
    'Your address is missing.',
    ({ from }) => !from.addressLines && !from.letterhead,
  ],
  [
    'workspace',
    'vatNumber',
    'Your VAT number or tax number is missing.',
    ({ country, from, untaxedBecause }) =>
      country === 'DE' && !from.vatNumber && !from.taxNumber && untaxedBecause !== 'reverse_charge',
  ],
  [
    'workspace',
    'vatNumber',
    'Your VAT number is missing.',
    ({ country, from, hasVatRules, untaxedBecause }) =>
      hasVatRules &&
      !from.vatNumber &&
      (country === 'DE' ? untaxedBecause === 'reverse_charge' : untaxedBecause !== 'small_business'),
  ],
  [
    'workspace',
    'iban',
    'Nothing says how to pay: there is no IBAN, bank details or pay link.',
    ({ from, invoice }) => invoice.totalCents > 0 && !from.iban && !from.bankDetails && !from.payLink,
  ],
  [
    'client',
    'addressLines',
    'The client’s address is missing.',
    ({ country, to }) => country !== 'US' && !to.addressLines && !to.address,
  ],
  [
    'client',
    'vatNumber',
    'The client’s VAT number is missing. With reverse charge the invoice must show it.',
    ({ hasVatRules, to, untaxedBecause }) =>
      hasVatRules && untaxedBecause === 'reverse_charge' && !to.vatNumber,
  ],
];

/** What an invoice still lacks for its electronic invoice, besides what the document lacks itself. */
function missingFromEInvoice(document: InvoiceDocument): Missing[] {
  const format = eInvoiceFormatOf(document);
  if (format === null) return [];
  const named = new Set(missingFromDocument(document).map(keyOf));
  return missingForEInvoice(document, format).filter(one => !named.has(keyOf(one)));
}

const keyOf = ({ of, field }: Missing) => `${of}.${field}`;

/** What is wrong with an invoice or estimate before it is sent, by kind. */
export interface Checklist {
  /** What it lacks itself. */
  missing: Missing[];
  /** What its electronic invoice lacks. */
  missingFromEInvoice: Missing[];
  /** What its PDF can't print. */
  unprintable: Missing[];
}

/** What is wrong with an invoice or estimate. `hasExtraFonts`: the machines that make PDFs have fonts for all it may contain. */
export const checklist = (
  document: InvoiceDocument,
  { hasExtraFonts }: { hasExtraFonts: boolean },
): Checklist => ({
  missing: missingFromDocument(document),
  missingFromEInvoice: missingFromEInvoice(document),
  unprintable: hasExtraFonts ? [] : unprintable(document),
});

/**
 * What an invoice or estimate still lacks for its sender's country, in the order in which a person would fill it in: the
 * document, the sender, the client. Nothing of it keeps the document from being sent.
 */
function missingFromDocument(document: InvoiceDocument): Missing[] {
  const { from, invoice } = document;
  const rates = taxByRate(pricedOf(document)).map(({ taxRateBps }) => taxRateBps);
  const isTaxed = rates.some(rate => rate > 0);
  const country = from.country ?? '';
  const inUnion = europeanUnion.has(country);
  const facts: Facts = {
    ...document,
    country,
    hasVatRules: inUnion || (country === 'GB' && (isTaxed || Boolean(from.vatNumber))),
    untaxedBecause: rates.includes(0) ? document.zeroTaxReason : 'none',
  };
  return [...always, ...(invoice.kind === 'invoice' ? ofInvoices : ofEstimates)]
    .filter(([, , , isMissing]) => isMissing(facts))
    .map(([of, field, message]) => ({
      field,
      message: typeof message === 'string' ? message : message(facts),
      of,
    }));
}
