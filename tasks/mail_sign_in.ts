import type { Equipped } from '../src/jobs/tasks.ts';
import { sendMail } from '../src/mail/send.ts';
import { codeToMail } from '../src/signIn/code.ts';
import { signInMail } from '../src/signIn/codeMails.ts';

/**
 * Emails the code of a requested sign-in, if the address is a member's. Payload: `{ signInId, next }`; `next` is the
 * page to open afterwards.
 */
const mailSignIn: Equipped =
  ({ config }) =>
  async (payload, { query }) => {
    const { signInId, next } = payload as { signInId: string; next?: string | null };
    const emailFrom = async (call: string, ...values: unknown[]) =>
      (await query<{ email: string | null }>(`select ${call} as email`, [signInId, ...values])).rows[0]!
        .email;
    // Checked first, because hashing a code takes long, and anyone can request codes for addresses of non-members.
    if ((await emailFrom('corkboard.sign_in_recipient($1)')) === null) return;
    const { code, hash } = await codeToMail(signInId);
    const email = await emailFrom('corkboard.set_sign_in_code($1, $2)', hash);
    if (email !== null)
      await sendMail(signInMail(email, signInId, code, next ?? '/', config.publicUrl), config);
  };

export default mailSignIn;
