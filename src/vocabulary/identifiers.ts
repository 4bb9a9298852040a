import { createRequire } from 'node:module';

// Identifiers of businesses and accounts, by the rules of their countries. The libraries are loaded with the first identifier
// that needs them, each country's rules alone: most processes never check one.

const load = createRequire(import.meta.url);

/** A number without the characters that only make it easier to read, in upper case. */
export const compact = (text: string): string => text.replace(/[\s.-]+/g, '').toUpperCase();

/** Whether a number has the form and the check digits of this kind, by the name of stdnum's module. */
const isNumber = (kind: string, number: string): boolean =>
  (load(`stdnum/lib/cjs/${kind}.js`) as { validate(text: string): { isValid: boolean } }).validate(number)
    .isValid;

/** The rules of VAT numbers by their prefix. */
const vatRules: Record<string, string> = {
  ...{ AT: 'at/uid', BE: 'be/vat', BG: 'bg/vat', CY: 'cy/vat', CZ: 'cz/dic', DE: 'de/vat', DK: 'dk/cvr' },
  ...{ EE: 'ee/kmkr', EL: 'gr/vat', ES: 'es/nif', FI: 'fi/alv', FR: 'fr/tva', GB: 'gb/vat', HR: 'hr/oib' },
  ...{ HU: 'hu/anum', IE: 'ie/vat', IT: 'it/iva', LT: 'lt/pvm', LU: 'lu/tva', LV: 'lv/pvn', MT: 'mt/vat' },
  ...{ NL: 'nl/btw', NO: 'no/mva', PL: 'pl/nip', PT: 'pt/nif', RO: 'ro/cif', SE: 'se/vat', SI: 'si/ddv' },
  ...{ SK: 'sk/dph', XI: 'gb/vat' },
};

/** A country's prefix, and letters and digits, at least one of them a digit. */
const vatForm = /^(?=.*[0-9])[A-Z]{2}[A-Z0-9+*]{2,28}$/;

/** The rule that a VAT number breaks, without spaces and in upper case; null if it breaks none that we know. */
export function vatNumberFault(number: string): string | null {
  if (!vatForm.test(number)) return 'must be a VAT number with its country prefix, like DE136695976';
  return hasValidVatDigits(number) ? null : 'must be a VAT number that exists: check each digit';
}

function hasValidVatDigits(number: string): boolean {
  const [prefix, rest] = [number.slice(0, 2), number.slice(2)];
  // Switzerland and Liechtenstein write the tax's name in one of their languages after the number.
  if (number.startsWith('CHE')) return isNumber('ch/uid', number.replace(/(MWST|TVA|IVA|TPV)$/, ''));
  if (prefix === 'NO') return isNumber('no/mva', rest.endsWith('MVA') ? rest : `${rest}MVA`);
  const rule = vatRules[prefix];
  return rule === undefined || isNumber(rule, rest);
}

/** The rule that an IBAN breaks, without spaces and in upper case; null if it breaks none. */
export function ibanFault(iban: string): string | null {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/.test(iban))
    return 'must be an IBAN, like DE89 3704 0044 0532 0130 00';
  const { isValidIBAN } = load('ibantools') as typeof import('ibantools');
  return isValidIBAN(iban) ? null : 'must be an IBAN that exists: check each digit';
}

const bicFormRule = 'must be a BIC, like COBADEFFXXX';

/** The rule that a BIC breaks, without spaces and in upper case; null if it breaks none. */
export function bicFault(bic: string): string | null {
  if (!/^[A-Z0-9]{8}([A-Z0-9]{3})?$/.test(bic)) return bicFormRule;
  const { isValidBIC } = load('ibantools') as typeof import('ibantools');
  return isValidBIC(bic) ? null : bicFormRule;
}

/** An address in a network for electronic invoices: a scheme and an id, without spaces. */
export const networkIdForm = /^[0-9]{4}:[A-Za-z0-9][A-Za-z0-9._~:/+-]*$/;
export const networkIdRule = 'must be a scheme of four digits, a colon and the ID, like 0088:4012345000009';

/** The rules of ids by their scheme (the code list EAS of EN 16931), where stdnum knows them. */
const schemeRules: Record<string, string> = {
  ...{ '0002': 'fr/siren', '0007': 'se/orgnr', '0009': 'fr/siret', '0088': 'gen/ean', '0096': 'dk/cvr' },
  ...{ '0151': 'au/abn', '0183': 'ch/uid', '0184': 'dk/cvr', '0192': 'no/orgnr', '0196': 'is/kennitala' },
  ...{ '0208': 'be/vat', '0210': 'it/codicefiscale', '0212': 'fi/ytunnus' },
};
/** The prefixes of the VAT numbers that the ids of a scheme are. */
const schemesOfVat: Record<string, string> = {
  ...{ '0211': 'IT', '0213': 'FI', '9906': 'IT', '9910': 'HU', '9914': 'AT', '9920': 'ES', '9925': 'BE' },
  ...{ '9926': 'BG', '9927': 'CH', '9928': 'CY', '9929': 'CZ', '9930': 'DE', '9931': 'EE', '9932': 'GB' },
  ...{ '9933': 'EL', '9934': 'HR', '9935': 'IE', '9937': 'LT', '9938': 'LU', '9939': 'LV', '9943': 'MT' },
  ...{ '9944': 'NL', '9945': 'PL', '9946': 'PT', '9947': 'RO', '9949': 'SI', '9950': 'SK', '9957': 'FR' },
};

/** Whether the check digits of an address in a network for electronic invoices are right, as far as its scheme is known. */
export function hasValidNetworkDigits(id: string): boolean {
  const [scheme = '', ...rest] = id.split(':');
  const number = compact(rest.join(':'));
  if (scheme === '0204') return isLeitwegId(rest.join(':'));
  const prefix = schemesOfVat[scheme];
  if (prefix !== undefined) {
    const full = number.startsWith(prefix) ? number : `${prefix}${number}`;
    return vatNumberFault(full) === null;
  }
  const rule = schemeRules[scheme];
  return rule === undefined || isNumber(rule, number);
}

/** Whether an id of a German public buyer has the right check digits (ISO 7064, modulo 97). */
function isLeitwegId(id: string): boolean {
  const digits = compact(id).replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55));
  return /^[0-9]+$/.test(digits) && BigInt(digits) % 97n === 1n;
}
