import { type FragmentSqlToken, sql } from '../database/sql.ts';
import type { Period } from '../vocabulary/fields.ts';
import type { ClientParties } from './partySnapshot.ts';

/** Something that changed what a client owes. */
export interface StatementEntry {
  day: string;
  kind:
    | 'invoice'
    | 'late_fee'
    | 'credit_note'
    | 'payment'
    | 'refund'
    | 'transfer'
    | 'removed_payment'
    | 'void';
  /** Negative for payments, credit notes, voids and late fees that were reduced. */
  amountCents: number;
  invoiceId: string;
  /** The number of the credit note; null: it is none. */
  creditNote: string | null;
  /** Whether it was recorded after the last email with the link to the statement, on a day before that. */
  isAdded: boolean;
}

interface InvoiceOfEntry {
  number: string;
  /** The path of its share link; null: it doesn't work. */
  link: string | null;
}

/** A client's debt in one currency; currencies are never added up. */
export interface Account {
  currency: string;
  openingCents: number;
  /** The sum of all entries of the period. */
  movedCents: number;
  /** The sum of payments in the period. */
  paidCents: number;
  closingCents: number;
  /** How many entries the period has. */
  count: number;
  /** How many entries until the last day, also before the first one, are added ones, and what they add up to. */
  addedCount: number;
  addedCents: number;
  /** All of them, in the order of their days; none if they are too many (sql/functions/statements/client_statement.sql). */
  entries: StatementEntry[];
}

/** The statement of a client for a period. */
export interface StatementDocument {
  parties: ClientParties;
  /** The first and the last day. */
  since: string;
  until: string;
  /** In the workspace's time zone. */
  today: string;
  /** The day of the last email with the link to the statement; null: there is none. */
  mailedOn: string | null;
  currencies: Account[];
  /** By id, those of the entries. */
  invoices: Record<string, InvoiceOfEntry>;
}

/** A query of one row, a StatementDocument, for a client. */
export const statementOf = (
  workspace: FragmentSqlToken,
  client: FragmentSqlToken,
  { since, until }: Period,
): FragmentSqlToken => sql.fragment`
  select s.parties, s.since, s.until, s.today, s."mailedOn", s.currencies, s.invoices
    from json_to_record(corkboard.client_statement(${workspace}, ${client}, ${since}::date, ${until}::date))
      as s (parties json, since text, until text, today text, "mailedOn" text, currencies json, invoices json)`;
