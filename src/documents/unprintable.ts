import { withoutGlyph } from './fonts.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';
import { invoiceView } from './invoiceView.ts';
import type { Missing } from './missing.ts';

/** The texts that people type and documents print, with the names of their fields. */
const textsOf = ({ invoice, notes, projectName, from, to }: InvoiceDocument) =>
  [
    ['invoice', 'lineItems', 'a line', invoice.lineItems.map(({ description }) => description).join(' ')],
    ['invoice', 'poNumber', 'the order number', invoice.poNumber],
    ['invoice', 'notes', 'the notes', notes],
    ['project', 'name', 'the project’s name', projectName],
    ['workspace', 'legalName', 'your name', from.legalName || from.name],
    ['workspace', 'addressLines', 'your address', from.addressLines || from.letterhead],
    ['workspace', 'postalCode', 'your postal code', from.postalCode],
    ['workspace', 'city', 'your city', from.city],
    ['workspace', 'region', 'your region', from.region],
    ['workspace', 'taxNumber', 'your tax number', from.taxNumber],
    ['workspace', 'registrationNumber', 'your registration number', from.registrationNumber],
    ['workspace', 'bankDetails', 'your bank details', from.bankDetails],
    ['workspace', 'invoiceFooter', 'your footer', from.invoiceFooter],
    ['client', 'legalName', 'the client’s legal name', to.legalName],
    ['client', 'company', 'the client’s company', to.legalName ? null : to.company],
    ['client', 'name', 'the client’s name', to.name],
    ['client', 'contactName', 'the client’s contact', to.contactName],
    ['client', 'addressLines', 'the client’s address', to.addressLines || to.address],
    ['client', 'postalCode', 'the client’s postal code', to.postalCode],
    ['client', 'city', 'the client’s city', to.city],
    ['client', 'region', 'the client’s region', to.region],
    ['client', 'buyerReference', 'the client’s reference', to.buyerReference],
  ] as const;

/** How many characters a message names. */
const maxNamed = 5;

/** The fields with characters that its PDF can't print, unless the machine that makes it has more fonts. */
export function unprintable(document: InvoiceDocument): Missing[] {
  const printed = new Set(withoutGlyph(JSON.stringify(invoiceView(document))));
  if (printed.size === 0) return [];
  return textsOf(document).flatMap(([of, field, name, text]) => {
    const characters = withoutGlyph(text ?? '').filter(character => printed.has(character));
    if (characters.length === 0) return [];
    // The audit log keeps the message, also when the client is erased: it names no part of a client's or project's name.
    const isOwn = of === 'workspace' || of === 'invoice';
    const named = isOwn ? `: ${characters.slice(0, maxNamed).join(' ')}` : '';
    const message = `Some characters of ${name} are printed as boxes, because the fonts of PDFs lack them${named}.`;
    return [{ of, field, message }];
  });
}
