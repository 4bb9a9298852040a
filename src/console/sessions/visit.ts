import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { prepared, sql } from '../../database/pool.ts';
import type { Request, Resources } from '../../http/handler.ts';
import type { RejectedForm } from '../forms/rejectedForm.ts';
import { hashOf } from './session.ts';

/** Who is signed in, and how they read amounts and times (sql/functions/sign_in/authenticate_session.sql). */
const Person = z.object({
  workspace_id: z.string(),
  member_id: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'member']),
  workspace_name: z.string(),
  /** The workspace's own. */
  currency: z.string(),
  time_zone: z.string(),
  locale: z.string(),
  /** Whether they proved who they are within the last 30 minutes. */
  is_recently_authenticated: z.boolean(),
});
export type Person = z.infer<typeof Person>;

/** Who may see or do something: every member, or the owner alone. */
export type Role = Person['role'];
export const mayDo = (person: Person, by: Role) => by === 'member' || person.role === 'owner';

/** What the address of a page says. */
export interface PageAddress {
  /** What stands in the path for `:name`. */
  params: Record<string, string>;
  search: URLSearchParams;
}

/** A person on a page. */
export interface Visit extends PageAddress {
  person: Person;
  /** The page's path and query, as a link back to it. */
  here: string;
  /** The origin of the console, as the browser sees it: `https://console.example`. */
  origin: string;
  /** The form that they sent last, if it was rejected. */
  rejected?: RejectedForm | undefined;
}

const Row = Person.extend({ answer: z.string().nullable() });
/** Each by its name: a statement that was prepared with `*` fails as soon as a later version adds a column. */
const columns = sql.join(
  Object.keys(Person.shape).map(name => sql.identifier(['admitted', name])),
  sql.fragment`, `,
);

/** By its name, a query of one row whose columns are what a page shows. */
export type Reads = Record<string, FragmentSqlToken>;

/**
 * Lets a person in by the token of their session, and reads what the page shows for those who may see it, all in one
 * round trip. Null: nobody is signed in. `read` comes from `together`: the rows are by the names of its reads; null
 * where a query has none, and where the person may not see them. Throws Overload.
 */
export async function admitPerson(
  { database }: Resources,
  req: Request,
  token: string,
  read = nothing,
  by: Role = 'member',
): Promise<{ person: Person; rows: Record<string, unknown> | null } | null> {
  if (token === '') return null;
  const hash = hashOf(token);
  const row = await database.for(req.deadline, database.tenants.of(hash)).maybeOne(
    prepared(sql.type(Row)`
      select ${columns}, case when ${by} = 'member' or admitted.role = 'owner' then ${read} end as answer
      from corkboard.authenticate_session(${sql.binary(hash)}) admitted`),
  );
  database.tenants.put(hash, row?.workspace_id);
  if (row === null) return null;
  const { answer, ...person } = row;
  req.access.workspaceId = person.workspace_id;
  return { person, rows: answer === null ? null : JSON.parse(answer) };
}

const nothing: FragmentSqlToken = sql.fragment`'{}'`;

/** The JSON of several queries' rows, by their names. */
export function together(reads: Reads): FragmentSqlToken {
  if (Object.keys(reads).length === 0) return nothing;
  const named = Object.entries(reads).map(
    ([name, query]) => sql.fragment`(select row_to_json(r) from (${query}) r) as ${sql.identifier([name])}`,
  );
  return sql.fragment`(select row_to_json(a)::text from (select ${sql.join(named, sql.fragment`, `)}) a)`;
}
