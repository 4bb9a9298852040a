import type { Mail } from '../mail.ts';

/** What the owner of a workspace is told of an endpoint that was turned off (sql/functions/disabling_notice.sql). */
export interface TurnedOff {
  ownerEmail: string;
  workspaceName: string;
  endpointId: string;
  /** Without its path, which may be a credential. */
  host: string;
  /** ISO 8601. */
  turnedOffAt: string;
  lastOutcome: string | null;
}

/** The mail to the owner: what happened, what it means, what to do. `missed`: how many deliveries were waiting. */
export function turnedOffMail(
  { ownerEmail, workspaceName, endpointId, host, turnedOffAt, lastOutcome }: TurnedOff,
  missed: number,
): Mail {
  return {
    id: `endpoint-${endpointId}-${Date.parse(turnedOffAt)}`,
    to: ownerEmail,
    subject: `Webhook to ${host} turned off`,
    text: [
      `The webhook endpoint at ${host} of your workspace ${workspaceName} was turned off: 20 deliveries in a row failed` +
        `${lastOutcome === null ? '' : `, the last one with "${lastOutcome}"`}.`,
      'Nothing more is sent there. Events that happen meanwhile are recorded as missed' +
        `${missed === 0 ? '.' : `, and ${missed} that were waiting are among them.`}`,
      'When the receiver works again, turn the endpoint on in Settings, Integrations, and replay what was missed.',
      `Endpoint: ${endpointId}`,
    ].join('\n\n'),
  };
}
