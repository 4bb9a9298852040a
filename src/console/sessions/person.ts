import { z } from 'zod';
import { authenticatedRead, type RowsAsJson } from '../../database/authenticatedRead.ts';
import { sql } from '../../database/pool.ts';
import type { Request, Resources } from '../../http/handler.ts';
import { maxMinutes } from '../../operations/logTime.ts';
import { noReads } from './batchReads.ts';
import { hashOf, workspaceIn } from './session.ts';

/** A member's timer (sql/functions/sign_in/authenticate_session.sql). */
export interface Timer {
  id: string;
  projectId: string;
  /** The project's name. */
  project: string;
  isInTrash: boolean;
  startedAt: string;
  /** Whether it runs; otherwise it is paused. */
  isRunning: boolean;
  /** The seconds that it has counted; more than `maxTimerSeconds` if it has stopped counting. */
  seconds: number;
}

/** How long a timer counts. */
export const maxTimerSeconds = maxMinutes * 60;

/** A signed-in person, with the settings of their workspace (sql/functions/sign_in/authenticate_session.sql). */
const PersonRow = z.object({
  workspace_id: z.string(),
  member_id: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'member']),
  workspace_name: z.string(),
  /** The workspace's default currency. */
  currency: z.string(),
  time_zone: z.string(),
  locale: z.string(),
  /** Whether they entered a code within the last 30 minutes. */
  is_recently_authenticated: z.boolean(),
  /** Whether the workspace is suspended, so that they can only read. */
  is_suspended: z.boolean(),
  /** When the workspace will be removed; null if that isn't planned. */
  removal_due_at: z.string().nullable(),
  /** Their timer, as JSON. */
  timer: z.string().nullable(),
  /** Whether they may see who worked how long: the owner may, and members if the workspace says so. */
  sees_all_time: z.boolean(),
  /** The names of the workspace's members by address, as JSON. */
  names: z.string().nullable(),
});
export type Person = Omit<z.infer<typeof PersonRow>, 'timer' | 'names'> & {
  timer: Timer | null;
  /** What members who have a name are called, by address. */
  names: ReadonlyMap<string, string>;
};

/** The role that a page or action requires: `member` admits the owner too. */
export type Role = Person['role'];
export const mayDo = (person: Person, by: Role) => by === 'member' || person.role === 'owner';

const Row = PersonRow.extend({ answer: z.string() });
/** Named, because a statement prepared with `*` fails as soon as a later version adds a column. */
const columns = sql.fragment`${sql.join(
  Object.keys(PersonRow.shape).map(name => sql.identifier(['admitted', name])),
  sql.fragment`, `,
)}`;

const session = authenticatedRead({
  names: ['hash', 'workspaceId'],
  statement: ({ hash, workspaceId }, answer) => sql.type(Row)`
    select ${columns}, ${answer} as answer
    from corkboard.authenticate_session(${hash}, ${workspaceId}::uuid) admitted`,
  isOnNode: true,
});

/**
 * Authenticates a person by the token of their session, and runs `read`, all in one round trip. Null: the session
 * isn't valid. `read` comes from batchReads: `rows` are the rows of its queries by name, null for a query without a row.
 * Throws Overload.
 */
export async function authenticatePerson(
  { database }: Resources,
  req: Request,
  token: string,
  read: RowsAsJson = noReads,
): Promise<{ person: Person; rows: Record<string, unknown> } | null> {
  if (token === '') return null;
  const hash = hashOf(token);
  const tenant = database.tenants.of(hash, workspaceIn(token));
  const row = await database
    .for(req.deadline, tenant)
    .maybeOne(session({ hash, workspaceId: tenant.workspaceId }, read));
  database.tenants.put(hash, row?.workspace_id);
  if (row === null) return null;
  const { answer, ...given } = row;
  const names = new Map(Object.entries<string>(JSON.parse(given.names ?? '{}')));
  const person: Person = { ...given, timer: JSON.parse(given.timer ?? 'null'), names };
  req.access.workspaceId = person.workspace_id;
  return { person, rows: JSON.parse(answer) };
}
