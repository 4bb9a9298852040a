import { registerHooks } from 'node:module';
import { dateOf } from '../formatting/days.ts';
import { mapTexts, oneLine, printable } from '../vocabulary/text.ts';
import { eInvoiceData } from './eInvoiceData.ts';
import { senderIdOf, withPartiesToWrite } from './eInvoiceParties.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';
import type { EInvoiceFormat } from './partySnapshot.ts';

/** The package's name of the syntax in which a standard's XML is. */
const syntaxes: Record<EInvoiceFormat, string> = { peppol: 'UBL', xrechnung: 'UBL', 'factur-x': 'CII' };

/**
 * A text for the library, which replaces references by characters when it reads a text, and leaves `&` alone when it writes
 * one that seems to begin a reference, such as in `Q&A; B`. Escaped twice, each `&` is read as `&amp;` and written as that.
 */
const forLibrary = (text: string): string => printable(text).replaceAll('&', '&amp;amp;');

/** A text between two tags. */
const escaped = (text: string): string =>
  printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * An invoice as XML of a standard. For an invoice of which `missingForEInvoice` names nothing. Throws an error if the XML
 * isn't well-formed.
 *
 * The package's own entry compiles its schema of 400 KB for each invoice; its formats are asked directly instead, because
 * types and rules have taken the schema's place.
 */
export async function eInvoiceXml(document: InvoiceDocument, format: EInvoiceFormat): Promise<string> {
  const { FormatFactoryService } = await library();
  const service = new FormatFactoryService().createFormatService(syntaxes[format], console);
  const xml = (await service.generate(mapTexts(eInvoiceData(document, format), forLibrary), {
    format: syntaxes[format],
    lang: 'en',
  })) as string;
  const whole = format === 'factur-x' ? completed(xml, document) : xml;
  await checkWellFormed(whole);
  return whole;
}

/** What the package loads to read spreadsheets, to write PDFs and to check schemas: 40 MB that nothing here uses. */
const unused = /^(@e965\/xlsx|@cantoo\/pdf-lib|ajv\/dist\/2019)$/;

/** The package with empty modules in place of those. */
async function library() {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      unused.test(specifier) && context.parentURL?.includes('/@e-invoice-eu/core/')
        ? { url: `unused:${specifier}`, format: 'commonjs', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url.startsWith('unused:') ? { format: 'commonjs', source: '', shortCircuit: true } : next(url, context),
  });
  try {
    return await import('@e-invoice-eu/core');
  } finally {
    hooks.deregister();
  }
}

/** Programs read XML strictly: a file that they can't read must never be issued. Throws an error if it is none. */
export async function checkWellFormed(xml: string): Promise<void> {
  const { SaxesParser } = await import('saxes');
  // Without an `error` handler the parser throws.
  try {
    new SaxesParser({ xmlns: true }).write(xml).close();
  } catch (cause) {
    // The parser's message may quote the text, which belongs in no log.
    throw new Error('Its XML is not well-formed.', { cause });
  }
}

/**
 * Adds to CII what the package leaves out: the sender's id, the part for the delivery if nothing is known of it, and the invoice
 * that a credit note corrects.
 */
function completed(xml: string, document: InvoiceDocument): string {
  const id = senderIdOf(withPartiesToWrite(document).from);
  const withId = id
    ? xml.replace(/<ram:SellerTradeParty>/, tag => `${tag}<ram:ID>${escaped(oneLine(id))}</ram:ID>`)
    : xml;
  const withDelivery = withId.includes('<ram:ApplicableHeaderTradeDelivery')
    ? withId
    : withId.replace(
        /<ram:ApplicableHeaderTradeSettlement>/,
        tag => `<ram:ApplicableHeaderTradeDelivery/>${tag}`,
      );
  const { corrects, from } = document;
  if (!corrects) return withDelivery;
  const day = dateOf(corrects.sentAt, from.timeZone).replaceAll('-', '');
  return withDelivery.replace(
    /<\/ram:SpecifiedTradeSettlementHeaderMonetarySummation>/,
    tag =>
      `${tag}<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${escaped(oneLine(corrects.number))}</ram:IssuerAssignedID>` +
      `<ram:FormattedIssueDateTime><qdt:DateTimeString format="102">${day}</qdt:DateTimeString></ram:FormattedIssueDateTime></ram:InvoiceReferencedDocument>`,
  );
}
