import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { ClientSummary } from '../records/client.ts';
import { json, workspaceId } from '../records/fragments.ts';
import { type ListVariant, list, offset, type Paging, pageOf, paging } from '../records/list.ts';
import { listOf } from '../records/page.ts';
import { optionalText } from '../vocabulary/text.ts';
import { read } from './define.ts';

/** How many projects of a client, `row`, aren't in the trash. */
export const projectCount = sql.fragment`(
    select count(*) from corkboard.projects p
    where p.workspace_id = ${workspaceId} and p.client_id = row.id and p.trashed_at is null)`;

const record = json(ClientSummary, 'row', { projectCount });

export const listClients = read({
  name: 'listClients',
  title: 'List clients',
  description:
    "Lists clients by name, a page at a time. Use search to find a client's id. Email addresses and private notes are never returned.",
  path: '/clients',
  scope: 'read',
  input: z.strictObject({
    search: optionalText(500).describe('Part of the name or company. Ignores case, not accents.'),
    ...paging,
  }),
  output: listOf(ClientSummary),
  sqlCall: ({ search, ...paging }) => {
    if (search !== undefined) {
      return sql.fragment`
        select ${list(paging, record, sql.fragment`unnest(found.page)`, sql.fragment`select found.total`)}
        from corkboard.search_clients(${workspaceId}, ${search}, ${paging.per_page}, ${offset(paging)}) found`;
    }
    return clientList(paging);
  },
});

/** The query of a page of clients, by name. */
function clientList(
  paging: Paging,
  { matches, orderBy = sql.fragment`name collate "und-x-icu", id` }: ListVariant = {},
): FragmentSqlToken {
  const where = [sql.fragment`workspace_id = ${workspaceId}`, sql.fragment`trashed_at is null`];
  const total = sql.fragment`select corkboard.client_count(${workspaceId})`;
  return pageOf(paging, 'clients', where, { matches, orderBy, record }, total);
}
