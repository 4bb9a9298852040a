import { z } from 'zod';
import { fieldsOf, json } from '../records/columns.ts';
import { Project } from '../records/project.ts';
import { boundedCents, integer, projectStage, projectStatus } from '../vocabulary/fields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field } from './define.ts';
import { clearable, oneLineText, shownLinks } from './fields.ts';

/** The SQL of the answer: a project as the API returns it, and since when it is in the trash. */
const answer = `${json(`${fieldsOf(Project)} trashedAt`)} as project`;

export const setProject = action({
  name: 'project.set',
  summary: 'Change a project: what is given, nothing else',
  button: 'Save changes',
  on: 'project',
  input: z.strictObject({
    status: field(projectStatus.optional(), projectStatus.options.join(', '), '<s>'),
    stage: field(projectStage.optional(), projectStage.options.join(', '), '<s>'),
    name: field(oneLineText(500).optional(), 'clients see this name on documents', '<n>'),
    hourlyRateCents: field(clearable(boundedCents), 'an hour, in the minor unit of the currency', '<n>', {
      label: 'Hourly rate',
    }),
    budgetMinutes: field(clearable(integer(0, 600_000)), 'time planned, in minutes', '<n>'),
    notes: field(clearable(requiredText(5000)), 'only members see these notes', '<t>', { multiline: true }),
  }),
  changes: {},
  sqlFunction: 'change_project',
  answer,
  isOffered: ({ trashedAt = null }) => trashedAt === null,
  done: 'Project saved.',
  auditEntries: { 'project.changed': 'changed a project' },
});

export const trashProject = action({
  name: 'project.trash',
  summary: 'Move a project to the trash; its invoices stay',
  button: 'Move project to trash',
  on: 'project',
  irreversible:
    'The project moves to the trash, from where you can restore it. Its invoices still count in totals.',
  input: z.strictObject({ links: shownLinks }),
  answer,
  isOffered: ({ trashedAt = null }) => trashedAt === null,
  done: 'Project moved to the trash.',
  auditEntries: { 'project.trashed': 'moved a project to the trash' },
});

export const restoreProject = action({
  name: 'project.restore',
  summary: 'Take a project out of the trash',
  button: 'Restore',
  on: 'project',
  answer,
  done: 'Project restored.',
  auditEntries: { 'project.restored': 'restored a project from the trash' },
});
