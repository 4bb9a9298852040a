import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { statementOf } from '../../documents/statementDocument.ts';
import { workspaceId } from '../../records/fragments.ts';
import type { Period } from '../../vocabulary/fields.ts';
import { fingerprint } from './documentFile.ts';

/** One row with the statement of a client that is not in the trash. */
export const clientStatement = (client: FragmentSqlToken, period: Period): FragmentSqlToken => sql.fragment`
  select d.*, c.id as "clientId", c.name as "clientName"
    from (select c.id, c.name from corkboard.clients c
           where c.workspace_id = ${workspaceId} and c.id = ${client} and c.trashed_at is null) c
    cross join lateral (${statementOf(workspaceId, client, period)}) d`;

/** The PDF of it: a query of one row, a DocumentWithFiles (../requests/sendDocument.ts). */
export const statementFile = (client: FragmentSqlToken, period: Period): FragmentSqlToken => sql.fragment`
  select 'statement' as kind, d."clientId" as "recordId", 'Statement ' || d.since || ' to ' || d.until as name,
         json_build_object('since', d.since, 'until', d.until) as period,
         ${fingerprint} as fingerprint
    from (${clientStatement(client, period)}) d`;
