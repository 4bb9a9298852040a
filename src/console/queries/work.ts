import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { json, object, workspaceId } from '../../records/fragments.ts';
import { all, list, offset } from '../../records/list.ts';
import { loggedBy } from '../../records/timekeeper.ts';
import { Note, Revision, RevisionClassification, TimeEntry } from '../../records/work.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { actorOf } from './actor.ts';
import { ifGiven } from './reportRange.ts';
import { mayKnow, mayListPerson } from './timeSums.ts';

// The time entries, revisions and notes of a project, in pages.

const createdBy = { createdBy: z.string().nullable() };
/** The invoice that bills a time entry; null if none does. */
const billedBy = { billedBy: z.strictObject({ id: z.string(), number: z.string() }).nullable() };
const TimeEntryDetail = z.strictObject({ ...TimeEntry.shape, ...createdBy, ...billedBy });
export type TimeEntryDetail = z.infer<typeof TimeEntryDetail>;
const RevisionDetail = z.strictObject({
  ...Revision.shape,
  ...createdBy,
  /** Whether a verdict was requested. */
  classify: z.boolean(),
  verdict: RevisionClassification.shape.verdict.nullable(),
  verdictReason: z.string().nullable(),
  verdictQuestion: z.string().nullable(),
  /** Why there is no verdict: the reason's name. */
  unclassified: z.string().nullable(),
});
export type RevisionDetail = z.infer<typeof RevisionDetail>;
export type NoteRecord = z.infer<typeof Note>;

/** A page of a table's rows of one project. */
function ofProject(
  table: string,
  record: FragmentSqlToken,
  project: string,
  page: number,
  order: FragmentSqlToken,
  { perPage = 25, matches = sql.fragment`true` }: { perPage?: number; matches?: FragmentSqlToken } = {},
): FragmentSqlToken {
  const paging = { page, per_page: perPage };
  const rows = sql.fragment`
    from corkboard.${sql.identifier([table])} t
   where t.workspace_id = ${workspaceId} and t.project_id = ${asUuid(project)} and ${matches}`;
  const shown = sql.fragment`(select t.* ${rows} order by ${order} limit ${perPage} offset ${offset(paging)})`;
  return sql.fragment`select ${list(paging, record, shown, sql.fragment`select count(*) ${rows}`)}`;
}

/**
 * One row with an entry from a table's rows of one project, as `entry`, null if there is none; `version` is how often it was
 * edited.
 */
const oneOfProject = (
  table: string,
  record: FragmentSqlToken,
  edited: string,
  project: string,
  id: string,
): FragmentSqlToken => sql.fragment`
  select json_agg(${record}) -> 0 as entry, corkboard.times_done(${workspaceId}, ${asUuid(id)}, ${edited}) as version
    from corkboard.${sql.identifier([table])} row
   where row.workspace_id = ${workspaceId} and row.project_id = ${asUuid(project)} and row.id = ${asUuid(id)}`;

/** The SQL of the invoice that bills a row `row` of time_entries. */
const billedByInvoice = object(sql.fragment`
  i.id, i.number
    from corkboard.billed_time b
    join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = b.invoice_id
   where b.workspace_id = ${workspaceId} and b.time_entry_id = row.id`);

const EditedTime = z.strictObject({ ...TimeEntry.shape, ...billedBy });
/** A time entry that is edited, if any. */
export interface EditedTime {
  entry: z.infer<typeof EditedTime> | null;
  version: number;
}

export const timeEntry = (project: string, id: string) =>
  oneOfProject(
    'time_entries',
    json(EditedTime, 'row', { billedBy: billedByInvoice }),
    'time.edited',
    project,
    id,
  );
export const revisionEntry = (project: string, id: string) =>
  oneOfProject('revisions', json(Revision, 'row'), 'revision.edited', project, id);
export const noteEntry = (project: string, id: string) =>
  oneOfProject('notes', json(Note, 'row'), 'note.edited', project, id);

/** Latest dates first. */
export const timeOf = (
  project: string,
  page: number,
  matches: FragmentSqlToken,
  orderBy = sql.fragment`t.date desc, t.id desc`,
) =>
  ofProject(
    'time_entries',
    json(TimeEntryDetail, 'row', {
      createdBy: loggedBy('row', mayKnow),
      billedBy: billedByInvoice,
    }),
    project,
    page,
    orderBy,
    { matches },
  );

/** A condition on time entries `t`: their description contains the text, ignoring case and accents. */
export const timeMatches = (search: string): FragmentSqlToken =>
  sql.fragment`strpos(corkboard.fold_for_search(t.description), (select corkboard.fold_for_search(${search}))) > 0`;

/** The days, and the id of the timekeeper, to which a list of time entries is narrowed. */
interface TimeEntryFilters {
  from?: string | undefined;
  until?: string | undefined;
  person?: string | undefined;
}

/** The condition on time entries `t` of filters and a search. Those of another person are found by readers who may see their time. */
export const timeCondition = (
  { from, until, person }: TimeEntryFilters,
  search = sql.fragment`true`,
): FragmentSqlToken =>
  all([
    search,
    ifGiven(from, day => sql.fragment`t.date >= ${day}`),
    ifGiven(until, day => sql.fragment`t.date <= ${day}`),
    ifGiven(person, id => sql.fragment`t.timekeeper_id = ${asUuid(id)} and ${mayListPerson(id)}`),
  ]);

/** One row with the minutes of the time entries of a project that match. */
export const timeSums = (project: string, matches: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  select coalesce(sum(t.minutes), 0) as "totalMinutes",
         coalesce(sum(t.minutes) filter (where t.billable), 0) as "billableMinutes"
    from corkboard.time_entries t
   where t.workspace_id = ${workspaceId} and t.project_id = ${asUuid(project)} and ${matches}`;

/** One row with the minutes of a project that invoices bill. Those that none bills yet would take a look at every time entry. */
export const billedTime = (project: string): FragmentSqlToken => sql.fragment`
  select coalesce(sum(t.minutes), 0) as minutes
    from corkboard.invoices i
    join corkboard.billed_time b on b.workspace_id = ${workspaceId} and b.invoice_id = i.id
    join corkboard.time_entries t on t.workspace_id = ${workspaceId} and t.id = b.time_entry_id
   where i.workspace_id = ${workspaceId} and i.project_id = ${asUuid(project)}`;

/** Latest rounds first. */
export const revisionsOf = (project: string, page: number) =>
  ofProject(
    'revisions',
    json(RevisionDetail, 'row', { createdBy: actorOf('row', 'revision.logged') }),
    project,
    page,
    sql.fragment`t.round_number desc`,
  );

/** Newest first. */
export const notesOf = (project: string, page: number, perPage = 25) =>
  ofProject('notes', json(Note, 'row'), project, page, sql.fragment`t.created_at desc, t.id desc`, {
    perPage,
  });
