import { baseUrl } from '../src/config.ts';
import { call } from '../src/database/call.ts';
import { type Equipped, RecordJob } from '../src/jobs/tasks.ts';
import { type Notifications, notificationMail } from '../src/mail/notificationMail.ts';
import { sendMail } from '../src/mail/send.ts';

/**
 * Emails a member the notifications that wait for them, one email for each kind. A notification is deleted once its email was
 * sent, so after a crash in between it is sent again.
 */
export default (async (payload, helpers, { config }) => {
  const { workspaceId, recordId: memberId } = RecordJob.parse(payload);
  const { rows } = await helpers.query<Notifications>(
    `select p.kind, p.ids, p."to", p.token, p."workspaceName", p.locale, p.count::integer, p.items
       from corkboard.prepare_notifications($1, $2) p`,
    [workspaceId, memberId],
  );
  const unsent = new Set(rows.flatMap(({ ids }) => ids));
  try {
    for (const notifications of rows) {
      await sendMail(notificationMail(notifications, baseUrl(config)), config);
      await call(helpers, 'delete_notifications', workspaceId, notifications.ids);
      for (const id of notifications.ids) unsent.delete(id);
    }
  } finally {
    if (unsent.size > 0) await call(helpers, 'release_notifications', workspaceId, [...unsent]);
  }
}) satisfies Equipped;
