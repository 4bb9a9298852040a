import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { workspaceId } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';

/** The sent invoices of a client or of a project that aren't paid: their links stop working in the trash. */
export interface OpenLinks {
  count: number;
  /** Of the newest ten. */
  numbers: string[];
  sha256: string;
}

/** One row with the OpenLinks of a client or of a project. */
export const openLinks = (of: { client?: string; project?: string }): FragmentSqlToken => sql.fragment`
  select l.count, l.numbers, l.sha256
    from corkboard.open_invoice_links(${workspaceId}, ${of.client ? asUuid(of.client) : null}, ${of.project ? asUuid(of.project) : null}) l`;
