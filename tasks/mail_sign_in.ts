import { call } from '../src/database/call.ts';
import type { Equipped } from '../src/jobs/tasks.ts';
import { sendMail } from '../src/mail/send.ts';
import { codeToMail } from '../src/signIn/code.ts';
import { signInMail } from '../src/signIn/codeMails.ts';

/**
 * Emails the code of a requested sign-in, if the address is a member's. Payload: `{ signInId, next }`; `next` is the
 * page to open afterwards.
 */
export default (async (payload, helpers, { config }) => {
  const { signInId, next } = payload as { signInId: string; next?: string | null };
  // Checked first, because hashing a code takes long, and anyone can request codes for addresses of non-members.
  if ((await call(helpers, 'sign_in_recipient', signInId)) === null) return;
  const { code, hash } = await codeToMail(signInId);
  const email = await call<string | null>(helpers, 'set_sign_in_code', signInId, hash);
  if (email !== null)
    await sendMail(signInMail(email, signInId, code, next ?? '/', config.publicUrl), config);
}) satisfies Equipped;
