import type { Invoice } from '@e-invoice-eu/core';
import { dateOf } from '../formatting/days.ts';
import { digitsOf } from '../formatting/index.ts';
import { decimal } from '../money/decimal.ts';
import { sum } from '../money/totals.ts';
import { oneLine, printable } from '../vocabulary/text.ts';
import { categoryOf, type EInvoiceTax, eInvoiceAmounts, type TaxCategory } from './eInvoiceAmounts.ts';
import {
  addressOfRecipient,
  addressOfSender,
  legalIdOf,
  legalIdOfRecipient,
  senderIdOf,
  taxNumberOf,
  vatNumberOf,
  withPartiesToWrite,
} from './eInvoiceParties.ts';
import { europeanUnion } from './europeanUnion.ts';
import type { InvoiceDocument, LineUnit } from './invoiceDocument.ts';
import { localizerOf } from './localizer.ts';
import { recipientName, senderName } from './parties.ts';
import type { EInvoiceFormat, Recipient, Sender } from './partySnapshot.ts';
import { taxNames } from './taxes.ts';
import { taxInOwnCurrency } from './taxInOwnCurrency.ts';

/** The specification that a standard's documents name. */
const specifications: Record<EInvoiceFormat, string> = {
  peppol: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  'factur-x': 'urn:cen.eu:en16931:2017',
};

/** Codes of units (UNECE Rec. 20). */
const unitCodes: Record<LineUnit, string> = { hours: 'HUR', days: 'DAY', pieces: 'C62', flat: 'LS' };

/** Where an IBAN's account can be reached by SEPA: the European Economic Area and those that joined it. */
const sepaCountries = new Set([
  ...europeanUnion,
  ...'AD AL CH GB GI IS LI MC MD ME MK NO RS SM VA'.split(' '),
]);

/** Text that XML can hold, or a dash. */
const xmlText = (text: string): string => printable(text).trim() || '–';

const xmlLine = (text: string): string => xmlText(oneLine(printable(text)));

const withoutZeros = (text: string): string =>
  text.includes('.') ? text.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : text;

/** The category and rate of an amount. What is outside the scope of tax has no rate. */
const ratedAs = (category: TaxCategory, taxRateBps: number) => ({
  'cbc:ID': category,
  ...(category !== 'O' && { 'cbc:Percent': withoutZeros(decimal(taxRateBps, 2)) }),
});

/** The name by which a party is registered, and the one by which it trades if that is another. */
function namesOf(registered: string, trading: string) {
  return {
    ...(trading !== registered && { 'cac:PartyName': { 'cbc:Name': xmlLine(trading) } }),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': xmlLine(registered) },
  };
}

function addressOf({ addressLines, postalCode, city, region, country }: Sender | Recipient) {
  const [first, second, ...more] = (addressLines ?? '').split('\n').filter(line => line.trim() !== '');
  return {
    ...(first !== undefined && { 'cbc:StreetName': xmlLine(first) }),
    ...(second !== undefined && { 'cbc:AdditionalStreetName': xmlLine(second) }),
    ...(city && { 'cbc:CityName': xmlLine(city) }),
    ...(postalCode && { 'cbc:PostalZone': xmlLine(postalCode) }),
    ...(region && { 'cbc:CountrySubentity': xmlLine(region) }),
    ...(more.length > 0 && { 'cac:AddressLine': { 'cbc:Line': xmlLine(more.join(', ')) } }),
    'cac:Country': { 'cbc:IdentificationCode': country },
  };
}

const endpointOf = (address: { scheme: string; id: string } | null) =>
  address && { 'cbc:EndpointID': xmlLine(address.id), 'cbc:EndpointID@schemeID': address.scheme };

function senderOf(from: Sender, format: EInvoiceFormat) {
  const { 'cac:PartyLegalEntity': entity, ...names } = namesOf(senderName(from), from.name);
  const id = senderIdOf(from);
  const registration = (scheme: string, id: string | null) =>
    id === null ? [] : [{ 'cbc:CompanyID': xmlLine(id), 'cac:TaxScheme': { 'cbc:ID': scheme } }];
  return {
    ...endpointOf(addressOfSender(from, format)),
    ...(id !== null && { 'cac:PartyIdentification': [{ 'cbc:ID': xmlLine(id) }] }),
    ...names,
    'cac:PostalAddress': addressOf(from),
    // CII has a code for tax numbers; UBL takes any but VAT.
    'cac:PartyTaxScheme': [
      ...registration('VAT', vatNumberOf(from)),
      ...registration(format === 'factur-x' ? 'FC' : 'TAX', taxNumberOf(from)),
    ],
    'cac:PartyLegalEntity': { ...entity, ...companyIdOf(legalIdOf(from)) },
    ...contactOf(from),
  };
}

const companyIdOf = (legalId: { scheme: string | null; id: string } | null) =>
  legalId && {
    'cbc:CompanyID': xmlLine(legalId.id),
    ...(legalId.scheme !== null && { 'cbc:CompanyID@schemeID': legalId.scheme }),
  };

function contactOf({ contactName, contactPhone, contactEmail }: Sender) {
  const contact = {
    ...(contactName && { 'cbc:Name': xmlLine(contactName) }),
    ...(contactPhone && { 'cbc:Telephone': xmlLine(contactPhone) }),
    ...(contactEmail && { 'cbc:ElectronicMail': xmlLine(contactEmail) }),
  };
  return Object.keys(contact).length > 0 && { 'cac:Contact': contact };
}

function recipientOf(to: Recipient, format: EInvoiceFormat) {
  const trading = to.company || to.name;
  const { 'cac:PartyLegalEntity': entity, ...names } = namesOf(recipientName(to), trading);
  const vatNumber = vatNumberOf(to);
  return {
    ...endpointOf(addressOfRecipient(to, format)),
    ...names,
    'cac:PostalAddress': addressOf(to),
    ...(vatNumber !== null && {
      'cac:PartyTaxScheme': { 'cbc:CompanyID': vatNumber, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
    }),
    'cac:PartyLegalEntity': { ...entity, ...companyIdOf(legalIdOfRecipient(to)) },
    ...(to.contactName && { 'cac:Contact': { 'cbc:Name': xmlLine(to.contactName) } }),
  };
}

/** SEPA's code only for euros to an account that SEPA reaches; Danish rules take it for any IBAN, and no other that we have. */
function paymentMeansOf({ invoice, from }: InvoiceDocument) {
  if (!from.iban) return [];
  const isSepa = invoice.currency === 'EUR' && sepaCountries.has(from.iban.slice(0, 2));
  return [
    {
      'cbc:PaymentMeansCode': isSepa || from.country === 'DK' ? '58' : '30',
      'cbc:PaymentID': invoice.number,
      'cac:PayeeFinancialAccount': {
        'cbc:ID': from.iban,
        'cbc:Name': xmlLine(senderName(from)),
        ...(from.bic && { 'cac:FinancialInstitutionBranch': { 'cbc:ID': from.bic } }),
      },
    },
  ];
}

/**
 * When an invoice without a due date is to be paid (BT-20), of which the rules ask for either: as its notes say, otherwise at
 * once. Germany takes a term that begins with # for a cash discount.
 */
function termsInWords(document: InvoiceDocument): string {
  const notes = xmlLine(document.notes ?? '').replace(/^[#\s]+/, '');
  return document.notes === null || notes === ''
    ? localizerOf(document).messages('payableWithin', { days: 0 })
    : notes;
}

const taxScheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };

/** The codes of why a category is not taxed (VATEX), where there is one for all of it. */
const exemptionCodes: Partial<Record<TaxCategory, string>> = {
  AE: 'VATEX-EU-AE',
  O: 'VATEX-EU-O',
  G: 'VATEX-EU-G',
};

interface TaxGroup extends EInvoiceTax {
  category: TaxCategory;
  /** Why it isn't taxed, in words. */
  reasons: string[];
  chargeCents: bigint;
}

/**
 * The taxes by category and rate. The late fee compensates for a late payment, which is no supply, so that it bears no tax.
 * Nothing outside the scope of tax (O) may stand beside other categories, so it is a charge that is exempt (E), unless
 * everything is outside the scope.
 */
function taxGroups(document: InvoiceDocument, taxes: readonly EInvoiceTax[], lateFee: string): TaxGroup[] {
  const { invoice, from, zeroTaxReason } = document;
  const { remark } = taxNames(from, localizerOf(document));
  const groups = taxes.map((tax): TaxGroup => {
    const category = categoryOf(tax.taxRateBps, zeroTaxReason);
    // Standard and zero rates must not have a reason.
    const hasReason = category !== 'S' && category !== 'Z';
    const reasons = hasReason && zeroTaxReason !== null ? [remark(zeroTaxReason)] : [];
    return { ...tax, category, reasons, chargeCents: 0n };
  });
  if (invoice.lateFeeCents === 0) return groups;
  const fee = BigInt(invoice.lateFeeCents);
  const untaxed = groups.find(({ category }) => category === 'E' || category === 'O');
  if (untaxed === undefined) {
    const none = { taxRateBps: 0, allowanceCents: 0n, taxCents: 0n };
    return [...groups, { ...none, category: 'E', reasons: [lateFee], netCents: fee, chargeCents: fee }];
  }
  untaxed.reasons.push(lateFee);
  untaxed.netCents += fee;
  untaxed.chargeCents = fee;
  return groups;
}

const exemptionOf = ({ category, reasons }: TaxGroup) => ({
  ...(exemptionCodes[category] && { 'cbc:TaxExemptionReasonCode': exemptionCodes[category] }),
  ...(reasons.length > 0 && { 'cbc:TaxExemptionReason': reasons.join(' ') }),
});

/**
 * An invoice as the package wants it: UBL, of which it makes the other syntax too. The amounts are those of the document. For
 * an invoice of which `missingForEInvoice` names nothing.
 */
export function eInvoiceData(whole: InvoiceDocument, format: EInvoiceFormat): Invoice {
  const document = withPartiesToWrite(whole);
  const { invoice, corrects, from, to, notes, supplyUntil, zeroTaxReason, lateFeeAt } = document;
  const { number, currency, dueDate, supplyDate, poNumber, lateFeeCents } = invoice;
  const digits = digitsOf(currency);
  const amount = (name: string, cents: bigint) => ({
    [name]: decimal(cents, digits),
    [`${name}@currencyID`]: currency,
  });
  const dayOf = (time: string) => dateOf(time, from.timeZone);

  const { lines, taxes } = eInvoiceAmounts(document);
  const { messages, day } = localizerOf(document);
  const lateFee = lateFeeAt ? messages('lateFeeOn', { date: day(dayOf(lateFeeAt)) }) : messages('lateFee');
  const own = taxInOwnCurrency(document);
  const said = corrects ? corrects.reason : notes;
  const groups = taxGroups(document, taxes, lateFee);
  const charge = (isCharge: boolean, reason: string, cents: bigint, { category, taxRateBps }: TaxGroup) => ({
    'cbc:ChargeIndicator': String(isCharge),
    ...(!isCharge && { 'cbc:AllowanceChargeReasonCode': '95' }),
    'cbc:AllowanceChargeReason': reason,
    ...amount('cbc:Amount', cents),
    'cac:TaxCategory': { ...ratedAs(category, taxRateBps), ...taxScheme },
  });
  const charges = groups.flatMap(group => [
    ...(group.allowanceCents > 0n ? [charge(false, messages('discount'), group.allowanceCents, group)] : []),
    ...(group.chargeCents > 0n ? [charge(true, lateFee, group.chargeCents, group)] : []),
  ]);
  const lineCents = sum(lines.map(({ netCents }) => netCents));
  const allowanceCents = sum(groups.map(group => group.allowanceCents));
  const netCents = sum(groups.map(group => group.netCents));
  const taxCents = sum(groups.map(group => group.taxCents));
  // Of a version with a late fee: the standard has no place for what was credited, and asks for what is due.
  const settledCents = document.paidCents + document.creditedCents;

  const ubl = {
    'cbc:CustomizationID': specifications[format],
    'cbc:ProfileID': 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    'cbc:ID': number,
    'cbc:IssueDate': corrects?.creditedOn ?? dayOf(invoice.sentAt ?? invoice.createdAt),
    ...(dueDate !== null && { 'cbc:DueDate': dueDate }),
    'cbc:InvoiceTypeCode': corrects ? '381' : '380',
    ...(said !== null && { 'cbc:Note': [xmlText(said)] }),
    'cbc:DocumentCurrencyCode': currency,
    ...(own !== null && { 'cbc:TaxCurrencyCode': own.currency }),
    ...(to.buyerReference && { 'cbc:BuyerReference': xmlLine(to.buyerReference) }),
    ...(supplyUntil !== null && {
      'cac:InvoicePeriod': {
        ...(supplyDate !== null && { 'cbc:StartDate': supplyDate }),
        'cbc:EndDate': supplyUntil,
      },
    }),
    ...(corrects && {
      'cac:BillingReference': [
        {
          'cac:InvoiceDocumentReference': {
            'cbc:ID': xmlLine(corrects.number),
            'cbc:IssueDate': dayOf(corrects.sentAt),
          },
        },
      ],
    }),
    ...(poNumber !== null && { 'cac:OrderReference': { 'cbc:ID': xmlLine(poNumber) } }),
    'cac:AccountingSupplierParty': { 'cac:Party': senderOf(from, format) },
    'cac:AccountingCustomerParty': { 'cac:Party': recipientOf(to, format) },
    ...(supplyDate !== null &&
      supplyUntil === null && { 'cac:Delivery': { 'cbc:ActualDeliveryDate': supplyDate } }),
    'cac:PaymentMeans': paymentMeansOf(document),
    ...(dueDate === null && {
      'cac:PaymentTerms': {
        'cbc:Note': corrects
          ? messages('creditOfInvoice', { number: corrects.number })
          : termsInWords(document),
      },
    }),
    'cac:AllowanceCharge': charges,
    'cac:TaxTotal': [
      {
        ...amount('cbc:TaxAmount', taxCents),
        'cac:TaxSubtotal': groups.map(group => ({
          ...amount('cbc:TaxableAmount', group.netCents),
          ...amount('cbc:TaxAmount', group.taxCents),
          'cac:TaxCategory': {
            ...ratedAs(group.category, group.taxRateBps),
            ...exemptionOf(group),
            ...taxScheme,
          },
        })),
      },
      ...(own === null
        ? []
        : [
            {
              'cbc:TaxAmount': decimal(own.cents, digitsOf(own.currency)),
              'cbc:TaxAmount@currencyID': own.currency,
            },
          ]),
    ],
    'cac:LegalMonetaryTotal': {
      ...amount('cbc:LineExtensionAmount', lineCents),
      ...amount('cbc:TaxExclusiveAmount', netCents),
      ...amount('cbc:TaxInclusiveAmount', netCents + taxCents),
      ...(allowanceCents > 0n && amount('cbc:AllowanceTotalAmount', allowanceCents)),
      ...(lateFeeCents > 0 && amount('cbc:ChargeTotalAmount', BigInt(lateFeeCents))),
      ...(settledCents > 0 && amount('cbc:PrepaidAmount', BigInt(settledCents))),
      ...amount('cbc:PayableAmount', netCents + taxCents - BigInt(settledCents)),
    },
    'cac:InvoiceLine': lines.map((line, index) => ({
      'cbc:ID': String(index + 1),
      'cbc:InvoicedQuantity': withoutZeros(decimal(line.quantityHundredths, 2)),
      'cbc:InvoicedQuantity@unitCode': line.unit === null ? 'C62' : unitCodes[line.unit],
      ...amount('cbc:LineExtensionAmount', line.netCents),
      'cac:Item': {
        'cbc:Name': xmlLine(line.description),
        'cac:ClassifiedTaxCategory': {
          ...ratedAs(categoryOf(line.taxRateBps, zeroTaxReason), line.taxRateBps),
          ...taxScheme,
        },
      },
      'cac:Price': { 'cbc:PriceAmount': line.price, 'cbc:PriceAmount@currencyID': currency },
    })),
  };
  // The package's types want each code list's own type, of which the rules and missingForEInvoice take care.
  return { 'ubl:Invoice': ubl } as unknown as Invoice;
}
