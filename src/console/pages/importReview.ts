import { count } from '../../formatting/index.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { downloadLink } from '../parts/downloadLink.ts';
import { table } from '../parts/table.ts';
import {
  type ClientImport,
  type DuplicateLine,
  duplicateLines,
  type FaultyLine,
  faultyLines,
  importQuery,
  mostShownLines,
} from '../records/clientImport.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { fieldLabel, problemText } from './import/fieldLabels.ts';
import {
  checkLines,
  columnName,
  importPath,
  leftOut,
  readAgain,
  separatorName,
  startImport,
} from './import/posts.ts';
import { clientCount, stateText } from './import/state.ts';

interface Rows {
  found: ClientImport;
  faulty: { rows: FaultyLine[] };
  duplicates: { rows: DuplicateLine[] };
}

/** The page of a file of clients: what its columns are, what is wrong with its lines, and how far its import is. */
export const importReviewPage = page<Rows>({
  path: `${importPath}/:import`,
  reads: ({ params }) => ({
    found: importQuery(params.import!),
    faulty: faultyLines(params.import!, 0, mostShownLines),
    duplicates: duplicateLines(params.import!),
  }),
  view: (rows, context) => ({
    title: rows.found.fileName,
    crumbs: [
      ['Clients', '/clients'],
      ['Import clients', importPath],
    ],
    body: bodyOf(rows, context),
  }),
  posts: [readAgain, checkLines, startImport],
});

function bodyOf(rows: Rows, context: PageContext): Html {
  const { found } = rows;
  const { locale } = context.person;
  const chooseAgain = html`<p class="actions"><a class="button" href="${importPath}">Choose a file</a></p>`;
  switch (found.state) {
    case 'uploaded':
      return columns(found, context);
    case 'checked':
      return html`${checked(rows, context)}
        <details><summary class="button quiet">Change the columns</summary>${columns(found, context)}</details>`;
    case 'checking':
    case 'importing':
      return html`<p role="status">${stateText(found, locale)}.</p>
        <p><a href="${importPath}/${found.id}" data-again="true">Check again</a></p>`;
    case 'finished':
      return html`<p>${stateText(found, locale)}.</p>
        <p class="actions"><a class="button" href="/clients?sort=-added">Show the clients</a></p>`;
    case 'failed':
      return html`<p>${stateText(found, locale)}</p>${chooseAgain}`;
  }
}

/** The names of the columns. */
const headingsOf = ({ settings: { columns, hasHeadings }, preview }: ClientImport): string[] =>
  columns.map((_, at) => (hasHeadings && preview[0]?.[at]) || `Column ${at + 1}`);

/** The first lines, without that of the headings. */
const examplesOf = ({ settings: { hasHeadings }, preview }: ClientImport): string[][] =>
  preview.slice(hasHeadings ? 1 : 0);

/** How the file is read, and the forms that correct it. */
function columns(found: ClientImport, context: PageContext): Html {
  const { encoding, separator, hasHeadings, columns } = found.settings;
  const [headings, examples] = [headingsOf(found), examplesOf(found)];
  const fields = checkLines.fields.slice(0, columns.length).map((field, at) => ({
    ...field,
    label: headings[at]!,
    hint: examples.map(cells => cells[at] ?? '').find(cell => cell !== '') ?? 'Empty in the first lines',
  }));
  const chosen = columns.map((field, at) => [columnName(at), field ?? leftOut]);
  return html`
    <section><h2>First lines</h2>
      ${
        examples.length === 0
          ? html`<p class="empty">There are no lines after the names of the columns.</p>`
          : table(
              'First lines',
              headings,
              examples.map(cells => headings.map((_, at) => cells[at] ?? '')),
            )
      }
      <details${context.rejected?.path.endsWith('/read') ? html` open` : null}><summary class="button quiet">The lines look wrong</summary>
        ${form(context, readAgain, { values: { encoding, separator: separatorName(separator), hasHeadings }, quiet: true })}</details></section>
    <section><h2>Columns</h2>
      <p>Say what each column is. Columns for the same name, address or notes are joined. Nothing is imported yet.</p>
      ${form(context, { ...checkLines, fields }, { values: Object.fromEntries(chosen) })}</section>`;
}

/** What was found in the lines, and the form that imports them. */
function checked({ found, faulty, duplicates }: Rows, context: PageContext): Html {
  const { locale } = context.person;
  const good = found.lines - found.faulty;
  const labels: Record<string, string> = {
    withoutFaulty: `Leave out the ${found.faulty === 1 ? '1 faulty line' : `${count(found.faulty, locale)} faulty lines`}`,
    withDuplicates: `Import the likely duplicates too: then ${clientCount(good, locale)}`,
  };
  const fields = startImport.fields
    .filter(({ name }) => name !== 'withoutFaulty' || found.faulty > 0)
    .filter(({ name }) => name !== 'withDuplicates' || found.duplicates > 0)
    .map(field => ({ ...field, label: labels[field.name] ?? field.label }));
  const others = good - found.duplicates;
  // If there are only duplicates, whether to import them is the question, and there is no number to begin with.
  const button = others === 0 ? startImport.button : `Import ${clientCount(others, locale)}`;
  return html`
    <section><h2>What was found</h2>
      <dl><dt>Lines</dt><dd>${count(found.lines, locale)}</dd><dt>Faulty</dt><dd>${count(found.faulty, locale)}</dd>
        <dt>Likely duplicates</dt><dd>${count(found.duplicates, locale)}</dd></dl>
      ${
        good === 0
          ? html`<p class="empty">No line can be imported as it is. Correct the lines or change the columns.</p>`
          : html`${others === 0 ? html`<p>All are likely duplicates: import them too, or nothing.</p>` : null}
            ${form(context, { ...startImport, fields, button }, { values: { version: found.version } })}`
      }</section>
    ${found.faulty === 0 ? null : faultyTable(found, faulty.rows, locale)}
    ${found.duplicates === 0 ? null : duplicateTable(found, duplicates.rows, locale)}`;
}

const more = (all: number, shown: number, locale: string): Html | null =>
  all > shown ? html`<p>And ${count(all - shown, locale)} more.</p>` : null;

const faultyTable = (found: ClientImport, rows: readonly FaultyLine[], locale: string): Html => html`
  <section><h2>Faulty lines</h2>
    <p>Correct them in the file and choose it again, or leave them out.</p>
    ${table(
      'Faulty lines',
      ['Line', 'What is wrong', 'In the file'],
      rows.map(({ line, problems, client }) => [
        count(line, locale),
        html`${problems.map(problem => html`<div>${problemText(problem)}</div>`)}`,
        html`${problems
          .filter(({ field }) => client[field] !== undefined)
          .map(({ field }) => html`<div>${fieldLabel(field)}: ${client[field]!.slice(0, 100)}</div>`)}`,
      ]),
    )}
    ${more(found.faulty, rows.length, locale)}
    <p class="actions">${downloadLink(`${importPath}/${found.id}/faulty.csv`, 'Download the faulty lines')}</p></section>`;

const duplicateTable = (found: ClientImport, rows: readonly DuplicateLine[], locale: string): Html => html`
  <section><h2>Likely duplicates</h2>
    <p>Each has the email address or the name of a client, or of an earlier line.</p>
    ${table(
      'Likely duplicates',
      ['Line', 'Name', 'Email', 'Same as'],
      rows.map(({ line, name, email, client, earlierLine }) => [
        count(line, locale),
        name,
        email ?? '',
        client === null
          ? html`Line ${count(earlierLine ?? 0, locale)}`
          : html`<a href="/clients/${client.id}">${client.name}</a>`,
      ]),
    )}
    ${more(found.duplicates, rows.length, locale)}</section>`;
