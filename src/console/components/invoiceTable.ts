import type { z } from 'zod';
import { amount, count } from '../../formatting/index.ts';
import type { Invoice } from '../../records/invoice.ts';
import { word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import type { InvoiceDetail, InvoiceListContext, ListedInvoice } from '../queries/invoice.ts';
import type { Paged } from '../queries/pageLimit.ts';
import type { Person } from '../sessions/person.ts';
import { undeliveredPill } from './documentMail.ts';
import { ownCurrencyFirst } from './ownCurrencyFirst.ts';
import { actorLabel } from './provenance.ts';
import { heading, type Sorting } from './table.ts';
import { listDate } from './time.ts';

/** The rows of a list of invoices. */
export type InvoiceRows = InvoiceListContext & Paged<ListedInvoice>;

/** The input of the labels of an invoice or estimate. */
type Labeled = Pick<z.infer<typeof Invoice>, 'kind' | 'status' | 'dueDate'>;

/** Whether it is past its due date, which applies only to sent invoices (decisions: Days). */
export const isOverdue = ({ kind, status, dueDate }: Labeled, today: string): boolean =>
  kind === 'invoice' && status === 'SENT' && dueDate !== null && dueDate < today;

/** The labels of its status. */
export function statusPill(
  invoice: Labeled & Pick<ListedInvoice, 'partPaidCents' | 'creditedCents'>,
  today: string,
): Html {
  const { partPaidCents, creditedCents } = invoice;
  const overdue = isOverdue(invoice, today) ? html`<span class="pill bad">Overdue</span>` : null;
  if (partPaidCents > 0)
    return html`${overdue && html`${overdue} `}<span class="pill info">${partPaidCents > creditedCents ? 'Partly paid' : 'Partly credited'}</span>`;
  return overdue ?? html`<span class="pill${pillColors[invoice.status]}">${word(invoice.status)}</span>`;
}

/** The labels of the status of an invoice that a page shows. */
export const statusOf = ({ invoice, today, paidCents, creditedCents }: InvoiceDetail): Html =>
  statusPill(
    { ...invoice, partPaidCents: invoice.status === 'SENT' ? paidCents + creditedCents : 0, creditedCents },
    today,
  );

const estimatePill = (word: string, color = ''): Html => html` <span class="pill${color}">${word}</span>`;

/** The state of a sent estimate, for beside its status: Accepted, Declined or Expired, and Invoiced; null: nothing yet. */
export function estimatePills(
  { kind, status, dueDate }: Labeled,
  answer: 'accepted' | 'declined' | null | undefined,
  isConverted: boolean,
  today: string,
): Html | null {
  if (kind !== 'estimate' || status !== 'SENT') return null;
  const isExpired = answer == null && !isConverted && dueDate !== null && dueDate < today;
  return html`${answer === 'accepted' ? estimatePill('Accepted', ' good') : null}${answer === 'declined' ? estimatePill('Declined', ' bad') : null}${
    isExpired ? estimatePill('Expired', ' warn') : null
  }${isConverted ? estimatePill('Invoiced') : null}`;
}

/** A warning that a draft would be overdue as soon as it is sent; null if it would not. */
export const overdueHint = (invoice: z.infer<typeof Invoice>, today: string): Html | null =>
  isOverdue({ ...invoice, status: 'SENT' }, today)
    ? html`<p class="hint">The due date has passed, so the invoice would be overdue at once.</p>`
    : null;

const pillColors = { DRAFT: '', SENT: ' info', PAID: ' good', VOID: '' };

/** The link for reviewing a draft before it is sent. */
const reviewLink = ({ id, number }: ListedInvoice): Html =>
  html`<a href="/invoices/${id}" aria-label="Review ${number}">Review</a>`;

/** The amount due of an invoice that was paid or credited in part, before its total; null for others. */
export const dueOf = (
  { totalCents, partPaidCents, currency }: Pick<ListedInvoice, 'totalCents' | 'partPaidCents' | 'currency'>,
  { locale }: Person,
): string | null =>
  partPaidCents > 0 ? `${amount(totalCents - partPaidCents, currency, locale)} due of ` : null;

/** The total, and before it what is due if the invoice was paid or credited in part, so that totals stay below each other. */
function total(invoice: ListedInvoice, person: Person): Html {
  const due = dueOf(invoice, person);
  return html`${due === null ? null : html`<span class="sub">${due.trimEnd()}</span> <br>`}${amount(invoice.totalCents, invoice.currency, person.locale)}`;
}

/**
 * A table of invoices and estimates for members. `sending`: the link that sends a draft, if the list is one project's,
 * because the API tells callers to open that list and click Send. `totals`: the totals of the whole list by currency, and
 * `areDue` whether they are of what is due.
 */
export function invoiceTable(
  { data, page, projects, drafts, answers, converted, undelivered, today }: InvoiceRows,
  person: Person,
  { sending, totals = [], areDue = false, sorting, ofClient = false }: TableOptions = {},
): Html {
  const ofOne = sending !== undefined;
  const due = data.every(({ kind }) => kind === 'estimate') ? 'Valid until' : 'Due';
  const head = (name: string, kind?: 'number', key = name.toLowerCase()) =>
    heading({ name, ...(kind && { kind }), ...(sorting && { sorting: sorting(key) }) });
  const client = (id: string) => {
    const { name, client, isTrashed } = projects[id]!;
    const project = isTrashed
      ? html`${name} (in the trash)`
      : html`<a href="/projects/${id}?tab=invoices">${name}</a>`;
    return ofClient
      ? html`<td data-label="Project">${project}</td>`
      : html`<td data-label="Client">${client} <span class="sub">${project}</span></td>`;
  };
  const author = ({ id, status }: ListedInvoice) =>
    status === 'DRAFT' && drafts[id] && !ofClient
      ? html` <span class="sub">by ${actorLabel(drafts[id], person)}</span>`
      : null;
  const dueCell = (invoice: ListedInvoice) =>
    invoice.dueDate === null
      ? html`<td data-label="${due}"></td>`
      : html`<td data-label="${due}"${isOverdue(invoice, today) ? html` class="late"` : null}>${listDate(invoice.dueDate, person)}</td>`;
  return html`
    <section class="scroll" aria-label="Invoices and estimates" tabindex="0">
      <table data-keys="true">
        <thead><tr>
          ${head('Number')}${ofOne ? null : head(ofClient ? 'Project' : 'Client')}<th scope="col">Status</th>
          ${head('Issued')}${head(due, undefined, 'due')}${head('Amount', 'number')}
        </tr></thead>
        <tbody>${data.map(
          invoice => html`
          <tr><th scope="row" class="tight"><a href="/invoices/${invoice.id}">${invoice.number}</a></th>
${ofOne ? null : client(invoice.projectId)}
<td data-label="Status">${statusPill(invoice, today)}${estimatePills(invoice, answers?.[invoice.id], converted?.includes(invoice.id) ?? false, today)}${undelivered.includes(invoice.id) && invoice.status !== 'VOID' ? html` ${undeliveredPill}` : null}${author(invoice)}${ofOne && invoice.status === 'DRAFT' ? html` <span class="row-actions">${reviewLink(invoice)} ${sending(invoice)}</span>` : null}</td>
<td data-label="Issued">${invoice.sentOn === null ? '' : listDate(invoice.sentOn, person)}</td>
${dueCell(invoice)}
<td data-label="Amount" class="number">${total(invoice, person)}</td></tr>`,
        )}</tbody>
        ${totals.length === 0 ? null : totalsRow(areDue ? 'Total due' : `Total of ${count(page.total, person.locale)}`, ownCurrencyFirst(totals, person.currency), person)}
      </table>
    </section>`;
}

/** The sum of the listed invoices in one currency. */
export interface CurrencyTotal {
  currency: string;
  totalCents: number;
}

interface TableOptions {
  sending?: (invoice: ListedInvoice) => Html | null;
  totals?: readonly CurrencyTotal[];
  areDue?: boolean;
  /** Whether all are one client's: a narrow list without the names of the client and of the drafts' authors. */
  ofClient?: boolean;
  /** How the heading of a column, by its name in the address, sorts the list. */
  sorting?: (key: string) => Sorting;
}

/** Amounts in different currencies are never added up. */
const totalsRow = (label: string, totals: readonly CurrencyTotal[], { locale }: Person): Html =>
  html`<tfoot><tr><th scope="row" colspan="5">${label}</th><td data-label="Amount" class="number">${totals.map(
    ({ currency, totalCents }, at) =>
      html`${at > 0 ? html`<br>` : null}${amount(totalCents, currency, locale)}`,
  )}</td></tr></tfoot>`;
