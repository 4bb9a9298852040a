import { deleteNote, editNote } from '../../../actions/work.ts';
import { addNote } from '../../../operations/addNote.ts';
import { disclosure } from '../../components/disclosure.ts';
import { type EditedEntry, editedId, editLink, editPanel } from '../../components/editPanel.ts';
import { pagination } from '../../components/pagination.ts';
import { provenance } from '../../components/provenance.ts';
import type { Post } from '../../forms/post.ts';
import { type Html, html } from '../../html/html.ts';
import { byOperation } from '../../posts/byOperation.ts';
import type { Paged } from '../../queries/pageLimit.ts';
import { type NoteRecord, noteEntry, notesOf } from '../../queries/work.ts';
import { pageNumber } from '../../requests/query.ts';
import type { Person } from '../../sessions/person.ts';
import { entryPost, tab } from './tab.ts';

const add: Post = {
  ...byOperation(addNote, {
    path: '/projects/:id/notes/add',
    button: 'Add note',
    done: 'Note added.',
    pageQuery: { tab: 'notes' },
    looks: { body: { label: 'Note', hint: 'Only members see notes' } },
  }),
  // Its URL is the project's page, where assistants send people; a person who adds a note here stays here.
  redirectTo: undefined,
};

const edit = entryPost('notes', editNote, 'edit');
const remove = entryPost('notes', deleteNote, 'delete');

/** The notes about the project. */
export const notes = tab<{ notes: Paged<NoteRecord>; edited: EditedEntry }>({
  name: 'notes',
  label: 'Notes',
  reads: ({ params, search }) => ({
    notes: notesOf(params.id!, pageNumber(search)),
    edited: noteEntry(params.id!, editedId(search)),
  }),
  view: (project, { notes, edited }, context) => html`
    ${project.notes === null ? null : html`<section><h2>Private notes</h2><p class="text">${project.notes}</p></section>`}
    ${disclosure(context, 'Add note', add, { quiet: edited.entry !== null })}
    ${editPanel(context, 'Edit note', edited, { edit, remove })}
    ${notes.data.length === 0 ? emptyState : notes.data.map(one => note(one, context.person, editLink(context, one.id, 'note')))}
    ${pagination(notes.page, context.here)}`,
  posts: [add, edit, remove],
});

/** A note with its author. `link`: leads to the form that edits it. */
export const note = (
  { body, author, createdVia, createdAt }: NoteRecord,
  person: Person,
  link: Html | null = null,
): Html => html`
  <article class="entry"><p class="quiet-text">${provenance('Written', { via: createdVia, by: author.replace(/ \(API\)$/, ''), at: createdAt }, person)}${link === null ? null : html` · ${link}`}</p>
    <p class="text">${body}</p></article>`;

const emptyState = html`
  <p class="empty">No notes yet. Add the first one above.</p>`;
