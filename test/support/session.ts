import { createHash, randomBytes } from 'node:crypto';
import type { World } from './world.ts';

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
  { db }: Pick<World, 'db'>,
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
