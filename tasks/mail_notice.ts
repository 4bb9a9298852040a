import type { Equipped } from '../src/jobs/tasks.ts';
import { type Notice, noticeMail } from '../src/mail/memberNotices.ts';
import { sendMail } from '../src/mail/send.ts';

/** Tells a person by mail what happened to their address or their role; payload: see Notice. */
const mailNotice: Equipped =
  ({ config }) =>
  payload =>
    sendMail(noticeMail(payload as Notice, config.publicUrl), config);

export default mailNotice;
