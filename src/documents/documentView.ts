import type { Language } from '../vocabulary/documents.ts';
import { mapTexts, printable } from '../vocabulary/text.ts';

/** A name and a value, both in words. */
export interface Fact {
  name: string;
  value: string;
}

/** The facts whose value is known. */
export const factsOf = (known: [name: string, value: string | null | undefined][]): Fact[] =>
  known.flatMap(([name, value]) => (value ? [{ name, value }] : []));

/** A party as the document prints it: `label` is From or To in the document's language. */
export interface PartyView {
  label: string;
  lines: string[];
}

/** The common part of the views of invoices, estimates, scopes and contracts. */
export interface DocumentView {
  language: Language;
  /** Letter where the sender's country prints on it. */
  paper: 'a4' | 'us-letter';
  /** As in `Invoice INV-0001`. */
  title: string;
  /** As in `INV-0001`; empty where the document has no number. */
  number: string;
  /** The word that marks a draft, or what is void, on each page; null: it is neither. */
  mark: string | null;
  /** The words around a page's number, with `{page}` and `{pages}` in it. */
  pageOf: string;
  /** The SHA-256 of the sender's logo, in hex. */
  logo: string | null;
  from: PartyView;
  to: PartyView;
  /** Dates, order number, project. */
  facts: Fact[];
  /** The sender's text at the foot of each page. */
  footer: string | null;
}

/** A view as page and PDF show it: its texts are typed by people, and may have characters that neither can hold. */
export const printed = <View extends DocumentView>(view: View): View => mapTexts(view, printable);

/** How a scope was approved, a contract signed or an estimate accepted. */
export interface SignatureView {
  heading: string;
  /** Who, when, how it was given, and the SHA-256 of what was signed or accepted. */
  facts: Fact[];
  /** Who, when and who recorded it, as a notice. */
  notice: string;
}

/** A column of the lines. */
export interface ColumnView {
  heading: string;
  isNumber: boolean;
}

/** A sum below the lines. */
export interface TotalView extends Fact {
  /** Whether it is the document's total, which stands out. */
  isTotal: boolean;
}

/** How to pay. */
export interface PaymentView {
  heading: string;
  facts: Fact[];
  /** The EPC QR code of the payment as SVG, with its words; null without an IBAN, or in another currency than EUR. */
  qr: { svg: string; caption: string } | null;
  /** Where to pay online. */
  link: { label: string; url: string } | null;
}

/** An invoice or estimate in the client's language, with every amount and day formatted: what page and PDF show. */
export interface InvoiceView extends DocumentView {
  columns: ColumnView[];
  /** The cells of each line, by column. */
  rows: string[][];
  totals: TotalView[];
  /** Why no tax is charged, and other sentences that the law asks for. */
  remarks: string[];
  /** The late fee and the day on which it was set, and what is due with it: below the unchanged invoice. */
  lateFee: TotalView[];
  /** The amounts paid and credited so far, of a stored document until it was issued; empty: none. */
  paid: TotalView[];
  /** The amount due and until when, or the client's balance; null where nothing was to be paid. */
  due: Fact | null;
  payment: PaymentView | null;
  notes: string | null;
}
