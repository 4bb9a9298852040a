import { sql } from 'slonik';
import { z } from 'zod';
import { json } from '../records/fragments.ts';
import { Note } from '../records/work.ts';
import { asUuid, recordId } from '../vocabulary/id.ts';
import { requiredText } from '../vocabulary/text.ts';
import { callerRow, workspaceId, write } from './define.ts';
import { fieldChanges, type ProjectState, projectChanges, projectState } from './replay.ts';

const record = json(Note, 'n');

export const addNote = write({
  name: 'addNote',
  title: 'Add a note',
  description:
    'Adds an internal note to a project. Clients never see notes, and notes cannot be read back through the API.',
  path: '/projects/:id/notes',
  scope: 'write:projects',
  refuses: ['not_found'],
  input: z.strictObject({
    id: recordId.describe('Of the project.'),
    body: requiredText(5000).describe('What to remember.'),
  }),
  example: { body: 'Prefers calls before eight.' },
  output: z.strictObject({ note: Note, url: z.string() }),
  does: ({ id, body }) => sql.fragment`
    select ${record} as note, '/projects/' || n.project_id as url
    from corkboard.add_note(${callerRow}, ${asUuid(id)}, ${body}) n`,
  replay: {
    noun: 'note',
    enough: 'another word in the body is',
    now: ({ answer }) => sql.fragment`
      select ${record} as note, ${projectState(sql.fragment`n.project_id`)} as project
      from corkboard.notes n where n.workspace_id = ${workspaceId} and n.id = ${answer.note.id}`,
    changes: ({ answer }, now: { note: z.infer<typeof Note>; project: ProjectState }) => [
      ...fieldChanges('note', answer.note, now.note),
      ...projectChanges(now.project),
    ],
  },
});
