import { z } from 'zod';
import { sql } from '../database/sql.ts';
import { array, json, object, workspaceId } from '../records/fragments.ts';
import { Invoice } from '../records/invoice.ts';
import { ProjectDetail } from '../records/project.ts';
import { clientOf, invoiceTotalsOf } from '../records/projectFigures.ts';
import { scopeJson } from '../records/scopeColumns.ts';
import { asUuid } from '../vocabulary/id.ts';
import { appPath, projectId } from './common.ts';
import { read } from './define.ts';

const ofProject = (table: string) => sql.fragment`
  corkboard.${sql.identifier([table])} t where t.workspace_id = ${workspaceId} and t.project_id = p.id`;

const detail = json(ProjectDetail, 'p', {
  client: clientOf('p'),
  scope: scopeJson,
  roundsUsed: sql.fragment`(select count(*) from ${ofProject('revisions')})`,
  roundsIncluded: sql.fragment`s.revision_rounds`,
  invoices: array(sql.fragment`
    select ${json(Invoice, 't')} from ${ofProject('invoices')} order by t.created_at desc, t.id desc`),
  invoiceTotals: invoiceTotalsOf('p'),
  time: object(sql.fragment`
    count(*) as "entryCount",
    coalesce(sum(t.minutes), 0)::bigint as "totalMinutes",
    coalesce(sum(t.minutes) filter (where t.billable), 0)::bigint as "billableMinutes"
    from ${ofProject('time_entries')}`),
});

export const getProject = read({
  name: 'getProject',
  title: 'Get a project',
  description:
    'Returns one project with its client, scope, revision rounds, invoices, totals for each currency and logged time. Call it before you draft a scope or an invoice. It lists every invoice, so it can be large: listProjects, and listInvoices with project_id, return less. Never add amounts in different currencies.',
  path: '/projects/:id',
  scope: 'read',
  rejects: ['not_found'],
  input: z.strictObject({ id: projectId }),
  output: z.strictObject({ project: ProjectDetail, url: appPath }),
  sqlCall: ({ id }) => sql.fragment`
    select ${detail} as project, '/projects/' || p.id as url
    from corkboard.projects p
    left join corkboard.scopes s on s.workspace_id = ${workspaceId} and s.project_id = ${asUuid(id)}
    where p.workspace_id = ${workspaceId} and p.id = ${asUuid(id)} and p.trashed_at is null`,
});
