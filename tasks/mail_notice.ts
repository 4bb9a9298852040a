import type { Equipped } from '../src/jobs/tasks.ts';
import { type Notice, noticeMail } from '../src/mail/memberNotices.ts';
import { sendMail } from '../src/mail/send.ts';

/** Emails a person about a change to their address or role. The payload is a Notice. */
export default (async (payload, _helpers, { config }) => {
  await sendMail(noticeMail(payload as Notice, config.publicUrl), config);
}) satisfies Equipped;
