import { europeanUnion } from './europeanUnion.ts';
import type { Localizer } from './localizer.ts';
import type { ZeroTaxReason } from './partySnapshot.ts';

/** Besides countries, EL and XI: the prefixes of VAT numbers of Greece and Northern Ireland. */
const withVat = new Set([
  ...europeanUnion,
  ...(
    'EL AD AL BA CH GB GE IL IM IS LI MC MD ME MK NO RS SM TR UA XI XK ' +
    'AE AR BH BO CL CN CO CR DO DZ EC EG GH GT HN ID KE KR MA MX NG NI OM PE PH PY SA SV TH TN TW UY VE VN ZA'
  ).split(' '),
]);
const withGst = new Set('AU BT CA IN JE MV NZ PG SG'.split(' '));

/** The kinds of tax on sales: each has names in the languages of documents. */
type TaxKind = 'vat' | 'gst' | 'salesTax' | 'tax';

/** The name of a country's tax on sales; `tax` if that isn't known. */
export function taxKindOf(country: string | null | undefined): TaxKind {
  if (!country) return 'tax';
  if (withVat.has(country)) return 'vat';
  if (withGst.has(country)) return 'gst';
  return country === 'US' ? 'salesTax' : 'tax';
}

/** The tax of a document: its sender's country and its names. */
interface TaxNames {
  /** As in `VAT 20%`. */
  name: string;
  /** Inside a sentence. */
  inText: string;
  /** In short, why the rate is 0. */
  reason: (reason: ZeroTaxReason) => string;
  /** The sentence that says why the rate is 0. */
  remark: (reason: ZeroTaxReason) => string;
}

/** The words for the tax of the sender's country. */
export function taxNames({ country }: { country: string | null }, { messages }: Localizer): TaxNames {
  const about = { kind: taxKindOf(country), country: country || '' };
  const inText = messages('taxInText', about);
  return {
    name: messages('taxName', about),
    inText,
    reason: reason => messages('reason', { reason }),
    remark: reason => messages(reason, { ...about, tax: inText }),
  };
}
