import type { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { array, object, workspaceId } from '../../records/fragments.ts';
import type { createdVia } from '../../vocabulary/fields.ts';

/** The channel by which a record was created (app, API, tool server), by whom, and when. */
export interface Provenance {
  via: z.infer<typeof createdVia>;
  /** The email address of a person, or the label of a key; null if no longer known. */
  by: string | null;
  at: string;
}

/** An entry of a record's history, from the audit log. */
export interface HistoryEntry extends Provenance {
  /** Like invoice.sent. */
  action: string;
}

/** The columns of an entry, of a row `a` of the audit log. */
export const historyEntry = object(
  sql.fragment`a.action, a.via, a.actor as by, corkboard.iso(a.recorded_at) as at`,
);

/** The history of a record, oldest first, as JSON. */
export const historyOf = (recordId: FragmentSqlToken): FragmentSqlToken =>
  array(sql.fragment`
    select ${historyEntry}
      from corkboard.audit_log a
     where a.workspace_id = ${workspaceId} and a.record_id = ${recordId}
     order by a.id`);
