import { sql } from 'slonik';
import { z } from 'zod';
import { ClientSummary } from '../records/client.ts';
import { json } from '../records/columns.ts';
import { listOf } from '../records/page.ts';
import { operation, workspaceId } from './define.ts';
import { requiredText } from './input.ts';
import { all, list, paging } from './list.ts';

const record = json(ClientSummary, 'row', {
  projectCount: sql.fragment`(
    select count(*) from corkboard.projects p
    where p.workspace_id = row.workspace_id and p.client_id = row.id and p.trashed_at is null)`,
});

/** The text as a LIKE pattern that takes its own % and _ literally. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export const listClients = operation({
  name: 'listClients',
  method: 'GET',
  path: '/clients',
  scope: 'read',
  input: z.strictObject({ search: requiredText(500).optional(), ...paging }),
  output: listOf(ClientSummary),
  does: ({ search, page, per_page }) => {
    const where = [sql.fragment`c.workspace_id = ${workspaceId}`, sql.fragment`c.trashed_at is null`];
    if (search !== undefined) {
      where.push(sql.fragment`c.search_text like '%' || corkboard.fold(${literally(search)}) || '%'`);
    }
    return list({
      from: sql.fragment`corkboard.clients c`,
      where,
      orderBy: sql.fragment`c.name collate "und-x-icu", c.id`,
      total:
        search === undefined
          ? sql.fragment`select corkboard.client_total(${workspaceId})`
          : sql.fragment`select count(*) from corkboard.clients c where ${all(where)}`,
      record,
      page,
      perPage: per_page,
    });
  },
});
