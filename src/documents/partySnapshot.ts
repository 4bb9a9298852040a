import { type FragmentSqlToken, sql } from '../database/sql.ts';
import type { eInvoiceFormats, Language, zeroTaxReasons } from '../vocabulary/documents.ts';

export type ZeroTaxReason = (typeof zeroTaxReasons)[number];
export type EInvoiceFormat = (typeof eInvoiceFormats)[number];

/** The fields of an address. */
export interface Address {
  /** Street and number, up to three lines. */
  addressLines: string | null;
  postalCode: string | null;
  city: string | null;
  region: string | null;
  /** ISO 3166, two letters. */
  country: string | null;
}

/** The common part of sender and recipient. */
interface Party extends Address {
  name: string;
  /** Null: `name`, or a client's `company`. */
  legalName: string | null;
  /** With the country's prefix, without spaces. */
  vatNumber: string | null;
  /** Scheme and id, as in `0088:4012345000009`. */
  eInvoiceNetworkId: string | null;
}

export interface Sender extends Party {
  /** The address as free text, which stands in for the fields if these are empty. */
  letterhead: string | null;
  locale: string;
  timeZone: string;
  taxNumber: string | null;
  registrationNumber: string | null;
  /** Whom clients ask about invoices, which German electronic invoices must say. */
  contactName: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  iban: string | null;
  bic: string | null;
  /** How to pay where there is no IBAN. */
  bankDetails: string | null;
  invoiceFooter: string | null;
  /** A URL template with `{number}`, `{amount}`, `{currency}` and `{reference}`. */
  payLink: string | null;
  /** The SHA-256 of the logo, in hex. */
  logo: string | null;
  /** The default rate and whether prices include it. */
  taxRateBps: number;
  pricesIncludeTax: boolean;
}

export interface Recipient extends Party {
  company: string | null;
  contactName: string | null;
  /** The address as free text, which stands in for the fields if these are empty. */
  address: string | null;
  buyerReference: string | null;
  eInvoiceCountry: string | null;
  eInvoiceFormat: EInvoiceFormat | 'none' | null;
}

/** The parties and settings on a document for a client (sql/functions/scopes/party_snapshot.sql). */
export interface PartySnapshot {
  projectName: string;
  from: Sender;
  to: Recipient;
  language: Language;
  /** Null: the workspace and the client say none. */
  zeroTaxReason: ZeroTaxReason | null;
}

/** The parties of what is about a client and no single project (sql/functions/scopes/client_parties.sql). */
export type ClientParties = Omit<PartySnapshot, 'projectName'> & { projectName: string | null };

/**
 * A join of one row, `heading`, a PartySnapshot: the one that was stored with the document, otherwise the current one. `project`:
 * its workspace and id.
 */
export const partySnapshotOf = (
  kept: FragmentSqlToken,
  project: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`
  lateral json_to_record(coalesce(${kept}, corkboard.party_snapshot(${project})))
    as heading ("projectName" text, "from" json, "to" json, "language" text, "zeroTaxReason" text)`;

/** The columns of that row. */
export const partySnapshotColumns = sql.fragment`
  heading."projectName", heading."from", heading."to", heading."language", heading."zeroTaxReason"`;
