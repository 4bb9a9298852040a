import { count, dayOf, fullStopAfter } from '../formatting/index.ts';
import { nameInMail } from '../mail/nameInMail.ts';
import type { Mail } from '../mail/send.ts';
import type { Name } from './outcome.ts';

/**
 * The data of the email about an endpoint that was turned off (sql/functions/webhooks/endpoints/disabled_notice.sql).
 */
export interface TurnedOff {
  ownerEmail: string;
  workspaceName: string;
  endpointId: string;
  /** The host without the path, which may be a credential. */
  host: string;
  /** When it was turned off, in ISO 8601. */
  turnedOffAt: string;
  /** The last attempt's outcome, with the status if there is one: `http_status 500`. */
  lastOutcome: string | null;
  /** How many days a delivery is kept after it failed or was missed. */
  keptDays: number;
  /** When the first delivery that can be replayed may be deleted, in ISO 8601; null if none can be replayed. */
  keptUntil: string | null;
  /** The workspace's locale and time zone. */
  locale: string;
  timeZone: string;
}

/** Why a delivery failed: the end of a sentence about its receiver. */
const because: Record<Exclude<Name, 'succeeded'>, string> = {
  timeout: 'it did not answer in time',
  dns: 'its name could not be found',
  refused_address: 'its address is not public',
  connection: 'the connection to it failed',
  tls: 'it did not prove who it is (TLS)',
  redirect: 'it answered with a redirect, status',
  http_status: 'it answered with status',
};

function lastReason(lastOutcome: string | null): string {
  if (lastOutcome === null) return '';
  const [name, status = ''] = lastOutcome.split(' ');
  return `, the last one because ${because[name as keyof typeof because]} ${status}`.trimEnd();
}

/** The deadline for a replay: before the day on which the first delivery may be deleted. */
function retention({ keptDays, keptUntil, locale, timeZone }: TurnedOff): string {
  const kept = `Corkboard keeps a delivery for ${count(keptDays, locale)} days after it failed or was missed.`;
  if (keptUntil === null) return kept;
  const until = dayOf(keptUntil, locale, timeZone);
  return `${kept} To lose none, replay them before ${until}${fullStopAfter(until)}`;
}

/**
 * The email to the owner: what happened, what it means, what to do. `missed`: how many pending deliveries became
 * missed. `publicUrl`: the address of the app; without it the email has no link.
 */
export function turnedOffMail(turnedOff: TurnedOff, missed: number, publicUrl: string | undefined): Mail {
  const { ownerEmail, workspaceName, endpointId, host, turnedOffAt, lastOutcome } = turnedOff;
  const settings = publicUrl === undefined ? '.' : `: ${publicUrl}/settings/webhooks/${endpointId}`;
  return {
    id: `endpoint-${endpointId}-${Date.parse(turnedOffAt)}`,
    to: ownerEmail,
    subject: `Webhook to ${host} turned off`,
    text: [
      `The webhook endpoint at ${host} of your workspace ${nameInMail(workspaceName)} was turned off: 20 deliveries in a row failed` +
        `${lastReason(lastOutcome)}.`,
      'Corkboard sends nothing there while it is off. It records new events as missed' +
        `${missed === 0 ? '.' : `, and ${missed} that were waiting are among them.`}`,
      `When the receiver works again, turn the endpoint on in Settings, Integrations, and replay the failed and missed deliveries${settings}`,
      retention(turnedOff),
      `Endpoint: ${endpointId}`,
    ].join('\n\n'),
  };
}
