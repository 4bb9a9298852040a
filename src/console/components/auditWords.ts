import { sentenceOf } from '../../actions/catalogue.ts';
import { assistantVia } from '../../vocabulary/provenance.ts';
import type { Value } from '../html/html.ts';
import { personName } from '../html/personName.ts';
import type { AuditEntry } from '../queries/auditLog.ts';
import type { Person } from '../sessions/person.ts';

/** The channel of an entry: `assistant, via API`, `in the app`, `through a share link`. */
export function channelOf({ via, actor }: AuditEntry): string {
  if (via !== 'app') return assistantVia(via);
  if (actor === 'service') return 'automatically';
  if (isClient(actor)) return 'through a share link';
  return actor.includes('@') ? 'in the app' : 'on the command line';
}

/** Whether the actor came by a share link (sql/functions/share_links/act_as_client.sql). */
const isClient = (actor: string) => actor === 'client' || actor.endsWith(' (client)');

/** How actors without a name or address begin a sentence. */
const named: Partial<Record<string, string>> = { client: 'Client', operator: 'Operator', service: 'Service' };

/** The actor of an entry as pages show it: `Client`, if the share link's visitor gave no name. The filter finds it so. */
export const actorName = ({ actor }: Pick<AuditEntry, 'actor'>, person: Person): Value =>
  named[actor] ?? personName(actor, person);

/** The change, and for approvals and signatures recorded for a client, the client's name. */
export const sentence = ({
  action,
  actor,
  recordedFor = null,
  hasFailed = false,
}: Pick<AuditEntry, 'action' | 'actor'> & { recordedFor?: string | null; hasFailed?: boolean }): string =>
  `${sentenceOf(action, isClient(actor), hasFailed)}${recordedFor === null ? '' : ` for ${recordedFor}`}`;

/** The type of an entry's record in words. */
export const typeOf = ({ recordType }: Pick<AuditEntry, 'recordType'>): string =>
  recordType.replaceAll('_', ' ');
