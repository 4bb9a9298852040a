import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { Browser } from './browser.ts';

/** A signed-in member of a workspace. */
export interface Person {
  workspaceId: string;
  memberId: string;
  email: string;
  /** The token in the browser's cookie: a secret and the workspace. */
  token: string;
  /** The SHA-256 of the secret. The database stores only this. */
  tokenHash: Buffer;
}

/** What follows a secret of a workspace (src/admission/key.ts). */
export const suffixOf = (workspaceId: string) =>
  Buffer.from(workspaceId.replaceAll('-', ''), 'hex').toString('base64url');

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/**
 * Signs in the owner, or a new member with this address. `confirmed`: how long ago they entered a code, as an interval.
 */
export async function signIn(
  { db }: { db: Pick<pg.ClientBase, 'query'> },
  workspaceId: string,
  { email, confirmed = '0' }: { email?: string; confirmed?: string } = {},
): Promise<Person> {
  const { rows } = email
    ? await db.query('select * from corkboard.add_member($1, $2)', [workspaceId, email])
    : await db.query(`select * from corkboard.members where workspace_id = $1 and role = 'owner'`, [
        workspaceId,
      ]);
  const [member] = rows;
  const secret = randomBytes(32).toString('base64url');
  const tokenHash = sha256(secret);
  await db.query(
    `insert into corkboard.sessions (workspace_id, member_id, token_hash, confirmed_at, expires_at)
     values ($1, $2, $3, clock_timestamp() - $4::interval, clock_timestamp() + interval '14 days')`,
    [workspaceId, member.id, tokenHash, confirmed],
  );
  const token = secret + suffixOf(workspaceId);
  return { workspaceId, memberId: member.id, email: member.email, token, tokenHash };
}

/** A browser in which a person is signed in. */
export type PersonBrowser = Browser & { person: Person };

/** Opens browsers on a server of a database. */
export interface Browsers {
  /** A browser with the owner of a workspace. `confirmed`: how long ago they entered a code. */
  owner(workspaceId: string, confirmed?: string): Promise<PersonBrowser>;
  /** A browser with a new member who is not the owner. */
  member(workspaceId: string, email?: string): Promise<PersonBrowser>;
  /** A browser without a session. */
  stranger(): Browser;
}

/** Browsers on the server at this address, which is asked for when one is opened. */
export function browsersOf(w: Parameters<typeof signIn>[0], baseUrl: () => string): Browsers {
  const browserOf = (person: Person) => Object.assign(new Browser(baseUrl(), person), { person });
  return {
    owner: async (workspaceId, confirmed = '0') => browserOf(await signIn(w, workspaceId, { confirmed })),
    member: async (workspaceId, email = 'colleague@studio.example') =>
      browserOf(await signIn(w, workspaceId, { email })),
    stranger: () => new Browser(baseUrl()),
  };
}
