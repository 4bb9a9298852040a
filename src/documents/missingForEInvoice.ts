import countryToCurrency from 'country-to-currency';
import { digitsOf } from '../formatting/index.ts';
import { hasValidNetworkDigits, vatNumberFault } from '../vocabulary/identifiers.ts';
import { categoryOf, eInvoiceAmounts, isWithinTolerance } from './eInvoiceAmounts.ts';
import {
  addressOfRecipient,
  addressOfSender,
  isNetworkForm,
  legalIdOf,
  legalIdOfRecipient,
  taxCountryOf,
  taxNumberOf,
  vatNumberOf,
} from './eInvoiceParties.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';
import type { Missing } from './missing.ts';
import type { EInvoiceFormat, Recipient, Sender } from './partySnapshot.ts';

/** The code lists of the rules differ from each other and from ours in these. */
const isKnownCountry = (code: string) => code in countryToCurrency && !['AN', 'SS', 'XK'].includes(code);
const currencies = new Set<string>(Object.values(countryToCurrency));
const isKnownCurrency = (code: string) => currencies.has(code) && !['ANG', 'XCG'].includes(code);

/** What stands before VAT numbers beside the codes of countries: Greece and Northern Ireland. */
const vatPrefixes = ['EL', 'XI'];
const hasVatPrefix = (number: string) => {
  const prefix = number.slice(0, 2);
  return vatPrefixes.includes(prefix) || isKnownCountry(prefix);
};

/** The rates of VAT in Sweden, to which Peppol's rules hold Swedish senders, in hundredths of a percent. */
const swedishRates = [2500, 1200, 600];

type Rule = readonly [of: Missing['of'], field: string, isMissing: unknown, message: string];

/**
 * What an invoice lacks for an electronic invoice by the standard's rules, in words. An invoice that lacks nothing passes
 * them: EN 16931 for all, and Peppol's with those for senders of a country.
 */
export function missingForEInvoice(document: InvoiceDocument, format: EInvoiceFormat): Missing[] {
  const rules = [
    ...invoiceRules(document),
    ...partyRules(document),
    ...(format === 'factur-x' ? [] : addressRules(document, format)),
    ...(format === 'xrechnung' ? germanRules(document) : []),
    ...(format === 'peppol' ? peppolRules(document) : []),
  ];
  const missing = rules.filter(([, , isMissing]) => isMissing);
  const fields = missing.map(([of, field]) => `${of} ${field}`);
  return missing
    .filter((_, index) => fields.indexOf(fields[index]!) === index)
    .map(([of, field, , message]) => ({ field, message, of }));
}

function invoiceRules(document: InvoiceDocument): Rule[] {
  const { invoice, supplyUntil } = document;
  const { currency, supplyDate } = invoice;
  const hasDigits = digitsOf(currency) <= 2;
  const { taxes } = eInvoiceAmounts(document);
  const isOff = hasDigits && taxes.some(tax => !isWithinTolerance(tax, currency));
  const isTiny = taxes.some(({ taxRateBps }) => taxRateBps > 0 && taxRateBps < 50);
  return [
    [
      'invoice',
      'currency',
      !hasDigits,
      'Electronic invoices have at most two decimals, which this currency exceeds.',
    ],
    ['invoice', 'currency', !isKnownCurrency(currency), 'Electronic invoices can’t be in this currency.'],
    [
      'invoice',
      'lineItems',
      isTiny,
      'Electronic invoices round a tax rate below 0.5 % to none. Use another rate.',
    ],
    [
      'invoice',
      'lineItems',
      isOff,
      'Tax rounded for each line is too far from the tax on their sum. Use fewer lines.',
    ],
    ['invoice', 'dueDate', invoice.totalCents > 0 && invoice.dueDate === null, 'There is no due date.'],
    [
      'invoice',
      'supplyUntil',
      supplyUntil !== null && supplyDate !== null && supplyUntil < supplyDate,
      'The period of supply ends before it begins.',
    ],
  ];
}

function partyRules(document: InvoiceDocument): Rule[] {
  const { from, to, zeroTaxReason } = document;
  const rates = eInvoiceAmounts(document).taxes.map(({ taxRateBps }) => taxRateBps);
  const categories = rates.map(rate => categoryOf(rate, zeroTaxReason));
  return [
    ['workspace', 'country', !from.country, 'Your country is missing.'],
    [
      'workspace',
      'country',
      from.country && !isKnownCountry(from.country),
      'The standards for electronic invoices don’t list your country.',
    ],
    [
      'workspace',
      'vatNumber',
      !from.vatNumber && taxNumberOf(from) === null,
      'Your VAT number or tax number is missing.',
    ],
    [
      'workspace',
      'vatNumber',
      !from.vatNumber && categories.includes('G'),
      'Your VAT number is missing. Exports need it.',
    ],
    [
      'workspace',
      'vatNumber',
      from.vatNumber && !hasVatPrefix(from.vatNumber),
      'Your VAT number must begin with the two letters of its country.',
    ],
    ['client', 'country', !to.country, 'The client’s country is missing.'],
    [
      'client',
      'country',
      to.country && !isKnownCountry(to.country),
      'The standards for electronic invoices don’t list the client’s country.',
    ],
    [
      'client',
      'vatNumber',
      !to.vatNumber && categories.includes('AE'),
      'The client’s VAT number is missing. Reverse charge needs it.',
    ],
    [
      'client',
      'vatNumber',
      to.vatNumber && !hasVatPrefix(to.vatNumber),
      'The client’s VAT number must begin with the two letters of its country.',
    ],
  ];
}

function addressRules({ from, to }: InvoiceDocument, format: EInvoiceFormat): Rule[] {
  return [
    [
      'workspace',
      'eInvoiceNetworkId',
      addressOfSender(from, format) === null,
      'Your address in the e-invoice network is missing.',
    ],
    [
      'client',
      'eInvoiceNetworkId',
      addressOfRecipient(to, format) === null,
      'The client’s address in the e-invoice network is missing.',
    ],
  ];
}

/** What Germany asks for beyond EN 16931. */
function germanRules({ from, to }: InvoiceDocument): Rule[] {
  return [
    ['workspace', 'city', !from.city, 'Your city is missing.'],
    ['workspace', 'postalCode', !from.postalCode, 'Your postal code is missing.'],
    ['workspace', 'iban', !from.iban, 'Your IBAN is missing.'],
    ['workspace', 'contactName', !from.contactName, 'The name of your contact for invoices is missing.'],
    [
      'workspace',
      'contactPhone',
      !from.contactPhone,
      'The phone number of your contact for invoices is missing.',
    ],
    [
      'workspace',
      'contactEmail',
      !from.contactEmail,
      'The email address of your contact for invoices is missing.',
    ],
    ['client', 'city', !to.city, 'The client’s city is missing.'],
    ['client', 'postalCode', !to.postalCode, 'The client’s postal code is missing.'],
    [
      'client',
      'buyerReference',
      !to.buyerReference,
      'The client’s reference is missing. Authorities have a Leitweg-ID.',
    ],
  ];
}

const isAddressed = ({ addressLines, postalCode, city }: Sender | Recipient) =>
  Boolean(addressLines && postalCode && city);

function peppolRules(document: InvoiceDocument): Rule[] {
  const { invoice, from, to } = document;
  const senderCountry = from.country;
  const taxCountry = taxCountryOf(from);
  const isIn = (country: string) => senderCountry === country;
  const areIn = (country: string) => isIn(country) && to.country === country;
  const vatNumber = vatNumberOf(from) ?? '';
  const legalId = legalIdOf(from);
  const isWrong = (networkId: string | null) =>
    Boolean(networkId) && !(isNetworkForm(networkId!) && hasValidNetworkDigits(networkId!));
  const isSwedish = isIn('SE') && vatNumber.startsWith('SE');
  const rates = invoice.lineItems.map(({ taxRateBps }) => taxRateBps ?? invoice.taxRateBps);
  const needsAddress = isIn('NL') || isIn('IS') || taxCountry === 'IT';
  return [
    [
      'workspace',
      'eInvoiceNetworkId',
      isWrong(from.eInvoiceNetworkId),
      'Your address in the e-invoice network is not valid: check each digit.',
    ],
    [
      'client',
      'eInvoiceNetworkId',
      isWrong(to.eInvoiceNetworkId),
      'The client’s address in the e-invoice network is not valid: check each digit.',
    ],
    [
      'client',
      'buyerReference',
      !to.buyerReference && invoice.poNumber === null,
      'The client’s reference is missing, and the invoice has no order number. One of them is needed.',
    ],
    ...(areIn('DE') ? germanRules(document) : []),
    [
      'workspace',
      'country',
      ['EL', 'GR'].includes(taxCountry ?? ''),
      'Greek senders report to myDATA first, which Corkboard doesn’t do: no electronic invoice.',
    ],
    [
      'workspace',
      'vatNumber',
      vatNumber.startsWith('NO') && vatNumberFault(vatNumber) !== null,
      'Your VAT number is not valid: check each digit.',
    ],
    [
      'workspace',
      'vatNumber',
      isSwedish && !/^SE\d{12}$/.test(vatNumber),
      'Your VAT number must be SE and 12 digits.',
    ],
    [
      'workspace',
      'vatNumber',
      isIn('SE') && !from.vatNumber && legalId !== null,
      'Your VAT number is missing.',
    ],
    [
      'workspace',
      'registrationNumber',
      isIn('SE') && legalId !== null && !isSwedishNumber(legalId.id),
      'Your registration number must have ten digits: check each digit.',
    ],
    [
      'invoice',
      'lineItems',
      isSwedish && (rates.length === 0 ? [invoice.taxRateBps] : rates).some(isOddInSweden),
      'Swedish tax rates are 25, 12 and 6 %.',
    ],
    [
      'workspace',
      'registrationNumber',
      isIn('DK') && !/^\d{8}$/.test(legalId?.id ?? ''),
      'Your CVR number, of eight digits, is missing.',
    ],
    ['workspace', 'registrationNumber', isIn('IS') && legalId === null, 'Your kennitala is missing.'],
    [
      'client',
      'eInvoiceNetworkId',
      areIn('IS') && legalIdOfRecipient(to) === null,
      'The client’s kennitala is missing: an address of scheme 0196.',
    ],
    [
      'workspace',
      'taxNumber',
      taxCountry === 'IT' && !/^[A-Z0-9]{11,16}$/.test(taxNumberOf(from) ?? '00000000000'),
      'Your tax number must have 11 to 16 letters and digits.',
    ],
    ['workspace', 'addressLines', needsAddress && !isAddressed(from), 'Your address is incomplete.'],
    [
      'client',
      'addressLines',
      (areIn('NL') || areIn('IS')) && !isAddressed(to),
      'The client’s address is incomplete.',
    ],
    ['workspace', 'iban', isIn('NL') && !from.iban && invoice.totalCents > 0, 'Your IBAN is missing.'],
  ];
}

const isOddInSweden = (rate: number) => rate > 0 && !swedishRates.includes(rate);

const isSwedishNumber = (id: string) => /^\d{10}$/.test(id) && hasValidNetworkDigits(`0007:${id}`);
