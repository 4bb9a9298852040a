import { taxByRate } from '../money/totals.ts';
import { eInvoiceFormatOf, hasWrongLeitwegDigits } from './eInvoiceFormat.ts';
import { europeanUnion } from './europeanUnion.ts';
import { type InvoiceDocument, pricedOf } from './invoiceDocument.ts';
import { type Missing, missingBy, type Rules } from './missing.ts';
import { missingForEInvoice } from './missingForEInvoice.ts';
import { lacksExchangeRate } from './taxInOwnCurrency.ts';
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

const always = ({ invoice, subtotalCents }: Facts): Rules => ({
  'invoice.lineItems': {
    'There are no lines and no flat amount.': invoice.lineItems.length === 0 && subtotalCents === 0,
    'The total is 0.': invoice.totalCents === 0,
  },
});

const ofEstimates = ({ invoice }: Facts): Rules => ({
  'invoice.dueDate': { 'Nothing says how long the estimate is valid.': invoice.dueDate === null },
});

/**
 * The EU VAT Directive (Article 226), § 14 UStG for Germany and the VAT Regulations 1995 (regulation 14) for the United
 * Kingdom, and what any client needs in order to pay. The United States ask for nothing of this.
 */
function ofInvoices({ invoice, from, to, country, hasVatRules, untaxedBecause, ...document }: Facts): Rules {
  const needsExchangeRate = lacksExchangeRate({ ...document, invoice, from, to });
  const isGerman = country === 'DE';
  const isReverseCharge = untaxedBecause === 'reverse_charge';
  const lacksSupplyDate = hasVatRules && invoice.supplyDate === null;
  return {
    'invoice.dueDate': { 'There is no due date.': invoice.dueDate === null },
    'invoice.supplyDate': {
      'There is no date of supply. In Germany it is needed even if it is the invoice’s date.':
        lacksSupplyDate && isGerman,
      'There is no date of supply. It is needed unless it is the invoice’s date.': lacksSupplyDate,
    },
    'invoice.zeroTaxReason': {
      'Nothing says why no tax is charged.': hasVatRules && untaxedBecause === null,
      'The client is in the EU. For services to its businesses the reason is reverse charge.':
        untaxedBecause === 'services_outside_eu' && europeanUnion.has(to.country ?? ''),
    },
    'invoice.exchangeRateMillionths': {
      'The exchange rate is missing: the tax must be stated in your country’s currency too.':
        needsExchangeRate,
    },
    'workspace.country': {
      'Your country is missing. It decides what an invoice must say.': country === '',
    },
    'workspace.addressLines': { 'Your address is missing.': !from.addressLines && !from.letterhead },
    'workspace.vatNumber': {
      'Your VAT number or tax number is missing.':
        isGerman && !from.vatNumber && !from.taxNumber && !isReverseCharge,
      'Your VAT number is missing.':
        hasVatRules && !from.vatNumber && (isGerman ? isReverseCharge : untaxedBecause !== 'small_business'),
    },
    'workspace.iban': {
      'Nothing says how to pay: there is no IBAN, bank details or pay link.':
        invoice.totalCents > 0 && !from.iban && !from.bankDetails && !from.payLink,
    },
    'client.addressLines': {
      'The client’s address is missing.': country !== 'US' && !to.addressLines && !to.address,
    },
    'client.vatNumber': {
      'The client’s VAT number is missing. With reverse charge the invoice must show it.':
        hasVatRules && isReverseCharge && !to.vatNumber,
    },
  };
}

/** Details that an invoice lacks for its electronic invoice; none if it isn't to have one. */
export function missingFromEInvoice(document: InvoiceDocument): Missing[] {
  const format = eInvoiceFormatOf(document);
  return format === null ? [] : missingForEInvoice(document, format);
}

/** Probable faults of an electronic invoice, which is made all the same. */
const doubtful = (document: InvoiceDocument): Missing[] =>
  missingBy([
    {
      'client.buyerReference': {
        'The check digits of the client’s Leitweg-ID are wrong: compare each digit.':
          eInvoiceFormatOf(document) === 'xrechnung' && hasWrongLeitwegDigits(document.to.buyerReference),
      },
    },
  ]);

/** The faults of an invoice or estimate before it is sent, by kind. */
export interface Checklist {
  /** Details that it lacks itself. */
  missing: Missing[];
  /** Details that its electronic invoice lacks. */
  missingFromEInvoice: Missing[];
  /** Texts that its PDF can't print. */
  unprintable: Missing[];
  /** Probable faults, which don't keep it from being sent. */
  doubtful: Missing[];
}

/** The faults of an invoice or estimate. `hasExtraFonts`: the machines that make PDFs have fonts for all it may contain. */
export const checklist = (
  document: InvoiceDocument,
  { hasExtraFonts }: { hasExtraFonts: boolean },
): Checklist => ({
  missing: missingFromDocument(document),
  missingFromEInvoice: missingFromEInvoice(document),
  unprintable: hasExtraFonts ? [] : unprintable(document),
  doubtful: doubtful(document),
});

/**
 * Details that an invoice or estimate still lacks for its sender's country, in the order in which a person would fill it in: the
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
  return missingBy([always(facts), invoice.kind === 'invoice' ? ofInvoices(facts) : ofEstimates(facts)]);
}
