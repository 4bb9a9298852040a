import { z } from 'zod';
import { sql } from '../database/sql.ts';
import { exampleIds } from '../records/example.ts';
import { json, workspaceId } from '../records/fragments.ts';
import { Project } from '../records/project.ts';
import { boundedCents, projectStage, wholeMinutes } from '../vocabulary/fields.ts';
import { asUuid } from '../vocabulary/id.ts';
import { intakeAnswers } from '../vocabulary/intakeAnswers.ts';
import { optionalText, requiredText } from '../vocabulary/text.ts';
import { appPath, clientId } from './common.ts';
import { callerRow, write } from './define.ts';
import { fieldChanges, trashChanges } from './replay.ts';

const record = json(Project, 'p');

export const createProject = write({
  name: 'createProject',
  title: 'Create a project',
  description:
    "Creates a project for a client, with an empty scope and an intake form. It counts toward the plan's cap on active projects, and cannot be changed here later. Next: draftScope.",
  path: '/projects',
  scope: 'write:projects',
  rejects: ['not_found'],
  input: z.strictObject({
    clientId,
    name: requiredText(500),
    stage: projectStage.default('active').describe('Step in the pipeline.'),
    notes: optionalText(5000).describe('Private. Never returned.'),
    hourlyRateCents: boundedCents
      .optional()
      .describe("For an hour, in the scope's currency: 9500 is 95.00 USD."),
    budgetMinutes: wholeMinutes(0, 600_000).optional().describe('Time planned: 2400 is 40 hours.'),
    intake: intakeAnswers
      .optional()
      .describe(
        "The client's answers by question, at most 40. A blank answer counts as none. If all are blank, no intake is stored, and the client can still answer.",
      ),
  }),
  example: {
    clientId: exampleIds.clientId,
    name: 'Spring menu',
    intake: { 'When does it start?': 'In March.' },
  },
  output: z.strictObject({ project: Project, url: appPath }),
  sqlCall: ({ intake = {}, ...project }) => {
    const answers = Object.keys(intake).length === 0 ? null : JSON.stringify(intake);
    return sql.fragment`
      select ${record} as project, '/projects/' || p.id as url
      from corkboard.create_project(
        ${callerRow}, ${asUuid(project.clientId)}, ${project.name}, ${project.stage}, ${project.notes ?? null},
        ${project.hourlyRateCents ?? null}, ${project.budgetMinutes ?? null}, ${answers}
      ) p`;
  },
  replay: {
    noun: 'project',
    smallestChange: 'other notes are',
    now: ({ answer }) => sql.fragment`
      select ${record} as project, p.trashed_at is not null as trashed
      from corkboard.projects p where p.workspace_id = ${workspaceId} and p.id = ${answer.project.id}`,
    changes: ({ answer }, now: { project: z.infer<typeof Project>; trashed: boolean }) => [
      ...trashChanges('project', now.trashed),
      ...fieldChanges('project', answer.project, now.project),
    ],
  },
});
