import type { Equipped } from '../src/jobs/tasks.ts';
import { sendMail } from '../src/mail.ts';
import { hashOfCode, newCode } from '../src/members/code.ts';
import { emailCodeMail } from '../src/members/codeMail.ts';
import { Patience } from '../src/patience.ts';

/** How long, in ms, it waits while other codes are hashed; after that the job is retried. */
const waitMs = 30_000;

/**
 * Mails the code that proves a member's new address, if that is still wanted; payload `{ workspaceId, changeId }`. The
 * code is stored nowhere.
 */
const mailEmailCode: Equipped =
  ({ config }) =>
  async (payload, { query }) => {
    const { workspaceId, changeId } = payload as { workspaceId: string; changeId: string };
    const code = newCode();
    const { rows } = await query<{ email: string | null }>(
      'select corkboard.give_email_code($1, $2, $3) as email',
      [workspaceId, changeId, await hashOfCode(changeId, code, new Patience(waitMs))],
    );
    const { email } = rows[0]!;
    if (email !== null) await sendMail(emailCodeMail(email, changeId, code, config.publicUrl), config);
  };

export default mailEmailCode;
