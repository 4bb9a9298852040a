import { sql } from '../../../database/sql.ts';
import { count, megabytes, moment } from '../../../formatting/index.ts';
import { fields, objects, workspaceId } from '../../../records/fragments.ts';
import { table } from '../../components/table.ts';
import { shortTime } from '../../components/time.ts';
import { type Html, html } from '../../html/html.ts';
import { personName } from '../../html/personName.ts';
import { limitTo } from '../../queries/pageLimit.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { exportPath } from './accountingForms.ts';

/** An export of the workspace. */
export interface ExportState {
  id: string;
  state: 'queued' | 'running' | 'finished' | 'failed';
  requestedBy: string;
  requestedAt: string;
  done: number;
  total: number;
  bytes: number;
  /** When its file is deleted. */
  expiresAt: string | null;
  failure: string | null;
}

/** Whether the export `e` ended less than a day ago, or not at all. It is deleted some time after that. */
export const isKept = sql.fragment`coalesce(e.finished_at > now() - interval '1 day', true)`;

/** The newest exports. */
export const exportsQuery = sql.fragment`
  select ${objects(sql.fragment`
    select ${fields('e', 'id state requestedBy requestedAt done total bytes failure')},
           corkboard.iso(e.finished_at + interval '1 day') as "expiresAt"
      from corkboard.exports e
     where e.workspace_id = ${workspaceId} and ${isKept} order by e.id desc ${limitTo(5)}`)} as rows`;

/** The newest exports with how far they are; null if there is none. */
export const exportList = (context: PageContext, rows: readonly ExportState[]): Html | null =>
  rows.length === 0
    ? null
    : table(
        'Exports',
        ['Started', 'By', 'State'],
        rows.map(row => [
          shortTime(row.requestedAt, context.person),
          personName(row.requestedBy, context.person),
          stateOf(row, context),
        ]),
      );

function stateOf(
  { id, state, done, total, bytes, expiresAt, failure }: ExportState,
  { person }: PageContext,
): Html {
  const { locale, time_zone } = person;
  const again = html`<a href="${exportPath}">Check again</a>`;
  if (state === 'queued') return html`Waiting to begin. ${again}`;
  if (state === 'running')
    return html`${count(done, locale)} of ${count(total, locale)} records and files so far. ${again}`;
  if (state === 'failed') return html`${failure}`;
  return html`<a href="${exportPath}/${id}.zip">Download zip file</a> (${megabytes(bytes, locale)}), until ${moment(expiresAt!, locale, time_zone)}`;
}
