import { count, counted } from '../../formatting/index.ts';
import { wordIn } from '../../imports/encodings.ts';
import type { Settings } from '../../imports/readFile.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { pageRows } from '../components/keysetPagination.ts';
import { table } from '../components/table.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import {
  type ClientImport,
  type DuplicateLine,
  type Duplicates,
  duplicateLines,
  type FaultyLine,
  faultyLines,
  importQuery,
  maxFaultyLines,
} from '../queries/clientImport.ts';
import { pageLength } from '../queries/pageLimit.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { addressOf, queryOf } from '../requests/paths.ts';
import { faultyCsv } from './import/faultyCsv.ts';
import { fieldLabel, problemText } from './import/fieldLabels.ts';
import {
  checkLines,
  chooseDuplicates,
  columnName,
  encodingNames,
  importPath,
  leftOut,
  readAgain,
  separatorName,
  startImport,
} from './import/posts.ts';
import { stateText } from './import/state.ts';

interface Rows {
  found: ClientImport;
  faulty: { rows: FaultyLine[] };
  duplicates: Duplicates;
}

/** The page of a file of clients: what its columns are, what is wrong with its lines, and how far its import is. */
export const importReviewPage = page<Rows>({
  path: `${importPath}/:import`,
  reads: ({ params, search }) => ({
    found: importQuery(params.import!),
    faulty: faultyLines(params.import!, 0, maxFaultyLines),
    duplicates: duplicateLines(params.import!, lineAfter(search)),
  }),
  view: (rows, context) => ({
    title: rows.found.fileName,
    crumbs: [
      ['Clients', '/clients'],
      ['Import clients', importPath],
    ],
    body: bodyOf(rows, context),
  }),
  posts: [readAgain, checkLines, chooseDuplicates, startImport],
  files: [faultyCsv],
});

/** The line after which the shown likely duplicates begin; 0: the first one. */
const lineAfter = (search: URLSearchParams): number => {
  const text = search.get('after') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
};

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

/** How many words a page compares in each encoding. */
const comparedWords = 5;

/** Words of the file in each encoding that could be the right one; null if there is no doubt. */
function encodingDoubt({ encoding, doubtful = [] }: Settings): Html | null {
  if (doubtful.length === 0) return null;
  const possible = (['utf-8', 'windows-1252', 'macintosh'] as const).toSorted(
    (one, other) => Number(other === encoding) - Number(one === encoding),
  );
  const words = doubtful.slice(0, comparedWords);
  return html`<p class="doubt">${encoding === 'utf-8' ? 'Some letters of this file are damaged.' : 'This file doesn’t say which encoding it has.'}
      Corkboard reads it as ${encodingNames[encoding]}. Compare these words, and choose another encoding below if they look wrong.</p>
    ${table(
      'Words in each encoding',
      possible.map(one => encodingNames[one]),
      words.map(word => possible.map(one => wordIn(word, one))),
    )}`;
}

/** The lines that are left out above the names of the columns. */
const aboveNote = ({ above = [] }: Settings): Html | null =>
  above.length === 0
    ? null
    : html`<p>Left out at the beginning: ${above.map((text, at) => html`${at === 0 ? null : ', '}“${text}”`)}.</p>`;

/** How the file is read, and the forms that correct it. */
function columns({ settings, preview }: ClientImport, context: PageContext): Html {
  const { encoding, separator, above = [], hasHeadings, columns } = settings;
  const headings = columns.map((_, at) => (hasHeadings && preview[0]?.[at]) || `Column ${at + 1}`);
  const examples = preview.slice(hasHeadings ? 1 : 0);
  const fields = checkLines.fields.slice(0, columns.length).map((field, at) => ({
    ...field,
    label: headings[at]!,
    hint: examples.map(cells => cells[at] ?? '').find(cell => cell !== '') ?? 'Empty in the first lines',
  }));
  const chosen = columns.map((field, at) => [columnName(at), field ?? leftOut]);
  return html`
    ${encodingDoubt(settings)}
    <section><h2>First lines</h2>
      ${aboveNote(settings)}
      ${
        columns.length === 1
          ? html`<p>There is one column. If your lines have several, choose what separates them under “The lines look wrong”.</p>`
          : null
      }
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
        ${form(context, readAgain, { values: { encoding, separator: separatorName(separator), skipped: above.length, hasHeadings }, quiet: true })}</details></section>
    <section><h2>Columns</h2>
      <p>Say what each column is. Columns for the same name, address or notes are joined. Nothing is imported yet.</p>
      ${form(context, { ...checkLines, fields }, { values: Object.fromEntries(chosen) })}</section>`;
}

/** The findings in the lines, and the form that imports them. */
function checked({ found, faulty, duplicates }: Rows, context: PageContext): Html {
  const { locale } = context.person;
  const good = found.lines - found.faulty;
  const others = good - found.duplicates;
  const hasDuplicates = found.duplicates > 0;
  const labels: Record<string, string> = {
    withoutFaulty: `Leave out the ${counted(found.faulty, 'faulty line', locale)}`,
    withDuplicates: `Import all likely duplicates: then ${counted(good, 'client', locale)}`,
  };
  const fields = startImport.fields
    .filter(({ name }) => name !== 'withoutFaulty' || found.faulty > 0)
    .filter(({ name }) => !['withDuplicates', 'wanted'].includes(name) || hasDuplicates)
    .map(field => ({ ...field, label: labels[field.name] ?? field.label }));
  const rows = pageRows(duplicates.rows);
  // How many clients it makes is known before it begins only if there is nothing to choose.
  const button = hasDuplicates ? startImport.button : `Import ${counted(good, 'client', locale)}`;
  return html`
    <section><h2>What was found</h2>
      <dl><dt>Lines</dt><dd>${count(found.lines, locale)}</dd><dt>Faulty</dt><dd>${count(found.faulty, locale)}</dd>
        <dt>Likely duplicates</dt><dd>${count(found.duplicates, locale)}</dd></dl>
      ${
        good === 0
          ? html`<p class="empty">No line can be imported as it is. Correct the lines or change the columns.</p>`
          : html`${hasDuplicates ? duplicatesNote(others, duplicates, locale) : null}
            ${form(
              context,
              { ...startImport, fields, button },
              {
                values: {
                  version: found.version,
                  after: lineAfter(context.search),
                  until: rows.at(-1)?.line,
                  wanted: rows.filter(({ isWanted }) => isWanted).map(({ line }) => `${line}`),
                },
                views: { wanted: chosen => duplicateTable(rows, chosen, locale) },
                otherButtons: otherDuplicates(found.id, duplicates.rows, context),
              },
            )}`
      }</section>
    ${found.faulty === 0 ? null : faultyTable(found, faulty.rows, locale)}`;
}

/** The lines that are imported if nothing is ticked, and those ticked on other pages. */
function duplicatesNote(others: number, { rows, wanted }: Duplicates, locale: string): Html {
  const elsewhere = wanted - pageRows(rows).filter(({ isWanted }) => isWanted).length;
  return html`<p>${others === 0 ? 'All of them are likely duplicates' : `${counted(others, 'client', locale)} will be imported`}. Likely duplicates have the email address
    or the name of a client, or of an earlier line. They are left out, except for those that you tick${elsewhere === 0 ? null : html` (${count(elsewhere, locale)} ticked on other pages)`}.</p>`;
}

const duplicateTable = (rows: readonly DuplicateLine[], chosen: readonly string[], locale: string): Html =>
  table(
    'Likely duplicates',
    ['Line', 'Name', 'Email', 'Same as'],
    rows.map(({ line, name, email, client, earlierLine }) => [
      html`<label><input type="checkbox" name="wanted" value="${line}" aria-label="Import line ${count(line, locale)}, ${name}"${chosen.includes(`${line}`) ? html` checked` : null}> ${count(line, locale)}</label>`,
      name,
      email ?? '',
      client === null
        ? html`Line ${count(earlierLine ?? 0, locale)}`
        : html`<a href="/clients/${client.id}">${client.name}</a>`,
    ]),
  );

/** The buttons that store the choice and show other likely duplicates. */
function otherDuplicates(id: string, rows: readonly DuplicateLine[], context: PageContext): Html {
  const after = lineAfter(context.search);
  const last = pageRows(rows).at(-1)?.line ?? 0;
  const action = addressOf(chooseDuplicates.path, { import: id }) + queryOf(context.search);
  const to = (line: number, words: string) =>
    html` <button class="quiet" formaction="${action}" name="to" value="${line}">${words}</button>`;
  return html`${after > 0 ? to(0, 'Save and show the first lines') : null}${
    rows.length > pageLength ? to(last, chooseDuplicates.button) : null
  }`;
}

const faultyTable = (found: ClientImport, rows: readonly FaultyLine[], locale: string): Html => html`
  <section><h2>Faulty lines</h2>
    <p>${found.faulty === found.lines ? 'Correct them in the file and choose it again.' : 'Correct them in the file and choose it again, or leave them out.'}</p>
    ${table(
      'Faulty lines',
      ['Line', 'What is wrong', 'In the file'],
      rows.map(({ line, problems, client }) => [
        count(line, locale),
        html`${problems.map(problem => html`<div>${problemText(problem)}</div>`)}`,
        html`${[...new Set(problems.map(({ field }) => field.split('.')[0]!))]
          .filter(field => client[field] !== undefined)
          .map(field => html`<div>${fieldLabel(field)}: ${client[field]!.slice(0, 100)}</div>`)}`,
      ]),
    )}
    ${found.faulty > rows.length ? html`<p>And ${count(found.faulty - rows.length, locale)} more.</p>` : null}
    <p class="actions">${downloadLink(`${importPath}/${found.id}/faulty.csv`, 'Download the faulty lines')} <a class="button quiet" href="${importPath}">Choose another file</a></p></section>`;
