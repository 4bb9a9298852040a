import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { workspaceId } from '../records/fragments.ts';

/** The account that the last file for DATEV gave a client, as debtorAccount (datevSettings.ts) writes it; null: none yet. */
export const debtorAccountOf = (clientId: FragmentSqlToken): FragmentSqlToken => sql.fragment`(
  select rpad((s.first_debtor + d.ordinal - 1)::text, s.account_length + 1, '0')
    from corkboard.datev_debtors d join corkboard.datev_settings s on s.workspace_id = ${workspaceId}
   where d.workspace_id = ${workspaceId} and d.client_id = ${clientId})`;
