import qrcode from 'qrcode-generator';
import { memoize } from '../concurrency/memoize.ts';
import { digitsOf } from '../formatting/index.ts';
import { decimal } from '../money/decimal.ts';
import { oneLine } from '../vocabulary/text.ts';
import { factsOf, type PaymentView } from './documentView.ts';
import { dueCentsOf, type InvoiceDocument } from './invoiceDocument.ts';
import type { Localizer } from './localizer.ts';
import { senderName } from './parties.ts';
import { payLinkOf } from './payLink.ts';

/** Whether it asks for money: estimates, paid and void invoices don't. */
export const isUnpaid = ({ kind, status }: InvoiceDocument['invoice']): boolean =>
  kind === 'invoice' && (status === 'DRAFT' || status === 'SENT');

/** How to pay an invoice; null where nothing is to be paid, or the sender says nothing of how. */
export function paymentOf(document: InvoiceDocument, { messages }: Localizer): PaymentView | null {
  const { invoice, from, corrects } = document;
  if (corrects || !isUnpaid(invoice) || dueCentsOf(document) <= 0) return null;
  const url = payUrl(document);
  if (!from.iban && !from.bankDetails && url === null) return null;
  const svg = epcQr(document);
  return {
    heading: messages('payment'),
    facts: factsOf([
      [messages('accountHolder'), from.iban && senderName(from)],
      ['IBAN', from.iban && grouped(from.iban)],
      ['BIC', from.iban && from.bic],
      [messages('bankDetails'), from.bankDetails],
      [messages('paymentReference'), invoice.number],
    ]),
    qr: svg === null ? null : { svg, caption: messages('qrCaption') },
    link: url === null ? null : { label: messages('payOnline'), url },
  };
}

/** An IBAN as people read it, in groups of four. */
const grouped = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** The address where a client pays; null: the sender has none, or it isn't https. */
function payUrl(document: InvoiceDocument): string | null {
  const { invoice, from } = document;
  const { number, currency } = invoice;
  if (!from.payLink) return null;
  const amount = decimal(dueCentsOf(document), digitsOf(currency));
  const url = URL.parse(payLinkOf(from.payLink, { number, amount, currency, reference: number }));
  return url?.protocol === 'https:' ? url.href : null;
}

/** The bounds of EPC069-12: an amount from 0.01 to 999999999.99, a name of 70 characters and 331 bytes in all. */
const maxCents = 99_999_999_999;
const maxName = 70;
const maxBytes = 331;

/** The QR code of a transfer (EPC069-12, version 002) as SVG; null where the standard has none. */
function epcQr(document: InvoiceDocument): string | null {
  const { invoice, from } = document;
  const { iban, bic } = from;
  const { number, currency } = invoice;
  const dueCents = dueCentsOf(document);
  if (!iban || currency !== 'EUR' || dueCents < 1 || dueCents > maxCents) return null;
  const name = [...oneLine(senderName(from))].slice(0, maxName).join('').trim();
  // Empty are purpose and structured reference; the number of the invoice is the unstructured one.
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    name,
    iban,
    `EUR${decimal(dueCents, 2)}`,
    '',
    '',
    number,
  ];
  const bytes = Buffer.from(lines.join('\n').trimEnd());
  return bytes.length > maxBytes ? null : qrSvg(bytes.toString('latin1'));
}

/** How many modules are left free around a code. */
const quietZone = 4;

/** How many codes are kept: pages show the same few again and again. */
const maxCodes = 50;

/**
 * A QR code, dark on white in every color scheme, with its quiet zone. Kept, because making one takes longer than the rest
 * of a page. `bytes`: a character for each byte, as the library takes them.
 */
const qrSvg = memoize(
  (bytes: string) => bytes,
  bytes => {
    const code = qrcode(0, 'M');
    code.addData(bytes, 'Byte');
    code.make();
    const count = code.getModuleCount();
    const size = count + 2 * quietZone;
    const rows = Array.from({ length: count }, (_, row) =>
      runs(count, column => code.isDark(row, column)).map(
        ([start, length]) => `M${start + quietZone} ${row + quietZone}h${length}v1h-${length}z`,
      ),
    );
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${rows.flat().join('')}"/></svg>`
    );
  },
  maxCodes,
);

/** The start and length of each run of dark modules. */
function runs(count: number, isDark: (at: number) => boolean): [start: number, length: number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < count; at++) {
    if (!isDark(at)) continue;
    const last = found.at(-1);
    if (last && last[0] + last[1] === at) last[1] += 1;
    else found.push([at, 1]);
  }
  return found;
}
