import { hashOfCode, newCode, signInMail } from '../src/console/signIn/mail.ts';
import type { Equipped } from '../src/jobs/tasks.ts';
import { sendMail } from '../src/mail.ts';

/** Mails the code of a sign-in that was asked for, if the address is a member's; payload `{ signInId }`. The code is stored nowhere. */
const mailSignIn: Equipped =
  ({ config }) =>
  async (payload, { query }) => {
    const { signInId } = payload as { signInId: string };
    const code = newCode();
    const { rows } = await query<{ email: string | null }>(
      'select corkboard.give_sign_in_code($1, $2) as email',
      [signInId, hashOfCode(signInId, code)],
    );
    const { email } = rows[0]!;
    if (email !== null) await sendMail(signInMail(email, signInId, code, config.publicUrl), config);
  };

export default mailSignIn;
