import { table } from '../components/table.ts';
import { shortTime } from '../components/time.ts';
import { form } from '../forms/form.ts';
import { html } from '../html/html.ts';
import { personName } from '../html/personName.ts';
import { page } from '../page/page.ts';
import { type ClientImport, importsQuery } from '../queries/clientImport.ts';
import { importPath, upload } from './import/posts.ts';
import { stateText } from './import/state.ts';

/** The page to which people send a file of clients. */
export const importPage = page<{ imports: { rows: ClientImport[] } }>({
  path: importPath,
  reads: () => ({ imports: importsQuery }),
  view: ({ imports: { rows } }, context) => ({
    title: 'Import clients',
    crumbs: [['Clients', '/clients']],
    body: html`
      <p>Choose a CSV file with a client on each line: from a spreadsheet (save it as CSV), an address book, or another
        program. You see what Corkboard makes of it before anything is imported. An import sends no email and no webhook.</p>
      ${form(context, upload)}
      ${
        rows.length === 0
          ? null
          : html`<section><h2>Files</h2><p>Files are deleted a day after they were uploaded.</p>${table(
              'Files',
              ['File', 'By', 'Uploaded', 'State'],
              rows.map(row => [
                html`<a href="${importPath}/${row.id}">${row.fileName}</a>`,
                personName(row.requestedBy, context.person),
                shortTime(row.createdAt, context.person),
                stateText(row, context.person.locale),
              ]),
            )}</section>`
      }`,
  }),
  posts: [upload],
});
