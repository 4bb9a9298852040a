import { baseUrl } from '../src/config.ts';
import type { Equipped } from '../src/jobs/tasks.ts';
import { type Invitation, invitationMail } from '../src/mail/invitationMail.ts';
import { sendMail } from '../src/mail/send.ts';

/** Emails an invitation, unless it was withdrawn. Payload: `{ workspaceId, invitationId }`. */
const mailInvitation: Equipped =
  ({ config }) =>
  async (payload, { query }) => {
    const { workspaceId, invitationId } = payload as { workspaceId: string; invitationId: string };
    const { rows } = await query<Invitation>('select * from corkboard.prepare_invitation_mail($1, $2)', [
      workspaceId,
      invitationId,
    ]);
    const [invitation] = rows;
    if (invitation) await sendMail(invitationMail(invitation, invitationId, baseUrl(config)), config);
  };

export default mailInvitation;
