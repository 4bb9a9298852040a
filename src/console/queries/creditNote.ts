import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { type CreditedInvoice, creditedInvoiceOf } from '../../documents/creditNote.ts';
import type { OwnMailTexts } from '../../documents/mailValues.ts';
import { objects, workspaceId } from '../../records/fragments.ts';
import { numberInPath } from '../../vocabulary/documents.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { hasXml } from './documentFile.ts';
import { type DocumentMail, type MailedClient, mailedClient, mailsOf, ownMailTexts } from './documentMail.ts';

/** A credit note with what only members see. */
export interface CreditNoteDetail extends CreditedInvoice {
  createdBy: string | null;
  /** The path of the share link; null if it doesn't work because the project is in the trash. */
  sharePath: string | null;
  client: MailedClient;
  hasEInvoice: boolean;
  mails: DocumentMail[];
  /** How often it was emailed. */
  mailCount: number;
  ownTexts: OwnMailTexts;
}

/** The address of a credit note. */
export const creditNoteAddress = (invoiceId: string, number: string): string =>
  `/invoices/${invoiceId}/credit-notes/${numberInPath(number)}`;

/** The condition that the credit note `n` of a query has a number, as addresses have it (numberInPath). */
export const numbered = (number: string) => sql.fragment`corkboard.number_in_path(n.number) = ${number}`;

/** Whether the credit note `n` of a query has an electronic invoice. */
export const hasCreditXml = sql.fragment`${hasXml(sql.fragment`'credit_note'`, sql.fragment`n.id`)} as "hasEInvoice"`;

/** A query of a CreditNoteDetail. */
export const creditNoteDetail = (id: string, number: string): FragmentSqlToken =>
  creditedInvoiceOf(sql.fragment`i.id = ${asUuid(id)} and ${numbered(number)}`, {
    columns: sql.fragment`, n.created_by as "createdBy", ${mailedClient} as client, ${hasCreditXml},
      case when p.trashed_at is null
        then '/invoice/' || i.share_token || corkboard.secret_suffix(i.workspace_id) || '/credit-notes/' || corkboard.number_in_path(n.number) end as "sharePath",
      ${mailsOf(sql.fragment`'credit_note'`, sql.fragment`n.id`)} as mails,
      corkboard.times_done(n.workspace_id, n.id, 'credit_note.mailed') as "mailCount",
      ${ownMailTexts} as "ownTexts"`,
    joins: sql.fragment`
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = i.project_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id`,
  });

/** A query of one row, a DocumentWithFiles: the files of the credit note with a number, of an invoice. */
export const creditNoteFile = (id: FragmentSqlToken, number: string): FragmentSqlToken => sql.fragment`
  select 'credit_note' as kind, n.id as "recordId", n.number as name, null as fingerprint from corkboard.credit_notes n
   where n.workspace_id = ${workspaceId} and n.invoice_id = ${id} and ${numbered(number)}`;

/** A query of one row, `left`: what is left of an invoice at each rate, with its tax. */
export const uncreditedOf = (id: string): FragmentSqlToken => sql.fragment`
  select ${objects(sql.fragment`
    select u.tax_rate_bps as "taxRateBps", u.net_cents + u.tax_cents as cents
      from corkboard.uncredited_amounts(${workspaceId}, ${asUuid(id)}) u where u.net_cents + u.tax_cents > 0`)} as left`;
