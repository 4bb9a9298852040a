import { withoutGlyph } from './fonts.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';
import { invoiceView } from './invoiceView.ts';
import type { Missing } from './missing.ts';

/** The texts that people type and documents print, with the names of their fields. */
const textsOf = ({ invoice, notes, projectName, from, to }: InvoiceDocument) =>
  [
    ['invoice', 'lineItems', 'A line', invoice.lineItems.map(({ description }) => description).join(' ')],
    ['invoice', 'poNumber', 'The order number', invoice.poNumber],
    ['invoice', 'notes', 'The notes', notes],
    ['project', 'name', 'The project’s name', projectName],
    ['workspace', 'legalName', 'Your name', from.legalName || from.name],
    ['workspace', 'addressLines', 'Your address', from.addressLines || from.letterhead],
    ['workspace', 'postalCode', 'Your postal code', from.postalCode],
    ['workspace', 'city', 'Your city', from.city],
    ['workspace', 'region', 'Your region', from.region],
    ['workspace', 'taxNumber', 'Your tax number', from.taxNumber],
    ['workspace', 'registrationNumber', 'Your registration number', from.registrationNumber],
    ['workspace', 'bankDetails', 'Your bank details', from.bankDetails],
    ['workspace', 'invoiceFooter', 'Your footer', from.invoiceFooter],
    ['client', 'legalName', 'The client’s legal name', to.legalName],
    ['client', 'company', 'The client’s company', to.legalName ? null : to.company],
    ['client', 'name', 'The client’s name', to.name],
    ['client', 'contactName', 'The client’s contact', to.contactName],
    ['client', 'addressLines', 'The client’s address', to.addressLines || to.address],
    ['client', 'postalCode', 'The client’s postal code', to.postalCode],
    ['client', 'city', 'The client’s city', to.city],
    ['client', 'region', 'The client’s region', to.region],
    ['client', 'buyerReference', 'The client’s reference', to.buyerReference],
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
    const message = `${name} has characters that are printed as boxes, because the fonts of PDFs lack them${named}.`;
    return [{ of, field, message }];
  });
}
