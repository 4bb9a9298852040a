import type { Equipped } from '../src/jobs/tasks.ts';
import { sendMail } from '../src/mail/send.ts';
import { codeToMail } from '../src/signIn/code.ts';
import { signInMail } from '../src/signIn/codeMails.ts';

/**
 * Mails the code of a requested sign-in, if the address is a member's; payload `{ signInId, next }`, where `next` is the page
 * to open after it.
 */
const mailSignIn: Equipped =
  ({ config }) =>
  async (payload, { query }) => {
    const { signInId, next } = payload as { signInId: string; next?: string | null };
    const emailFrom = async (call: string, ...values: unknown[]) =>
      (await query<{ email: string | null }>(`select ${call} as email`, [signInId, ...values])).rows[0]!
        .email;
    // Checked first, because requests for addresses of non-members must not cost the time of a hash.
    if ((await emailFrom('corkboard.sign_in_recipient($1)')) === null) return;
    const { code, hash } = await codeToMail(signInId);
    const email = await emailFrom('corkboard.set_sign_in_code($1, $2)', hash);
    if (email !== null)
      await sendMail(signInMail(email, signInId, code, next ?? '/', config.publicUrl), config);
  };

export default mailSignIn;
