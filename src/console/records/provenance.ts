import { type FragmentSqlToken, sql } from 'slonik';
import { workspaceId } from '../../operations/define.ts';
import { array, object } from '../../records/fragments.ts';
import type { Made } from '../parts/provenance.ts';

/** Something that was done to a record, as the audit log has it. */
export interface Entry extends Made {
  /** Like invoice.sent. */
  action: string;
}

/** The columns of an entry, of a row `a` of the audit log. */
export const entry = object(sql.fragment`a.action, a.via, a.actor as by, corkboard.iso(a.recorded_at) as at`);

/** All that was done to a record, in that order, as JSON. */
export const entriesOf = (recordId: FragmentSqlToken): FragmentSqlToken =>
  array(sql.fragment`
    select ${entry}
      from corkboard.audit_log a
     where a.workspace_id = ${workspaceId} and a.record_id = ${recordId}
     order by a.id`);
