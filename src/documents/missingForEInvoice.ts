import countryToCurrency from 'country-to-currency';
import { digitsOf } from '../formatting/index.ts';
import { hasValidNetworkDigits, vatNumberFault } from '../vocabulary/identifiers.ts';
import { categoryOf, eInvoiceAmounts, isWithinTolerance } from './eInvoiceAmounts.ts';
import {
  addressOfRecipient,
  addressOfSender,
  isNetworkForm,
  isOutsideScope,
  legalIdOf,
  legalIdOfRecipient,
  taxCountryOf,
  taxNumberOf,
  vatNumberOf,
  withPartiesToWrite,
} from './eInvoiceParties.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';
import { type Missing, missingBy, type Rules } from './missing.ts';
import type { EInvoiceFormat, Recipient, Sender } from './partySnapshot.ts';

/** The code lists of the rules differ from each other and from ours in these. */
const isKnownCountry = (code: string) => code in countryToCurrency && !['AN', 'SS', 'XK'].includes(code);
const currencies = new Set<string>(Object.values(countryToCurrency));
const isKnownCurrency = (code: string) => currencies.has(code) && !['ANG', 'XCG'].includes(code);

/** Prefixes of VAT numbers that aren't codes of countries: Greece and Northern Ireland. */
const vatPrefixes = ['EL', 'XI'];
const hasVatPrefix = (number: string) => {
  const prefix = number.slice(0, 2);
  return vatPrefixes.includes(prefix) || isKnownCountry(prefix);
};

/** The rates of VAT in Sweden, to which Peppol's rules hold Swedish senders, in hundredths of a percent. */
const swedishRates = [2500, 1200, 600];

/**
 * Details that an invoice lacks for an electronic invoice by the standard's rules, in words. An invoice that lacks nothing passes
 * them: EN 16931 for all, and Peppol's with those for senders of a country.
 */
export function missingForEInvoice(whole: InvoiceDocument, format: EInvoiceFormat): Missing[] {
  const document = withPartiesToWrite(whole);
  return missingBy([
    invoiceRules(document),
    partyRules(document),
    format === 'factur-x' ? {} : addressRules(document, format),
    format === 'xrechnung' ? germanRules(document) : {},
    ...(format === 'peppol' ? peppolRules(document) : []),
  ]);
}

function invoiceRules(document: InvoiceDocument): Rules {
  const { invoice, supplyUntil } = document;
  const { currency, supplyDate } = invoice;
  const hasDigits = digitsOf(currency) <= 2;
  const { taxes } = eInvoiceAmounts(document);
  const isOff = hasDigits && taxes.some(tax => !isWithinTolerance(tax, currency));
  const isTiny = taxes.some(({ taxRateBps }) => taxRateBps > 0 && taxRateBps < 50);
  return {
    'invoice.currency': {
      'Electronic invoices have at most two decimals, which this currency exceeds.': !hasDigits,
      'Electronic invoices can’t be in this currency.': !isKnownCurrency(currency),
    },
    'invoice.zeroTaxReason': {
      'Services outside the EU can’t stand beside other tax rates in an electronic invoice.':
        isOutsideScope(document) && taxes.length > 1,
    },
    'invoice.lineItems': {
      'Electronic invoices round a tax rate below 0.5 % to none. Use another rate.': isTiny,
      'Tax rounded for each line is too far from the tax on their sum. Use fewer lines.': isOff,
    },
    'invoice.supplyUntil': {
      'The period of supply ends before it begins.':
        supplyUntil !== null && supplyDate !== null && supplyUntil < supplyDate,
    },
  };
}

function partyRules(document: InvoiceDocument): Rules {
  const { from, to, zeroTaxReason } = document;
  const rates = eInvoiceAmounts(document).taxes.map(({ taxRateBps }) => taxRateBps);
  const categories = rates.map(rate => categoryOf(rate, zeroTaxReason));
  const isUnlisted = ({ country }: Sender | Recipient) => country && !isKnownCountry(country);
  const lacksPrefix = ({ vatNumber }: Sender | Recipient) => vatNumber && !hasVatPrefix(vatNumber);
  return {
    'workspace.country': {
      'Your country is missing.': !from.country,
      'The standards for electronic invoices don’t list your country.': isUnlisted(from),
    },
    'workspace.vatNumber': {
      'Your VAT number or tax number is missing.':
        !isOutsideScope(document) && !from.vatNumber && taxNumberOf(from) === null,
      'Your VAT number is missing. Exports need it.': !from.vatNumber && categories.includes('G'),
      'Your VAT number must begin with the two letters of its country.': lacksPrefix(from),
    },
    'workspace.taxNumber': {
      'Your tax number or registration number is missing. Without tax, for services outside the EU, the VAT number can’t stand for it.':
        isOutsideScope(document) && taxNumberOf(from) === null && legalIdOf(from) === null,
    },
    'client.country': {
      'The client’s country is missing.': !to.country,
      'The standards for electronic invoices don’t list the client’s country.': isUnlisted(to),
    },
    'client.vatNumber': {
      'The client’s VAT number is missing. Reverse charge needs it.':
        !to.vatNumber && categories.includes('AE'),
      'The client’s VAT number must begin with the two letters of its country.': lacksPrefix(to),
    },
  };
}

const addressRules = ({ from, to }: InvoiceDocument, format: EInvoiceFormat): Rules => ({
  'workspace.eInvoiceNetworkId': {
    'Your address in the e-invoice network is missing.': addressOfSender(from, format) === null,
  },
  'client.eInvoiceNetworkId': {
    'The client’s address in the e-invoice network is missing.': addressOfRecipient(to, format) === null,
  },
});

/** Germany's requirements beyond EN 16931. */
const germanRules = ({ from, to }: InvoiceDocument): Rules => ({
  'workspace.city': { 'Your city is missing.': !from.city },
  'workspace.postalCode': { 'Your postal code is missing.': !from.postalCode },
  'workspace.iban': { 'Your IBAN is missing.': !from.iban },
  'workspace.contactName': { 'The name of your contact for invoices is missing.': !from.contactName },
  'workspace.contactPhone': {
    'The phone number of your contact for invoices is missing.': !from.contactPhone,
  },
  'workspace.contactEmail': {
    'The email address of your contact for invoices is missing.': !from.contactEmail,
  },
  'client.city': { 'The client’s city is missing.': !to.city },
  'client.postalCode': { 'The client’s postal code is missing.': !to.postalCode },
  'client.buyerReference': {
    'The client’s reference is missing. Authorities have a Leitweg-ID.': !to.buyerReference,
  },
});

const isAddressed = ({ addressLines, postalCode, city }: Sender | Recipient) =>
  Boolean(addressLines && postalCode && city);

function peppolRules(document: InvoiceDocument): Rules[] {
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
    {
      'workspace.eInvoiceNetworkId': {
        'Your address in the e-invoice network is not valid: check each digit.': isWrong(
          from.eInvoiceNetworkId,
        ),
      },
      'client.eInvoiceNetworkId': {
        'The client’s address in the e-invoice network is not valid: check each digit.': isWrong(
          to.eInvoiceNetworkId,
        ),
      },
      'client.buyerReference': {
        'The client’s reference is missing, and the invoice has no order number. One of them is needed.':
          !to.buyerReference && invoice.poNumber === null,
      },
    },
    areIn('DE') ? germanRules(document) : {},
    {
      'workspace.country': {
        'Greek senders report to myDATA first, which Corkboard doesn’t do: no electronic invoice.': [
          'EL',
          'GR',
        ].includes(taxCountry ?? ''),
      },
      'workspace.vatNumber': {
        'Your VAT number is not valid: check each digit.':
          vatNumber.startsWith('NO') && vatNumberFault(vatNumber) !== null,
        'Your VAT number must be SE and 12 digits.': isSwedish && !/^SE\d{12}$/.test(vatNumber),
        'Your VAT number is missing.': isIn('SE') && !from.vatNumber && legalId !== null,
      },
      'workspace.registrationNumber': {
        'Your registration number must have ten digits: check each digit.':
          isIn('SE') && legalId !== null && !isSwedishNumber(legalId.id),
        'Your CVR number, of eight digits, is missing.': isIn('DK') && !/^\d{8}$/.test(legalId?.id ?? ''),
        'Your kennitala is missing.': isIn('IS') && legalId === null,
      },
      'invoice.lineItems': {
        'Swedish tax rates are 25, 12 and 6 %.':
          isSwedish && (rates.length === 0 ? [invoice.taxRateBps] : rates).some(isOddInSweden),
      },
      'client.eInvoiceNetworkId': {
        'The client’s kennitala is missing: an address of scheme 0196.':
          areIn('IS') && legalIdOfRecipient(to) === null,
      },
      'workspace.taxNumber': {
        'Your tax number must have 11 to 16 letters and digits.':
          taxCountry === 'IT' && !/^[A-Z0-9]{11,16}$/.test(taxNumberOf(from) ?? '00000000000'),
      },
      'workspace.addressLines': { 'Your address is incomplete.': needsAddress && !isAddressed(from) },
      'client.addressLines': {
        'The client’s address is incomplete.': (areIn('NL') || areIn('IS')) && !isAddressed(to),
      },
      'workspace.iban': {
        'Your IBAN is missing.': isIn('NL') && !from.iban && invoice.totalCents > 0,
      },
    },
  ];
}

const isOddInSweden = (rate: number) => rate > 0 && !swedishRates.includes(rate);

const isSwedishNumber = (id: string) => /^\d{10}$/.test(id) && hasValidNetworkDigits(`0007:${id}`);
