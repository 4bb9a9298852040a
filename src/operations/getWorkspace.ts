import { z } from 'zod';
import { sql } from '../database/sql.ts';
import { json, object, workspaceId } from '../records/fragments.ts';
import { Features, Limits, Workspace } from '../records/workspace.ts';
import { read } from './define.ts';

const limit = (used: ReturnType<typeof sql.fragment>, allowed: string) =>
  object(sql.fragment`${used} as used, p.${sql.identifier([allowed])} as allowed`);

const answer = sql.fragment`
  select
    ${json(Workspace, 'w')} as workspace,
    ${object(sql.fragment`
      ${limit(sql.fragment`corkboard.client_count(w.id)`, 'clients')} as clients,
      ${limit(sql.fragment`corkboard.active_project_count(w.id)`, 'active_projects')} as "activeProjects",
      ${limit(sql.fragment`(select count(*) from corkboard.members m where m.workspace_id = ${workspaceId})`, 'seats')} as seats,
      ${object(sql.fragment`
        coalesce((select m.used from corkboard.monthly_writes m where m.workspace_id = ${workspaceId} and m.month = t.month), 0) as used,
        p.monthly_writes as allowed,
        corkboard.iso((t.month + interval '1 month') at time zone 'UTC') as "resetsAt"`)} as "monthlyWrites",
      ${json(Features, 'p')} as features`)} as limits
  from corkboard.workspaces w
  join corkboard.plans p on p.name = w.plan
  cross join (select date_trunc('month', corkboard.utc_today())::date as month) t
  where w.id = ${workspaceId}`;

export const getWorkspace = read({
  name: 'getWorkspace',
  title: 'Get the workspace',
  description:
    'Returns the workspace of the key, its default currency and plan, and how much of each plan limit is used. Call it first, and again when a call fails with plan_limit.',
  path: '/me',
  scope: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ workspace: Workspace, limits: Limits }),
  sqlCall: () => answer,
});
