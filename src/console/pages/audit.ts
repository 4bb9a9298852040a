import { sentenceOf } from '../../actions/catalogue.ts';
import { moment } from '../../formatting/index.ts';
import { asUuid, nilId } from '../../vocabulary/id.ts';
import { assistantVia } from '../../vocabulary/provenance.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { auditChanges } from '../parts/auditChanges.ts';
import { cursorOf, keysetPagination, pageRows as shown } from '../parts/keysetPagination.ts';
import { settingsTabs } from '../parts/settingsTabs.ts';
import { table } from '../parts/table.ts';
import { type AuditEntry, entries } from '../records/auditLog.ts';
import { page } from '../routing/page.ts';
import type { PageContext } from '../routing/pageContext.ts';
import type { Person } from '../sessions/person.ts';

/** The actor and the channel: `Robot (assistant, via API)`, `owner@studio.example, in the app`. */
const actorWithChannel = ({ via, actor }: AuditEntry): string =>
  via === 'app' ? `${actor}, ${channelOf(actor)}` : `${actor} (${assistantVia(via)})`;

/** The channel of actors without a key, by the actor's name. */
function channelOf(actor: string): string {
  if (actor === 'service') return 'automatically';
  if (isClient(actor)) return 'through a share link';
  return actor.includes('@') ? 'in the app' : 'on the command line';
}

/** Whether the actor came by a share link (sql/functions/share_links/act_as_client.sql). */
const isClient = (actor: string) => actor === 'client' || actor.endsWith(' (client)');

/** The change, and for approvals and signatures recorded for a client, the client's name. */
const sentence = ({ action, actor, recordedFor }: AuditEntry) =>
  `${sentenceOf(action, isClient(actor))}${recordedFor === null ? '' : ` for ${recordedFor}`}`;

/** The id of the record whose history is shown. For a malformed id the list is empty, as for another workspace's record. */
const recordFilter = (search: URLSearchParams) => {
  const asked = search.get('record') ?? '';
  return asked.trim() === '' ? null : (asUuid(asked.trim()) ?? nilId);
};

/** The audit log: who changed what, and through which channel. */
export const audit = page<{ log: { rows: AuditEntry[] } }>({
  path: '/settings/audit',
  reads: ({ search }) => ({ log: entries(recordFilter(search), cursorOf(search)) }),
  view: ({ log: { rows } }, context) => ({
    title: 'Audit log',
    body: html`
      ${settingsTabs('/settings/audit')}
      ${recordFilter(context.search) === null ? null : html`<p>Showing the changes to one record. <a href="/settings/audit">Show all changes</a></p>`}
      ${
        rows.length === 0
          ? html`<p class="empty">No changes match. Everything that a person, an integration or an assistant changes is listed here.</p>`
          : list(rows, context)
      }
      ${keysetPagination(context.here, rows)}`,
  }),
});

function list(rows: readonly AuditEntry[], { person, search }: PageContext): Html {
  const isAll = recordFilter(search) === null;
  return table(
    'Audit log',
    ['Time', 'Person or API key', 'Change', 'Record'],
    shown(rows).map(entry => row(entry, person, isAll)),
  );
}

function row(entry: AuditEntry, { locale, time_zone }: Person, isAll: boolean): Value[] {
  const { recordedAt, recordId, recordType } = entry;
  const only = html` <a href="?record=${recordId}">History</a>`;
  return [
    moment(recordedAt, locale, time_zone),
    actorWithChannel(entry),
    html`${sentence(entry)}${auditChanges(entry.changes, locale)}`,
    html`${link(entry)}${isAll && recordType !== 'workspace' ? only : null}`,
  ];
}

/** The pages of records, by type. Records that belong to a project are on its page. */
const recordPaths: Record<string, (id: string, pageQuery: string | null) => string> = {
  workspace: () => '/settings',
  member: () => '/settings/members',
  key: () => '/settings/keys',
  endpoint: id => `/settings/webhooks/${id}`,
  delivery: (id, endpoint) => `/settings/webhooks/${endpoint}/deliveries/${id}`,
  client: id => `/clients/${id}`,
  project: id => `/projects/${id}`,
  invoice: id => `/invoices/${id}`,
  intake: (_, project) => `/projects/${project}?tab=intake`,
  scope: (_, project) => `/projects/${project}?tab=scope`,
  agreement: (_, project) => `/projects/${project}?tab=scope`,
  change_order: (_, project) => `/projects/${project}?tab=scope`,
  revision: (_, project) => `/projects/${project}?tab=revisions`,
  time_entry: (_, project) => `/projects/${project}?tab=time`,
  note: (_, project) => `/projects/${project}?tab=notes`,
};

function link({ recordType, recordId, record }: AuditEntry): Html {
  const type = recordType.replace('_', ' ');
  const place = recordPaths[recordType];
  if (record === null || place === undefined) return html`${type} (removed)`;
  return html`${type} <a href="${place(recordId, record.within)}">${record.name}</a>`;
}
