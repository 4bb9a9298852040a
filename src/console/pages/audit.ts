import { count } from '../../formatting/index.ts';
import { auditChanges } from '../components/auditChanges.ts';
import { recordOrType } from '../components/auditRecord.ts';
import { actorName, channelOf, sentence } from '../components/auditWords.ts';
import { filled, filterForm, filtersIn } from '../components/filterForm.ts';
import { cursorOf, keysetPagination, pageRows as shown } from '../components/keysetPagination.ts';
import { settingsTabs } from '../components/settingsTabs.ts';
import { sortBy, table } from '../components/table.ts';
import { shortTime, timeAtEnd } from '../components/time.ts';
import { word } from '../forms/labels.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { page } from '../page/page.ts';
import {
  type AuditEntry,
  type AuditPage,
  auditFilters,
  entries,
  maxSearched,
  recordTypes,
} from '../queries/auditLog.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { queryOf } from '../requests/paths.ts';
import type { Person } from '../sessions/person.ts';
import { auditCsv } from './audit/csv.ts';

/** The audit log: who changed what, and through which channel. */
export const audit = page<{ log: AuditPage }>({
  path: '/settings/audit',
  files: [auditCsv],
  reads: ({ search }) => ({ log: entries(filtersIn(auditFilters, search), cursorOf(search)) }),
  view: ({ log: { rows, searchedTo } }, context) => ({
    title: 'Audit log',
    body: html`
      ${settingsTabs(context, '/settings/audit')}
      ${filterForm(
        context,
        [
          ['actor', 'Person or API key', 'search'],
          ['type', 'Record', recordTypes.map(type => [type, word(type)])],
          ['from', 'From', 'date'],
          ['to', 'Until', 'date'],
        ],
        ['record', 'sort'],
      )}
      ${isOfRecord(context) ? html`<p>Showing the changes to one record. <a href="/settings/audit">Show all changes</a></p>` : null}
      ${rows.length === 0 ? emptyState(searchedTo, context) : list(rows, context)}
      ${keysetPagination(context.here, rows, searchedTo && { after: searchedTo.id, words: `Search ${ascends(context) ? 'later' : 'older'} changes` })}
      <p class="quiet-text"><a href="/settings/audit.csv${csvQuery(context)}">Download as CSV</a></p>`,
  }),
});

/** Whether the oldest change comes first. */
const ascends = ({ search }: PageContext) => search.get('sort') === 'time';

const emptyState = (searchedTo: AuditPage['searchedTo'], context: PageContext): Html =>
  searchedTo === null
    ? html`<p class="empty">No changes match. Everything that a person, an integration or an assistant changes is listed here. <a href="/settings/audit">Show all changes</a></p>`
    : html`<p class="empty">No matches among the ${count(maxSearched, context.person.locale)} changes ${ascends(context) ? 'until' : 'since'} ${timeAtEnd(searchedTo.recordedAt, context.person)}</p>`;

const isOfRecord = ({ search }: PageContext) => (search.get('record') ?? '').trim() !== '';

/** The filters and the order of the page, for the file. */
const csvQuery = ({ search }: PageContext): string =>
  queryOf(new URLSearchParams(filled(auditFilters, search)));

function list(rows: readonly AuditEntry[], context: PageContext): Html {
  const isAll = !isOfRecord(context);
  return table(
    'Audit log',
    [
      { name: 'Time', sorting: sortBy(context, 'time', { initial: '-time', descends: true }) },
      'Person or API key',
      'Change',
      'Record',
    ],
    shown(rows).map(entry => row(entry, context.person, isAll)),
  );
}

function row(entry: AuditEntry, person: Person, isAll: boolean): Value[] {
  const { recordedAt, recordId, recordType, via, keyPrefix } = entry;
  const actor = actorName(entry, person);
  const only = html` <a class="history" href="?record=${recordId}">History</a>`;
  return [
    html`<span class="tight">${shortTime(recordedAt, person)}</span>`,
    via === 'app'
      ? html`${actor}, ${channelOf(entry)}`
      : html`${actor} (${channelOf(entry)})${keyPrefix === null ? null : html` <code class="prefix">${keyPrefix}…</code>`}`,
    html`${sentence(entry)}${auditChanges(entry.changes, person.locale)}`,
    html`${recordOrType(entry, person)}${isAll && recordType !== 'workspace' ? only : null}`,
  ];
}
