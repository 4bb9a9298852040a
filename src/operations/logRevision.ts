import { z } from 'zod';
import { awaitVerdict } from '../classification/awaitVerdict.ts';
import { reasons } from '../classification/reasons.ts';
import { sql } from '../database/sql.ts';
import { json, workspaceId } from '../records/fragments.ts';
import { Revision, RevisionClassification, rounds } from '../records/work.ts';
import { asUuid } from '../vocabulary/id.ts';
import { requiredText } from '../vocabulary/text.ts';
import { appPath, projectId } from './common.ts';
import { callerRow, write } from './define.ts';
import { fieldChanges, type ProjectState, projectChanges, projectState } from './replay.ts';

const record = json(Revision, 'r');

/** The SQL of the reason why no verdict is requested; null if the answer will be completed with a verdict. */
const unavailable = sql.fragment`case l.unclassified ${sql.join(
  Object.entries(reasons).map(
    ([reason, words]) => sql.fragment`when ${sql.literalValue(reason)} then ${sql.literalValue(words)}`,
  ),
  sql.fragment` `,
)} end`;

/** A revision as it is now, with the rounds of its project. */
interface Logged {
  revision: z.infer<typeof Revision>;
  verdict: z.infer<typeof RevisionClassification>['verdict'] | null;
  roundsUsed: number;
  roundsIncluded: number | null;
  project: ProjectState;
}

export const logRevision = write({
  name: 'logRevision',
  title: 'Log a revision round',
  description:
    'Logs a round of changes that the client asked for, and returns how many rounds are used and included. With classify it also judges whether the request is in scope, which can take 15 seconds.',
  path: '/projects/:id/revisions',
  scope: 'write:projects',
  rejects: ['not_found'],
  input: z.strictObject({
    id: projectId,
    description: requiredText(5000).describe('What the client asked to change.'),
    classify: z.boolean().default(false).describe('Whether to judge the request against the scope.'),
  }),
  example: { description: 'A calmer header' },
  output: z.strictObject({
    revision: Revision,
    ...rounds,
    overBudget: z.boolean().describe('Whether more rounds are used than included.'),
    classification: RevisionClassification.nullable(),
    classificationUnavailable: z.string().nullable().describe('Why classify gave no verdict.'),
    url: appPath,
  }),
  sqlCall: ({ id, description, classify }, _, config) => sql.fragment`
    select
      ${record} as revision,
      l.rounds_used as "roundsUsed",
      l.rounds_included as "roundsIncluded",
      coalesce(l.rounds_used > l.rounds_included, false) as "overBudget",
      null as classification,
      ${unavailable} as "classificationUnavailable",
      '/projects/' || r.project_id || '?tab=revisions' as url
    from corkboard.log_revision(${callerRow}, ${asUuid(id)}, ${description}, ${classify}, ${classify && config.classification !== undefined}) l
    cross join lateral (select (l.revision).*) r`,
  complete: async (text, { classify }, { workspaceId }, database) => {
    if (!classify) return text;
    const answer = JSON.parse(text);
    if (answer.classification !== null || answer.classificationUnavailable !== null) return text;
    return JSON.stringify({ ...answer, ...(await awaitVerdict(database, workspaceId, answer.revision.id)) });
  },
  replay: {
    noun: 'revision',
    smallestChange: 'another description is',
    now: ({ answer }) => sql.fragment`
      select
        ${record} as revision,
        r.verdict,
        (
          select max(later.round_number) from corkboard.revisions later
          where later.workspace_id = ${workspaceId} and later.project_id = r.project_id
        ) as "roundsUsed",
        (
          select s.revision_rounds from corkboard.scopes s
          where s.workspace_id = ${workspaceId} and s.project_id = r.project_id
        ) as "roundsIncluded",
        ${projectState(sql.fragment`r.project_id`)} as project
      from corkboard.revisions r where r.workspace_id = ${workspaceId} and r.id = ${answer.revision.id}`,
    changes: ({ answer }, now: Logged) => [
      ...fieldChanges('revision', answer.revision, now.revision),
      ...(now.roundsUsed === answer.roundsUsed ? [] : [`roundsUsed is ${now.roundsUsed} now.`]),
      ...(now.roundsIncluded === answer.roundsIncluded
        ? []
        : [`roundsIncluded is ${now.roundsIncluded} now.`]),
      ...(now.verdict === (answer.classification?.verdict ?? null)
        ? []
        : [`The verdict on the request is ${now.verdict} now.`]),
      ...projectChanges(now.project),
    ],
  },
});
