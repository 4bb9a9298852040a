import { taxByRate } from '../money/totals.ts';
import { compact } from '../vocabulary/identifiers.ts';
import { isLeitwegId } from './eInvoiceFormat.ts';
import { type InvoiceDocument, pricedOf } from './invoiceDocument.ts';
import type { EInvoiceFormat, Recipient, Sender } from './partySnapshot.ts';

// The rules of EN 16931 and Peppol for the parties' identifiers.

/** Whether something on the document is a service outside the European Union, which is outside the scope of tax (O). */
export const isOutsideScope = (document: InvoiceDocument): boolean =>
  document.zeroTaxReason === 'services_outside_eu' &&
  taxByRate(pricedOf(document)).some(({ taxRateBps }) => taxRateBps === 0);

/**
 * A document with the parties that its electronic invoice has: outside the scope of tax it leaves out both VAT numbers
 * (BR-O-02), which the paper keeps.
 */
export const withPartiesToWrite = (document: InvoiceDocument): InvoiceDocument =>
  isOutsideScope(document)
    ? {
        ...document,
        from: { ...document.from, vatNumber: null },
        to: { ...document.to, vatNumber: null },
      }
    : document;

/** An id with the scheme that issued it. */
interface SchemedId {
  scheme: string;
  id: string;
}

/** The schemes of electronic addresses that both EN 16931 and Peppol BIS Billing 3.0 take (code list EAS). */
const addressSchemes = new Set(
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190
   0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216
   0217 0218 0221 0225 0230 0235 0240 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929
   9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951
   9952 9953 9957 9959`.split(/\s+/),
);

/** Schemes whose ids Peppol checks: numbers without other characters. */
const numberSchemes = new Map([
  ['0007', /^\d{10}$/],
  ['0088', /^\d+$/],
  ['0151', /^\d{11}$/],
  ['0184', /^(DK)?\d{8}$/],
  ['0192', /^\d{9}$/],
  ['0208', /^\d{10}$/],
]);

/** An address of the network for electronic invoices; null if it has no known scheme. */
function networkAddress(networkId: string | null): SchemedId | null {
  const [, scheme, id] = /^(\d{4}):(.+)$/.exec(networkId ?? '') ?? [];
  if (scheme === undefined || id === undefined || !addressSchemes.has(scheme)) return null;
  return { scheme, id: numberSchemes.has(scheme) ? compact(id) : id.trim() };
}

/** Whether an address has the form that Peppol's rules ask for. Check digits are another question. */
export const isNetworkForm = (networkId: string): boolean => {
  const address = networkAddress(networkId);
  return address !== null && (numberSchemes.get(address.scheme)?.test(address.id) ?? true);
};

/** The sender's electronic address. XRechnung takes any address to which answers can go, so also one of email. */
export function addressOfSender(from: Sender, format: EInvoiceFormat): SchemedId | null {
  const address = networkAddress(from.eInvoiceNetworkId);
  if (address !== null || format !== 'xrechnung' || !from.contactEmail) return address;
  return { scheme: 'EM', id: from.contactEmail };
}

/** The recipient's electronic address. Without one XRechnung takes the Leitweg-ID instead. */
export function addressOfRecipient(to: Recipient, format: EInvoiceFormat): SchemedId | null {
  const address = networkAddress(to.eInvoiceNetworkId);
  if (address !== null || format !== 'xrechnung' || !isLeitwegId(to.buyerReference)) return address;
  return { scheme: '0204', id: to.buyerReference };
}

/** The VAT number as its country's rules write it. */
export const vatNumberOf = ({ vatNumber }: { vatNumber: string | null }): string | null =>
  vatNumber?.replace(/^(NO\d{9})$/, '$1MVA') || null;

/** The country whose rules apply to the sender: that of its VAT number, otherwise of its address. */
export const taxCountryOf = (from: Sender): string | null => from.vatNumber?.slice(0, 2) || from.country;

/** The national tax number. Italy and Sweden give that field another meaning if there is a VAT number. */
export function taxNumberOf(from: Sender): string | null {
  const country = taxCountryOf(from);
  if (!from.taxNumber || (from.vatNumber && (country === 'IT' || country === 'SE'))) return null;
  return country === 'IT' ? compact(from.taxNumber) : from.taxNumber;
}

/** The registers whose numbers must be marked as theirs. */
const registers: Record<string, string> = { IS: '0196', NL: '0106' };

/** The sender's number in a register of companies, with the register's scheme where one is asked for. */
export function legalIdOf(from: Sender): { scheme: string | null; id: string } | null {
  const { country, registrationNumber, vatNumber } = from;
  if (country === 'DK') {
    const id = compact(registrationNumber ?? vatNumber ?? '').replace(/^DK/, '');
    return id === '' ? null : { scheme: '0184', id };
  }
  if (!registrationNumber) return null;
  const number = compact(registrationNumber);
  if (country === 'SE') return { scheme: null, id: number };
  if (country === 'FR' && /^\d{9}$/.test(number)) return { scheme: '0002', id: number };
  if (country === 'FR' && /^\d{14}$/.test(number)) return { scheme: '0009', id: number };
  return { scheme: registers[country ?? ''] ?? null, id: registrationNumber };
}

/** The recipient's number in a register of companies, which only an address in the Icelandic one tells. */
export function legalIdOfRecipient(to: Recipient): SchemedId | null {
  const address = networkAddress(to.eInvoiceNetworkId);
  return address?.scheme === '0196' ? address : null;
}

/**
 * The sender's own id: the tax number of a sender that has neither a VAT number nor one in a register, of which EN 16931 asks
 * for one (BR-CO-26).
 */
export const senderIdOf = (from: Sender): string | null =>
  vatNumberOf(from) === null && legalIdOf(from) === null ? taxNumberOf(from) : null;
