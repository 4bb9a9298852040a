import { startExport } from '../../actions/export.ts';
import { sql } from '../../database/sql.ts';
import { csvFiles } from '../../exports/csvFiles.ts';
import { workspaceId } from '../../records/fragments.ts';
import { settingsTabs } from '../components/settingsTabs.ts';
import { form } from '../forms/form.ts';
import { word } from '../forms/labels.ts';
import { html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import {
  accountingForm,
  accountingPath,
  type DatevState,
  datevForm,
  datevStateQuery,
  exportPath,
} from './export/accountingForms.ts';
import { type Added, added, addedLink, addedNote, addedQuery } from './export/books.ts';
import { type ExportState, exportList, exportsQuery } from './export/exportList.ts';
import { exportFiles } from './export/files.ts';

/** The first and last day of last month, in the workspace's time zone. */
const lastMonthQuery = sql.fragment`
  select (m.begins - interval '1 month')::date as "from", (m.begins - interval '1 day')::date as "to"
    from (select date_trunc('month', corkboard.workspace_today(${workspaceId})::timestamp) as begins) m`;

/** The button of the form for DATEV, which has the settings of the file. */
const addedButton = html`<button class="quiet" name="${added[0]}" value="${added[1]}">Download what was added</button>`;

const start = byAction(startExport, { path: `${exportPath}/start` });

/** The owner's downloads: CSV files, files for accountants, and the whole workspace. */
export const exportPage = page<{
  lastMonth: Record<string, string>;
  added: { rows: Added[] };
  exports: { rows: ExportState[] };
  datev: DatevState | null;
}>({
  path: exportPath,
  role: 'owner',
  reads: () => ({
    lastMonth: lastMonthQuery,
    added: addedQuery,
    exports: exportsQuery,
    datev: datevStateQuery,
  }),
  view: ({ lastMonth, added: { rows: additions }, exports: { rows }, datev }, context) => {
    const addedTo = (format: Added['format']) => additions.find(one => one.format === format);
    const { person } = context;
    const forms = {
      accounting: accountingForm(context, lastMonth),
      datev: datevForm(context, lastMonth, datev, addedTo('datev') === undefined ? null : addedButton),
    };
    const errors = [...forms.accounting.errors, ...forms.datev.errors];
    return {
      title: 'Export',
      httpStatus: errors.length > 0 ? 422 : 200,
      body: html`
      ${errors.length === 0 ? null : html`<div class="errors" role="alert" tabindex="-1"><h2>No file was made. Please fix the fields below.</h2><ul>${errors}</ul></div>`}
      ${settingsTabs(context, exportPath)}
      <section><h2>Spreadsheets</h2>
        <p>Download every record of a kind as a CSV file, also those in the trash. Invoices have a row for each line.</p>
        <div class="actions">${csvFiles.map(({ name }) => html`<a class="button quiet" href="${exportPath}/${name}.csv">${word(name)}</a>`)}</div></section>
      <section><h2>For your accountant</h2>
        <p>Invoices by tax rate, late fees, voided invoices and payments of a period. Drafts and estimates are not in it.</p>
        ${addedNote(addedTo('accounting'), person, addedLink(accountingPath))}
        ${forms.accounting.html}</section>
      <section><h2>DATEV</h2>
        <p>The same as a booking batch (EXTF, Buchungsstapel) for German tax consultants.</p>
        ${addedNote(addedTo('datev'), person, () => html`Enter these days below and press “Download what was added”.`)}
        ${forms.datev.html}</section>
      <section><h2>Everything</h2>
        <p>A zip file with every record, the files above, and all issued PDFs and e-invoices, without keys, share links and other
          secrets. It is made in the background, and you can download it for a day. A new one replaces it.</p>
        ${rows.some(({ state }) => state === 'queued' || state === 'running') ? null : form(context, start)}
        ${exportList(context, rows)}</section>`,
    };
  },
  posts: [start],
  files: exportFiles,
});
