import { type FragmentSqlToken, sql } from 'slonik';
import { invoiceDocumentOf } from '../../documents/invoiceDocument.ts';
import { workspaceId } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';

/** The SHA-256 of what a row says. */
const fingerprintOf = (row: string): FragmentSqlToken =>
  sql.fragment`encode(sha256(convert_to(row_to_json(${sql.identifier([row])})::text, 'UTF8')), 'hex')`;

/** A query of one row, a DocumentWithFiles (../requests/sendDocument.ts), for the invoice or estimate with this id. */
export const invoiceFile = (id: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  select d.invoice ->> 'kind' as kind, d.invoice ->> 'id' as "recordId", d.invoice ->> 'number' as name,
         case when d.invoice ->> 'sentAt' is null then ${fingerprintOf('d')} end as fingerprint
    from (
      ${invoiceDocumentOf(sql.fragment`corkboard.invoices`)}
      where i.workspace_id = ${workspaceId} and i.id = ${id}) d`;

/** The same, for an id from an address. */
export const invoiceFileOf = (id: string): FragmentSqlToken => invoiceFile(sql.fragment`${asUuid(id)}`);
