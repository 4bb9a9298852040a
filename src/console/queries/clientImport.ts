import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Problem } from '../../imports/clientLine.ts';
import type { Settings } from '../../imports/readFile.ts';
import { fields, object, objects, workspaceId } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { limitPlusOne, limitTo } from './pageLimit.ts';

/** A file of clients that a member imports. */
export interface ClientImport {
  id: string;
  state: 'uploaded' | 'checking' | 'checked' | 'importing' | 'finished' | 'failed';
  version: number;
  fileName: string;
  requestedBy: string;
  createdAt: string;
  settings: Settings;
  preview: string[][];
  lines: number;
  faulty: number;
  duplicates: number;
  clients: number | null;
  failure: string | null;
}

/** A line that can't be imported. */
export interface FaultyLine {
  line: number;
  problems: Problem[];
  /** The values of its fields, as in the file. */
  client: Record<string, string>;
}

/** A line that can't be imported, with all its cells, as in the file. */
export interface FaultyCells extends Omit<FaultyLine, 'client'> {
  cells: string[];
}

/** A line that is likely a duplicate. */
export interface DuplicateLine {
  line: number;
  name: string;
  email: string | null;
  /** The client that has the same email address or name; null: an earlier line has. */
  client: { id: string; name: string } | null;
  earlierLine: number | null;
  /** Whether a member wants it imported nevertheless. */
  isWanted: boolean;
}

/** A page of the likely duplicates of an import, and how many of all of them are wanted. */
export interface Duplicates {
  rows: DuplicateLine[];
  wanted: number;
}

/** How many faulty lines a page shows. */
export const maxFaultyLines = 50;

const importFields = fields(
  'i',
  'id state version fileName requestedBy createdAt settings preview lines faulty duplicates clients failure',
);

/** The newest imports of a workspace. */
export const importsQuery = sql.fragment`
  select ${objects(sql.fragment`
    select ${importFields} from corkboard.client_imports i
     where i.workspace_id = ${workspaceId} order by i.id desc ${limitTo(5)}`)} as rows`;

/** An import. */
export const importQuery = (id: string) => sql.fragment`
  select ${importFields}
    from corkboard.client_imports i
   where i.workspace_id = ${workspaceId} and i.id = ${asUuid(id)}`;

const faultyLinesOf = (id: string, after: number, most: number, fields: FragmentSqlToken) => sql.fragment`
  select ${objects(sql.fragment`
    select ${fields} from corkboard.client_import_rows r
     where r.workspace_id = ${workspaceId} and r.import_id = ${asUuid(id)} and r.problems is not null and r.line > ${after}
     order by r.line ${limitTo(most)}`)} as rows`;

/** Lines of an import that can't be imported, those after a line, in their order. */
export const faultyLines = (id: string, after: number, most: number) =>
  faultyLinesOf(id, after, most, sql.fragment`r.line, r.problems, r.client`);

/** The same with their cells. */
export const faultyCells = (id: string, after: number, most: number) =>
  faultyLinesOf(id, after, most, sql.fragment`r.line, r.problems, r.cells`);

/** Lines of an import that are likely duplicates, after a line, in their order, and one more to find out whether there are more. */
export const duplicateLines = (id: string, after: number) => sql.fragment`
  select ${objects(sql.fragment`
    select r.line, r.client ->> 'name' as name, r.client ->> 'email' as email, r.duplicate_line as "earlierLine",
           r.is_wanted as "isWanted",
           ${object(sql.fragment`
             c.id, c.name from corkboard.clients c where c.workspace_id = ${workspaceId} and c.id = r.duplicate_of`)} as client
      from corkboard.client_import_rows r
     where r.workspace_id = ${workspaceId} and r.import_id = ${asUuid(id)}
       and (r.duplicate_of is not null or r.duplicate_line is not null) and r.line > ${after}
     order by r.line ${limitPlusOne}`)} as rows,
         (select count(*)::integer from corkboard.client_import_rows r
           where r.workspace_id = ${workspaceId} and r.import_id = ${asUuid(id)} and r.is_wanted) as wanted`;
