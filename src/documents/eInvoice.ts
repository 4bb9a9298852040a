import { eInvoiceData } from './eInvoiceData.ts';
import { senderIdOf, withPartiesToWrite } from './eInvoiceParties.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';
import type { EInvoiceFormat } from './partySnapshot.ts';

/** The package's name of the syntax in which a standard's XML is. */
const syntaxes: Record<EInvoiceFormat, string> = { peppol: 'UBL', xrechnung: 'UBL', 'factur-x': 'CII' };

/**
 * An invoice as XML of a standard. For an invoice of which `missingForEInvoice` names nothing.
 *
 * The package's own entry compiles its schema of 400 KB for each invoice; its formats are asked directly instead, because
 * types and rules have taken the schema's place.
 */
export async function eInvoiceXml(document: InvoiceDocument, format: EInvoiceFormat): Promise<string> {
  const { FormatFactoryService } = await import('@e-invoice-eu/core');
  const service = new FormatFactoryService().createFormatService(syntaxes[format], console);
  const xml = await service.generate(eInvoiceData(document, format), {
    format: syntaxes[format],
    lang: 'en',
  });
  return format === 'factur-x' ? completed(xml as string, document) : (xml as string);
}

/** Adds to CII what the package leaves out: the sender's id, and the part for the delivery if nothing is known of it. */
function completed(xml: string, document: InvoiceDocument): string {
  const id = senderIdOf(withPartiesToWrite(document).from);
  const escaped = id?.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const withId = escaped
    ? xml.replace(/<ram:SellerTradeParty>/, tag => `${tag}<ram:ID>${escaped}</ram:ID>`)
    : xml;
  return withId.includes('<ram:ApplicableHeaderTradeDelivery')
    ? withId
    : withId.replace(
        /<ram:ApplicableHeaderTradeSettlement>/,
        tag => `<ram:ApplicableHeaderTradeDelivery/>${tag}`,
      );
}
