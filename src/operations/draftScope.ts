import { z } from 'zod';
import { sql } from '../database/sql.ts';
import { workspaceId } from '../records/fragments.ts';
import { Scope } from '../records/scope.ts';
import { scopeJson } from '../records/scopeColumns.ts';
import { boundedCents, currency, integer } from '../vocabulary/fields.ts';
import { asUuid } from '../vocabulary/id.ts';
import { optionalText, text, visiblePattern } from '../vocabulary/text.ts';
import { appPath, projectId } from './common.ts';
import { callerRow, write } from './define.ts';
import { fieldChanges, type ProjectState, projectChanges, projectState } from './replay.ts';

/** Blank lines are dropped before they are counted. */
const deliverables = z
  .array(text(500))
  .meta({ minItems: 1, maxItems: 50, contains: { type: 'string', pattern: visiblePattern } })
  .transform(lines => lines.filter(line => line !== ''))
  .refine(lines => lines.length >= 1 && lines.length <= 50, {
    error: 'must have 1 to 50 lines that are not blank',
  });

type ScopeRecord = z.infer<typeof Scope>;

/** A later version replaces the drafted one, so naming the changed fields would only repeat that. */
const contentChanges = (drafted: ScopeRecord, now: ScopeRecord) =>
  now.version === drafted.version
    ? fieldChanges('scope', drafted, now, 'approvedAt')
    : [`The scope is at version ${now.version} now; this call drafted version ${drafted.version}.`];

export const draftScope = write({
  name: 'draftScope',
  title: 'Draft the scope of a project',
  description:
    'Drafts what the client gets: deliverables, revision rounds, timeline and price. Each draft replaces the deliverables and keeps what you leave out. Fails with conflict once the client has approved the scope or the contract is signed: a person changes it in the app.',
  path: '/projects/:id/scope',
  scope: 'write:projects',
  rejects: ['not_found', 'conflict'],
  input: z.strictObject({
    id: projectId,
    deliverables: deliverables.describe('The whole list, one line each. Blank lines are dropped.'),
    revisionRounds: integer(0, 20)
      .optional()
      .describe('Rounds of changes included in the price. 2 in a new scope.'),
    timeline: optionalText(500).describe('In words: six weeks from kickoff.'),
    priceCents: boundedCents
      .optional()
      .describe('Fixed price: 840000 is 8,400.00 USD. Leave out for hourly work.'),
    currency: currency
      .optional()
      .describe(
        "ISO 4217 code. Defaults to the scope's, at first the workspace's. If you change it, give priceCents too: nothing is converted.",
      ),
  }),
  example: { deliverables: ['Home page', 'Shop with 40 products'], revisionRounds: 2, priceCents: 840_000 },
  output: z.strictObject({ scope: Scope, url: appPath }),
  sqlCall: draft => sql.fragment`
    select ${scopeJson} as scope, '/projects/' || s.project_id || '?tab=scope' as url
    from corkboard.draft_scope(
      ${callerRow}, ${asUuid(draft.id)}, ${sql.array(draft.deliverables, 'text')}, ${draft.revisionRounds ?? null},
      ${draft.timeline ?? null}, ${draft.priceCents ?? null}, ${draft.currency ?? null}
    ) s`,
  replay: {
    noun: 'scope',
    smallestChange: 'a blank line among the deliverables is',
    now: ({ input }) => sql.fragment`
      select
        ${scopeJson} as scope,
        exists (
          select 1 from corkboard.agreements a where a.workspace_id = ${workspaceId} and a.project_id = s.project_id
        ) as signed,
        ${projectState(sql.fragment`s.project_id`)} as project
      from corkboard.scopes s where s.workspace_id = ${workspaceId} and s.project_id = ${asUuid(input.id)}`,
    changes: ({ answer }, now: { scope: ScopeRecord; signed: boolean; project: ProjectState }) => [
      ...contentChanges(answer.scope, now.scope),
      ...(now.scope.approvedAt === null ? [] : ['The scope is approved now, so it cannot be drafted again.']),
      ...(now.signed ? ['The contract is signed now, so the scope cannot be drafted again.'] : []),
      ...projectChanges(now.project),
    ],
  },
});
