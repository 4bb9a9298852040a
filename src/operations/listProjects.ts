import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { json, workspaceId } from '../records/fragments.ts';
import { all, type ListVariant, pageOf, paging } from '../records/list.ts';
import { listOf } from '../records/page.ts';
import { ProjectSummary } from '../records/project.ts';
import { clientOf, invoiceCountsOf, invoiceTotalsOf } from '../records/projectFigures.ts';
import { scopeCurrency } from '../records/scopeColumns.ts';
import { projectStage, projectStatus } from '../vocabulary/fields.ts';
import { otherFields, sameFor } from '../vocabulary/otherFields.ts';
import { read } from './define.ts';

const ofScope = (value: FragmentSqlToken) => sql.fragment`(
  select ${value} from corkboard.scopes s
  where s.workspace_id = ${workspaceId} and s.project_id = row.id)`;

const projectRecord = json(ProjectSummary, 'row', {
  client: clientOf('row'),
  scopePriceCents: ofScope(sql.fragment`s.price_cents`),
  scopeCurrency: ofScope(scopeCurrency('s')),
  invoiceCounts: invoiceCountsOf('row'),
  invoiceTotals: invoiceTotalsOf('row'),
});

export const listProjectsInput = z.strictObject({
  ...paging,
  status: projectStatus.optional().describe('Defaults to all except archived.'),
  stage: projectStage.optional(),
  include_archived: z.boolean().default(false).describe('Whether to list archived projects too.'),
});

listProjectsInput.register(
  otherFields,
  sameFor(
    ['search', 'name', 'query', 'client', 'clientId', 'client_id'],
    'Projects cannot be searched by name or client: leave it out, and read every page.',
  ),
);

export const listProjects = read({
  name: 'listProjects',
  title: 'List projects',
  description:
    "Lists projects, newest first, a page at a time. Use it to find a project's id: it cannot search by name, so read every page.",
  path: '/projects',
  scope: 'read',
  input: listProjectsInput,
  output: listOf(ProjectSummary),
  sqlCall: asked => projectList(asked),
});

/** The query of a page of projects, newest first. */
export function projectList(
  { status, stage, include_archived, ...paging }: z.output<typeof listProjectsInput>,
  { matches, orderBy = sql.fragment`created_at desc, id desc`, record = projectRecord }: ListVariant = {},
): FragmentSqlToken {
  // project_counts has the same columns, so one condition selects rows and counts.
  const chosen = [sql.fragment`workspace_id = ${workspaceId}`];
  if (status !== undefined) chosen.push(sql.fragment`status = ${status}`);
  else if (!include_archived) chosen.push(sql.fragment`status <> 'archived'`);
  if (stage !== undefined) chosen.push(sql.fragment`stage = ${stage}`);
  const where = [...chosen, sql.fragment`trashed_at is null`];
  const total = sql.fragment`
    select coalesce(sum(projects), 0)::bigint from corkboard.project_counts where ${all(chosen)}`;
  return pageOf(paging, 'projects', where, { matches, orderBy, record }, total);
}
