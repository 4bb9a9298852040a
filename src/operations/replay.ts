import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { workspaceId } from '../records/fragments.ts';
import type { projectStatus } from '../vocabulary/fields.ts';

// The text of a repeated tool call about a record that has changed since the first call (decisions: Assistant tool server).

/** The present state of a project: its status, or that it is in the trash. */
export type ProjectState = (typeof projectStatus)['options'][number] | 'trashed';

/** The SQL of the ProjectState of the project with this id. */
export const projectState = (id: FragmentSqlToken) => sql.fragment`(
  select case when p.trashed_at is null then p.status else 'trashed' end
    from corkboard.projects p where p.workspace_id = ${workspaceId} and p.id = ${id})`;

/** Sentences on a project that is no longer worked on. */
export const projectChanges = (state: ProjectState) => [
  ...trashChanges('project', state === 'trashed'),
  ...(state === 'archived' ? ['The project is archived now.'] : []),
];

export const trashChanges = (noun: string, isTrashed: boolean) =>
  isTrashed ? [`The ${noun} was moved to the trash.`] : [];

/** Fields that are text, but whose values come from a closed list or a pattern, so that a sentence may name them. */
const patterned = ['stage', 'status', 'currency', 'date', 'dueDate', 'supplyDate'];

/**
 * A sentence that names every field of the first answer's record that is different now, except for those in `told`,
 * which other sentences are about. It gives the present value unless that is text which a person wrote. A field that
 * only the present record has is no change, because a later release may have added it.
 */
export function fieldChanges(noun: string, first: object, now: object, ...told: string[]): string[] {
  const present = new Map<string, unknown>(Object.entries(now));
  const changed = Object.entries(first)
    .filter(([field, value]) => !told.includes(field) && !equal(value, present.get(field)))
    .map(([field]) => fieldChange(field, present.get(field)));
  return changed.length === 0 ? [] : [`The ${noun} has changed since: ${changed.join(', ')}.`];
}

const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function fieldChange(field: string, value: unknown): string {
  const isWritten = typeof value === 'string' ? !patterned.includes(field) : typeof value === 'object';
  return isWritten && value !== null ? `${field} is different now` : `${field} is ${value ?? 'empty'} now`;
}
