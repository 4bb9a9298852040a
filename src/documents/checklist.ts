import { taxByRate } from '../money/totals.ts';
import { type InvoiceDocument, pricedOf } from './invoiceDocument.ts';
import type { Missing } from './missing.ts';

/** The member states of the European Union (ISO 3166). */
const union = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** What a rule knows of the document. */
interface Facts extends InvoiceDocument {
  /** The sender's country; empty if it isn't known. */
  country: string;
  inUnion: boolean;
  /** Whether it must follow the rules for invoices with VAT: those of the European Union or of the United Kingdom. */
  hasVatRules: boolean;
  isTaxed: boolean;
  /** Whether a line is taxed at a rate of 0. */
  hasZeroRate: boolean;
  isInvoice: boolean;
}

interface Rule extends Missing {
  isMissing: (facts: Facts) => boolean;
}

const rule = (of: Missing['of'], field: string, message: string, isMissing: Rule['isMissing']): Rule => ({
  of,
  field,
  message,
  isMissing,
});

/**
 * The rules of the EU VAT Directive (Article 226), of § 14 UStG for Germany and of the VAT Regulations 1995 (regulation 14)
 * for the United Kingdom, and what any client needs in order to pay. Estimates are offers, to which few of them apply.
 */
const rules: readonly Rule[] = [
  rule(
    'invoice',
    'lineItems',
    'There are no lines and no flat amount.',
    ({ invoice, subtotalCents }) => invoice.lineItems.length === 0 && subtotalCents === 0,
  ),
  rule(
    'invoice',
    'lineItems',
    'The total is 0.',
    ({ invoice, subtotalCents }) =>
      invoice.totalCents === 0 && (invoice.lineItems.length > 0 || subtotalCents > 0),
  ),
  rule(
    'invoice',
    'dueDate',
    'There is no due date.',
    ({ invoice, isInvoice }) => isInvoice && invoice.dueDate === null,
  ),
  rule(
    'invoice',
    'dueDate',
    'It doesn’t say how long the estimate is valid.',
    ({ invoice, isInvoice }) => !isInvoice && invoice.dueDate === null,
  ),
  rule(
    'invoice',
    'supplyDate',
    'There is no date of supply. German law asks for it even if it is the invoice’s date.',
    ({ invoice, isInvoice, country }) => isInvoice && country === 'DE' && invoice.supplyDate === null,
  ),
  rule(
    'invoice',
    'supplyDate',
    'There is no date of supply. It is needed unless it is the invoice’s date.',
    ({ invoice, isInvoice, country, hasVatRules }) =>
      isInvoice && hasVatRules && country !== 'DE' && invoice.supplyDate === null,
  ),
  rule(
    'invoice',
    'zeroTaxReason',
    'Nothing says why no tax is charged.',
    ({ isInvoice, hasZeroRate, zeroTaxReason, inUnion, country, from }) =>
      isInvoice &&
      hasZeroRate &&
      zeroTaxReason === null &&
      (inUnion || (country === 'GB' && from.vatNumber !== null)),
  ),
  rule(
    'workspace',
    'country',
    'Your country is missing. It decides what an invoice must say.',
    ({ isInvoice, country }) => isInvoice && country === '',
  ),
  rule(
    'workspace',
    'addressLines',
    'Your address is missing.',
    ({ isInvoice, from }) => isInvoice && from.addressLines === null && from.letterhead === null,
  ),
  rule(
    'workspace',
    'vatNumber',
    'Your VAT number or tax number is missing.',
    ({ isInvoice, country, from }) =>
      isInvoice && country === 'DE' && from.vatNumber === null && from.taxNumber === null,
  ),
  rule(
    'workspace',
    'vatNumber',
    'Your VAT number is missing.',
    ({ isInvoice, country, inUnion, isTaxed, zeroTaxReason, from }) =>
      isInvoice &&
      from.vatNumber === null &&
      ((inUnion && country !== 'DE' && zeroTaxReason !== 'small_business') || (country === 'GB' && isTaxed)),
  ),
  rule(
    'workspace',
    'iban',
    'It doesn’t say how to pay: there is no IBAN, bank details or pay link.',
    ({ isInvoice, invoice, from }) =>
      isInvoice &&
      invoice.totalCents > 0 &&
      from.iban === null &&
      from.bankDetails === null &&
      from.payLink === null,
  ),
  rule(
    'client',
    'addressLines',
    'The client’s address is missing.',
    ({ isInvoice, country, to }) =>
      isInvoice && country !== 'US' && to.addressLines === null && to.address === null,
  ),
  rule(
    'client',
    'vatNumber',
    'The client’s VAT number is missing. With reverse charge the invoice must show it.',
    ({ isInvoice, hasVatRules, hasZeroRate, zeroTaxReason, to }) =>
      isInvoice && hasVatRules && hasZeroRate && zeroTaxReason === 'reverse_charge' && to.vatNumber === null,
  ),
];

/**
 * What an invoice or estimate still lacks for its sender's country, in the order in which a person would fill it in: the
 * document, the sender, the client. Nothing of it keeps an invoice from being sent.
 */
export function checklist(document: InvoiceDocument): Missing[] {
  const rates = taxByRate(pricedOf(document));
  const country = document.from.country ?? '';
  const inUnion = union.has(country);
  const facts: Facts = {
    ...document,
    country,
    inUnion,
    hasVatRules: inUnion || country === 'GB',
    isTaxed: rates.some(({ taxRateBps }) => taxRateBps > 0),
    hasZeroRate: rates.some(({ taxRateBps }) => taxRateBps === 0),
    isInvoice: document.invoice.kind === 'invoice',
  };
  return rules
    .filter(({ isMissing }) => isMissing(facts))
    .map(({ field, message, of }) => ({ field, message, of }));
}
