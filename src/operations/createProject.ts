import { sql } from 'slonik';
import { z } from 'zod';
import { exampleIds } from '../records/example.ts';
import { json } from '../records/fragments.ts';
import { Project } from '../records/project.ts';
import { boundedCents, integer, projectStage } from '../vocabulary/fields.ts';
import { asUuid, recordId } from '../vocabulary/id.ts';
import { intakeAnswers } from '../vocabulary/intakeAnswers.ts';
import { optionalText, requiredText } from '../vocabulary/text.ts';
import { callerRow, workspaceId, write } from './define.ts';
import { fieldChanges, trashChanges } from './replay.ts';

const record = json(Project, 'p');

export const createProject = write({
  name: 'createProject',
  title: 'Create a project',
  description:
    "Creates a project for an existing client, with an intake link and an empty scope. Answers to intake questions can be given along. Counts towards the plan's cap of active projects. Its status and stage cannot be changed here afterwards.",
  path: '/projects',
  scope: 'write:projects',
  refuses: ['not_found'],
  input: z.strictObject({
    clientId: recordId.describe('From the list of clients.'),
    name: requiredText(500),
    stage: projectStage.default('active').describe('Where it stands in the pipeline.'),
    notes: optionalText(5000).describe('Private to the workspace. Never returned.'),
    hourlyRateCents: boundedCents.optional().describe('An hour, in the minor unit of the currency.'),
    budgetMinutes: integer(0, 600_000).optional().describe('Time planned, in minutes.'),
    intake: intakeAnswers
      .optional()
      .describe(
        'Answers by question, as text. A blank answer counts as none. If all are blank, no intake is stored, and the client can still answer.',
      ),
  }),
  example: {
    clientId: exampleIds.clientId,
    name: 'Spring menu',
    intake: { 'When does it start?': 'In March.' },
  },
  output: z.strictObject({ project: Project, url: z.string() }),
  does: ({
    clientId,
    name,
    stage,
    notes = null,
    hourlyRateCents = null,
    budgetMinutes = null,
    intake = {},
  }) => {
    const answers = Object.keys(intake).length === 0 ? null : JSON.stringify(intake);
    return sql.fragment`
      select ${record} as project, '/projects/' || p.id as url
      from corkboard.create_project(
        ${callerRow}, ${asUuid(clientId)}, ${name}, ${stage}, ${notes}, ${hourlyRateCents}, ${budgetMinutes}, ${answers}
      ) p`;
  },
  replay: {
    noun: 'project',
    enough: 'other notes are',
    now: ({ answer }) => sql.fragment`
      select ${record} as project, p.trashed_at is not null as trashed
      from corkboard.projects p where p.workspace_id = ${workspaceId} and p.id = ${answer.project.id}`,
    changes: ({ answer }, now: { project: z.infer<typeof Project>; trashed: boolean }) => [
      ...trashChanges('project', now.trashed),
      ...fieldChanges('project', answer.project, now.project),
    ],
  },
});
