import { baseUrl } from '../src/config.ts';
import { call } from '../src/database/call.ts';
import type { Equipped } from '../src/jobs/tasks.ts';
import { type Notice, noticeMail } from '../src/mail/memberNotices.ts';
import { sendMail } from '../src/mail/send.ts';

/** Emails a person about a change to their address or role, or invites them. The payload is a Notice. */
export default (async (payload, helpers, { config }) => {
  const notice = payload as Notice;
  if (notice.notice === 'invitation') {
    const invitation = [notice.workspaceId, notice.eventId];
    const token = await call<string | null>(helpers, 'renew_invitation_token', ...invitation);
    if (token === null) return;
    notice.link = `${baseUrl(config)}/invite/${token}`;
  }
  await sendMail(noticeMail(notice, config.publicUrl), config);
}) satisfies Equipped;
