/** What the owner of a workspace is told of an endpoint that was turned off (sql/functions/finish_disabling.sql). */
export interface TurnedOff {
  ownerEmail: string;
  workspaceName: string;
  endpointId: string;
  /** Without its path, which may be a credential. */
  host: string;
  missed: number;
  lastOutcome: string | null;
}

/** The mail to the owner: what happened, what it means, and what to do. */
export function turnedOffMail({
  ownerEmail,
  workspaceName,
  endpointId,
  host,
  missed,
  lastOutcome,
}: TurnedOff) {
  return {
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
