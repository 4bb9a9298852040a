import { sql } from 'slonik';
import { csvFiles } from '../../exports/csvFiles.ts';
import { workspaceId } from '../../operations/define.ts';
import { word } from '../forms/labels.ts';
import { html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { settingsTabs } from '../parts/settingsTabs.ts';
import { datevForm, exportPath, periodForm } from './export/accountingForms.ts';

/** The first and last day of last month, in the workspace's time zone. */
const lastMonthQuery = sql.fragment`
  select (m.begins - interval '1 month')::date as "from", (m.begins - interval '1 day')::date as "to"
    from (select date_trunc('month', corkboard.workspace_today(${workspaceId})::timestamp) as begins) m`;

/** What the owner can take out: CSV files, files for accountants, and the whole workspace. */
export const exportPage = page<{ lastMonth: Record<string, string> }>({
  path: exportPath,
  role: 'owner',
  reads: () => ({ lastMonth: lastMonthQuery }),
  view: ({ lastMonth }, context) => ({
    title: 'Export',
    body: html`
      ${settingsTabs(context, exportPath)}
      <section><h2>Spreadsheets</h2>
        <p>Each file has every record of its kind, also those in the trash. Invoices have a row for each line.</p>
        <div class="actions">${csvFiles.map(({ name }) => html`<a class="button quiet" href="${exportPath}/${name}.csv" download>${word(name)}</a>`)}</div></section>
      <section><h2>For your accountant</h2>
        <p>Invoices by tax rate, late fees, voided invoices and payments of a period. Drafts and estimates are not in it.</p>
        ${periodForm(context, lastMonth)}</section>
      <section><h2>DATEV</h2>
        <p>The same as a booking batch (EXTF, Buchungsstapel) for German tax consultants.</p>
        ${datevForm(context, lastMonth)}</section>`,
  }),
});
