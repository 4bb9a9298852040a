import type { Equipped } from '../src/jobs/tasks.ts';
import { sendMail } from '../src/mail/send.ts';
import { codeToMail } from '../src/signIn/code.ts';
import { emailCodeMail } from '../src/signIn/codeMails.ts';

/**
 * Emails the code that confirms a member's new address, unless the change was withdrawn. Payload: `{ workspaceId,
 * changeId }`.
 */
const mailEmailCode: Equipped =
  ({ config }) =>
  async (payload, { query }) => {
    const { workspaceId, changeId } = payload as { workspaceId: string; changeId: string };
    const { code, hash } = await codeToMail(changeId);
    const { rows } = await query<{ email: string | null }>(
      'select corkboard.set_email_change_code($1, $2, $3) as email',
      [workspaceId, changeId, hash],
    );
    const { email } = rows[0]!;
    if (email !== null) await sendMail(emailCodeMail(email, changeId, code, config.publicUrl), config);
  };

export default mailEmailCode;
