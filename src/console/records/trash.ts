import { sql } from 'slonik';
import { workspaceId } from '../../operations/define.ts';
import { array, object } from '../../records/fragments.ts';

/** What is in the trash. */
export interface Trash {
  clients: { id: string; name: string; trashedAt: string; projectCount: number }[];
  /** Those whose clients are not in the trash. */
  projects: { id: string; name: string; client: string; trashedAt: string }[];
}

/** How many of each the page lists. */
const most = 100;

/** One row with what was moved to the trash last. */
export const trash = sql.fragment`
  select ${array(sql.fragment`
      select ${object(sql.fragment`
          c.id, c.name, corkboard.iso(c.trashed_at) as "trashedAt",
          (select count(*) from corkboard.projects p
            where p.workspace_id = c.workspace_id and p.client_id = c.id and p.trashed_at = c.trashed_at) as "projectCount"`)}
        from corkboard.clients c
       where c.workspace_id = ${workspaceId} and c.trashed_at is not null
       order by c.trashed_at desc, c.id limit ${most}::bigint`)} as clients,
    ${array(sql.fragment`
      select ${object(sql.fragment`p.id, p.name, c.name as client, corkboard.iso(p.trashed_at) as "trashedAt"`)}
        from corkboard.projects p
        join corkboard.clients c on c.workspace_id = p.workspace_id and c.id = p.client_id and c.trashed_at is null
       where p.workspace_id = ${workspaceId} and p.trashed_at is not null
       order by p.trashed_at desc, p.id limit ${most}::bigint`)} as projects`;
