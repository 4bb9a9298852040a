// The closed lists of values in documents. Without slonik, which would delay the start of the operator's command.

/** The languages of documents (ISO 639-1), by which their texts are filed. */
export const languages = ['en', 'de', 'fr', 'nl', 'es'] as const;
export type Language = (typeof languages)[number];

/** Why a line at a rate of 0 is not taxed. */
export const zeroTaxReasons = [
  'small_business',
  'reverse_charge',
  'services_outside_eu',
  'export',
  'exempt',
  'zero_rated',
] as const;

/** The standards of electronic invoices. */
export const eInvoiceFormats = ['peppol', 'xrechnung', 'factur-x'] as const;

/** The kinds of documents that are numbered. */
export const numberedKinds = ['invoice', 'estimate', 'credit_note'] as const;

/**
 * A document's number in addresses and names of files: RE/2026.7 is RE-2026-7, so that none ends like the name of a file. It stays
 * unique, because numbers of a workspace differ by more than such signs (sql/functions/numbers/set_number_series.sql).
 */
export const numberInPath = (number: string): string => number.replaceAll(/[/.]/g, '-');

/** The units of lines. */
export const lineUnits = ['hours', 'days', 'pieces', 'flat'] as const;

/** How time becomes lines of an invoice: a line for each entry, day or person, or one line. */
export const timeGroupings = ['entry', 'day', 'person', 'one'] as const;

/** When a part of a payment plan is due; `request`: once a member says so. */
export const partDues = ['approval', 'date', 'delivery', 'request'] as const;
