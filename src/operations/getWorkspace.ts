import { sql } from 'slonik';
import { z } from 'zod';
import { json, object } from '../records/fragments.ts';
import { Features, Limits, Workspace } from '../records/workspace.ts';
import { read, workspaceId } from './define.ts';

const limit = (used: ReturnType<typeof sql.fragment>, allowed: string) =>
  object(sql.fragment`${used} as used, p.${sql.identifier([allowed])} as allowed`);

const answer = sql.fragment`
  select
    ${json(Workspace, 'w')} as workspace,
    ${object(sql.fragment`
      ${limit(sql.fragment`corkboard.client_total(w.id)`, 'clients')} as clients,
      ${limit(sql.fragment`corkboard.active_projects(w.id)`, 'active_projects')} as "activeProjects",
      ${limit(sql.fragment`(select count(*) from corkboard.members m where m.workspace_id = w.id)`, 'seats')} as seats,
      ${object(sql.fragment`
        coalesce((select m.used from corkboard.monthly_writes m where m.workspace_id = w.id and m.month = t.month), 0) as used,
        p.monthly_writes as allowed,
        corkboard.iso((t.month + interval '1 month') at time zone 'UTC') as "resetsAt"`)} as "monthlyWrites",
      ${json(Features, 'p')} as features`)} as limits
  from corkboard.workspaces w
  join corkboard.plans p on p.name = w.plan
  cross join (select date_trunc('month', corkboard.today())::date as month) t
  where w.id = ${workspaceId}`;

export const getWorkspace = read({
  name: 'getWorkspace',
  title: 'Get the workspace',
  description:
    'The workspace of the key, and what its plan allows: clients, active projects, seats and monthly writes used and allowed, and the features unlocked. Call it first to learn the currency and plan, or to see why a plan limit was reached.',
  path: '/me',
  scope: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ workspace: Workspace, limits: Limits }),
  does: () => answer,
});
