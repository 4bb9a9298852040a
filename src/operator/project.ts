import { projectStage, projectStatus } from '../records/fields.ts';
import { json } from './json.ts';
import { id, option } from './parameters.ts';
import type { Noun } from './verb.ts';

/** As the API returns it, and whether it is in the trash. */
const record = json(
  'r',
  'id clientId name stage status hourlyRateCents budgetMinutes createdVia createdAt trashedAt',
);

export const project: Noun = {
  name: 'project',
  summary: 'work for a client',
  verbs: [
    {
      name: 'set',
      summary: 'Change a project: what is given, nothing else',
      takes: [
        id(),
        option('--status <s>', projectStatus.options.join(', '), projectStatus),
        option('--stage <s>', projectStage.options.join(', '), projectStage),
      ],
      of: 'project',
      query: `select ${record} as project
        from corkboard.projects p, corkboard.set_project(p.workspace_id, p.id, $2, $3) r where p.id = $1`,
    },
    {
      name: 'trash',
      summary: 'Move a project to the trash; its invoices stay',
      takes: [id()],
      of: 'project',
      query: `select ${record} as project
        from corkboard.projects p, corkboard.trash_project(p.workspace_id, p.id) r where p.id = $1`,
    },
  ],
};
