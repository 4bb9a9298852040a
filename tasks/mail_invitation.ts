import { baseUrl } from '../src/config.ts';
import { firstRow } from '../src/database/call.ts';
import type { Equipped } from '../src/jobs/tasks.ts';
import { type Invitation, invitationMail } from '../src/mail/invitationMail.ts';
import { sendMail } from '../src/mail/send.ts';

/** Emails an invitation, unless it was withdrawn. Payload: `{ workspaceId, invitationId }`. */
export default (async (payload, helpers, { config }) => {
  const { workspaceId, invitationId } = payload as { workspaceId: string; invitationId: string };
  const prepared = [workspaceId, invitationId];
  const invitation = await firstRow<Invitation>(helpers, 'prepare_invitation_mail', ...prepared);
  if (invitation) await sendMail(invitationMail(invitation, invitationId, baseUrl(config)), config);
}) satisfies Equipped;
