import { z } from 'zod';
import { sql } from '../database/sql.ts';
import { json, workspaceId } from '../records/fragments.ts';
import { Note } from '../records/work.ts';
import { asUuid } from '../vocabulary/id.ts';
import { requiredText } from '../vocabulary/text.ts';
import { appPath, projectId } from './common.ts';
import { callerRow, write } from './define.ts';
import { fieldChanges, type ProjectState, projectChanges, projectState } from './replay.ts';

const record = json(Note, 'n');

export const addNote = write({
  name: 'addNote',
  title: 'Add a note',
  description:
    'Adds an internal note to a project. The client never sees it. Notes cannot be read back, changed or removed here.',
  path: '/projects/:id/notes',
  scope: 'write:projects',
  rejects: ['not_found'],
  input: z.strictObject({
    id: projectId,
    body: requiredText(5000),
  }),
  example: { body: 'Prefers calls before eight.' },
  output: z.strictObject({ note: Note, url: appPath }),
  sqlCall: ({ id, body }) => sql.fragment`
    select ${record} as note, '/projects/' || n.project_id as url
    from corkboard.add_note(${callerRow}, ${asUuid(id)}, ${body}) n`,
  replay: {
    noun: 'note',
    smallestChange: 'another word in the body is',
    now: ({ answer }) => sql.fragment`
      select ${record} as note, ${projectState(sql.fragment`n.project_id`)} as project
      from corkboard.notes n where n.workspace_id = ${workspaceId} and n.id = ${answer.note.id}`,
    changes: ({ answer }, now: { note: z.infer<typeof Note>; project: ProjectState }) => [
      ...fieldChanges('note', answer.note, now.note),
      ...projectChanges(now.project),
    ],
  },
});
