import { type FragmentSqlToken, sql } from 'slonik';

/** The parties and settings on a document for a client (sql/functions/scopes/party_snapshot.sql). */
export interface PartySnapshot {
  projectName: string;
  from: { name: string; letterhead: string | null; locale: string; timeZone: string };
  to: { name: string; company: string | null; contactName: string | null; address: string | null };
}

/**
 * A join of one row, a Heading: the snapshot that was stored with the document, otherwise the current one. `project`:
 * its workspace and id.
 */
export const partySnapshotOf = (
  kept: FragmentSqlToken,
  project: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`
  lateral json_to_record(coalesce(${kept}, corkboard.party_snapshot(${project})))
    as heading ("projectName" text, "from" json, "to" json)`;

/** The columns of that row. */
export const partySnapshotColumns = sql.fragment`heading."projectName", heading."from", heading."to"`;
