import type { StatementDocument, StatementEntry } from '../../documents/statementDocument.ts';
import { type StatementView, statementView } from '../../documents/statementView.ts';
import { english, type Messages } from '../../languages/messages.ts';
import { type Html, html } from '../html/html.ts';
import { pageLength } from '../queries/pageLimit.ts';
import { withQuery } from '../requests/paths.ts';
import type { AskedPeriod } from '../requests/period.ts';
import { downloadLink } from './downloadLink.ts';
import { linesTable, totalsTable } from './invoiceDocument.ts';
import { letter } from './letter.ts';
import { pagination } from './pagination.ts';
import { periodForm } from './periodForm.ts';

/** A statement of a client, as a page shows it. */
interface ShownStatement {
  statement: StatementDocument;
  asked: AskedPeriod;
  /** The parameters of the address. */
  search: URLSearchParams;
  workspaceId: string;
  /** The page's own path, without a query. */
  here: string;
  /** Makes the title, at the page's level. */
  heading: (title: string) => Html;
  /** The address of the invoice of an entry; null: there is none for the reader. */
  addressOf: (entry: StatementEntry) => string | null;
  /** The texts of the controls around it. */
  messages?: Messages;
  /** The page of its entries, and the address of that; undefined: all are on one page. */
  part?: { page: number; here: string };
}

/** A statement as its client sees it, with the form that chooses its period and the link to its PDF. */
export function statementPart(shown: ShownStatement): Html {
  const { statement, asked, workspaceId, here, heading, messages = english } = shown;
  const { since, until } = statement;
  const view = statementView(statement);
  const isValid = Object.keys(asked.faults).length === 0;
  return html`
    ${choosePeriod(shown)}
    ${
      isValid
        ? html`
          <p class="actions">${downloadLink(withQuery(`${here}.pdf`, { from: since, until }), messages('downloadPdf'))}<button type="button" class="quiet" data-print="true" hidden>${messages('print')}</button></p>
          ${letter(
            view,
            workspaceId,
            heading(view.title),
            view.remark === null
              ? html`${view.accounts.map((_, at) => account(shown, view, at))}${links(shown, view)}`
              : html`<p>${view.remark}</p>`,
          )}`
        : heading(view.title)
    }`;
}

/** The links to the other pages of its entries. */
function links({ part }: ShownStatement, { accounts }: StatementView): Html | null {
  if (part === undefined) return null;
  const total = Math.max(...accounts.map(({ rows }) => rows.length));
  const pageCount = Math.ceil(total / pageLength);
  return pagination({ page: part.page, pageCount }, part.here);
}

function account({ statement, addressOf, part }: ShownStatement, view: StatementView, at: number): Html {
  const { heading, rows, totals, remark } = view.accounts[at]!;
  const { entries } = statement.currencies[at]!;
  const cell = (text: string, row: number, column: number) => {
    const entry = entries[row - 1];
    const href = entry && column === 1 ? addressOf(entry) : null;
    return href === null ? text : html`<a href="${href}">${text}</a>`;
  };
  const linked = rows.map((cells, row) => cells.map((text, column) => cell(text, row, column)));
  const listed =
    part === undefined ? linked : linked.slice((part.page - 1) * pageLength).slice(0, pageLength);
  return html`
    ${heading === null ? null : html`<h2>${heading}</h2>`}
    ${listed.length === 0 ? null : linesTable(heading ?? view.title, view.columns, listed)}
    ${remark === null ? null : html`<p class="remark">${remark}</p>`}
    ${totalsTable(totals)}`;
}

/** The form that chooses the period, and links to two usual ones. */
function choosePeriod(shown: ShownStatement): Html {
  const { statement, asked, search, here, messages = english } = shown;
  const { since, until, today } = statement;
  const last = String(Number(today.slice(0, 4)) - 1).padStart(4, '0');
  return periodForm({
    here,
    search,
    asked,
    since,
    until,
    messages,
    links: [
      [messages('thisYear'), here],
      [messages('lastYear'), withQuery(here, { from: `${last}-01-01`, until: `${last}-12-31` })],
    ],
  });
}
