import { call } from '../src/database/call.ts';
import { type Equipped, RecordJob } from '../src/jobs/tasks.ts';
import { sendMail } from '../src/mail/send.ts';
import { codeToMail } from '../src/signIn/code.ts';
import { emailCodeMail } from '../src/signIn/codeMails.ts';

/** Emails the code that confirms a member's new address, unless the change was withdrawn. */
export default (async (payload, helpers, { config }) => {
  const { workspaceId, recordId: changeId } = RecordJob.parse(payload);
  const { code, hash } = await codeToMail(changeId);
  const email = await call<string | null>(helpers, 'set_email_change_code', workspaceId, changeId, hash);
  if (email !== null) await sendMail(emailCodeMail(email, changeId, code, config.publicUrl), config);
}) satisfies Equipped;
