import { z } from 'zod';
import { maxMinutes } from '../operations/logTime.ts';
import { fieldsOf, json } from '../records/columns.ts';
import { Note, Revision, TimeEntry } from '../records/work.ts';
import { day, wholeMinutes } from '../vocabulary/fields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field } from './define.ts';
import { clearable, shownVersion } from './fields.ts';

// Corrections of what was logged and noted for a project. Only in the console: the operator's command has no list of
// these records from which to take an id.

/** How often the page showed the record to have been edited. */
const deletion = z.strictObject({ version: shownVersion });

const entry = { on: 'entry', only: 'console' } as const;
const entryAnswer = `${json(fieldsOf(TimeEntry))} as entry`;

export const editTime = action({
  ...entry,
  name: 'time.edit',
  button: 'Save time entry',
  input: z.strictObject({
    minutes: field(wholeMinutes(1, maxMinutes).optional(), 'for example 1:30, 2 h or 45 min', '<n>', {
      label: 'Time',
    }),
    date: field(day.optional(), 'the day worked', '<date>'),
    description: field(clearable(requiredText(5000)), 'what was done', '<t>'),
    billable: field(z.boolean().optional(), 'whether the client pays for the time', '<true|false>'),
  }),
  changes: {},
  sqlFunction: 'change_time_entry',
  answer: entryAnswer,
  done: 'Time entry saved.',
  auditEntries: { 'time.edited': 'edited a time entry' },
});

export const deleteTime = action({
  ...entry,
  name: 'time.delete',
  button: 'Delete time entry',
  irreversible: 'You can’t undo this. The audit log keeps what the entry said.',
  input: deletion,
  sqlFunction: 'delete_time_entry',
  answer: entryAnswer,
  done: 'Time entry deleted.',
  auditEntries: { 'time.deleted': 'deleted a time entry' },
});

const note = { on: 'note', only: 'console' } as const;
const noteAnswer = `${json(fieldsOf(Note))} as entry`;

export const editNote = action({
  ...note,
  name: 'note.edit',
  button: 'Save note',
  input: z.strictObject({
    body: field(requiredText(5000).optional(), 'only members see notes', '<t>', { label: 'Text' }),
  }),
  changes: {},
  sqlFunction: 'change_note',
  answer: noteAnswer,
  done: 'Note saved.',
  auditEntries: { 'note.edited': 'edited the text of a note' },
});

export const deleteNote = action({
  ...note,
  name: 'note.delete',
  button: 'Delete note',
  irreversible: 'You can’t undo this. The audit log doesn’t keep the text of notes.',
  input: deletion,
  answer: noteAnswer,
  done: 'Note deleted.',
  auditEntries: { 'note.deleted': 'deleted a note' },
});

export const editRevision = action({
  on: 'revision',
  only: 'console',
  name: 'revision.edit',
  button: 'Save revision round',
  input: z.strictObject({
    description: field(requiredText(5000).optional(), 'the changes that the client asked for', '<t>'),
  }),
  changes: {},
  sqlFunction: 'change_revision',
  answer: `${json(fieldsOf(Revision))} as entry`,
  done: 'Revision round saved.',
  auditEntries: { 'revision.edited': 'edited the description of a revision round' },
});
