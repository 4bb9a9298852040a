import { Project } from '../records/project.ts';
import { projectStage, projectStatus } from '../vocabulary/fields.ts';
import { id, option } from './parameters.ts';
import { call, fieldsOf, json } from './query.ts';
import type { Noun } from './verb.ts';

/** As the API returns it, and whether it is in the trash. */
const record = json(`${fieldsOf(Project)} trashedAt`);

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
      query: call('projects', 'set_project(it.workspace_id, it.id, $2, $3)', `${record} as project`),
    },
    {
      name: 'trash',
      summary: 'Move a project to the trash; its invoices stay',
      takes: [id()],
      of: 'project',
      query: call('projects', 'trash_project(it.workspace_id, it.id)', `${record} as project`),
    },
  ],
};
