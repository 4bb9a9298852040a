import type { z } from 'zod';
import { amount, day, moment } from '../../formatting/index.ts';
import type { Invoice } from '../../records/invoice.ts';
import type { Page } from '../../records/page.ts';
import { word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import type { InvoiceListContext } from '../records/invoice.ts';
import type { HistoryEntry } from '../records/provenance.ts';
import type { Person } from '../sessions/person.ts';
import { actorLabel } from './provenance.ts';

/** The rows of a list of invoices. */
export interface InvoiceRows extends InvoiceListContext {
  data: z.infer<typeof Invoice>[];
  page: z.infer<typeof Page>;
}

/** Whether it is past its due date, which applies only to sent invoices (decisions: Days). */
export const isOverdue = ({ kind, status, dueDate }: z.infer<typeof Invoice>, today: string): boolean =>
  kind === 'invoice' && status === 'SENT' && dueDate !== null && dueDate < today;

/** The label of its status. */
export function statusPill(invoice: z.infer<typeof Invoice>, today: string): Html {
  if (isOverdue(invoice, today)) return html`<span class="pill bad">Overdue</span>`;
  return html`<span class="pill${pillColors[invoice.status]}">${word(invoice.status)}</span>`;
}

const pillColors = { DRAFT: '', SENT: ' info', PAID: ' good', VOID: '' };

/** The link for reviewing a draft before it is sent. */
const reviewLink = ({ id, number }: z.infer<typeof Invoice>): Html =>
  html` <a href="/invoices/${id}" aria-label="Review ${number}">Review</a>`;

/**
 * A table of invoices and estimates for members. `sending`: the button that sends a draft, if the list is one project's,
 * because the API tells callers to open that list and click Send.
 */
export function invoiceTable(
  { data, projects, drafts, today }: InvoiceRows,
  person: Person,
  sending?: (invoice: z.infer<typeof Invoice>) => Html | null,
): Html {
  const ofOne = sending !== undefined;
  const project = (id: string) => {
    const { name, client, isTrashed } = projects[id]!;
    const named = isTrashed
      ? html`${name} (in the trash)`
      : html`<a href="/projects/${id}?tab=invoices">${name}</a>`;
    return html`<td data-label="For">${client}: ${named}</td>`;
  };
  const drafted = (entry: HistoryEntry | undefined) =>
    entry ? html`${actorLabel(entry)}, ${moment(entry.at, person.locale, person.time_zone)}` : null;
  return html`
    <section class="scroll" aria-label="Invoices and estimates" tabindex="0">
      <table data-keys="true">
        <thead><tr>
          <th scope="col">Number</th>${ofOne ? null : html`<th scope="col">For</th>`}<th scope="col">Status</th>
          <th scope="col">Due</th><th scope="col">Drafted by</th><th scope="col" class="number">Total</th>
        </tr></thead>
        <tbody>${data.map(
          invoice => html`
          <tr><th scope="row" class="tight"><a href="/invoices/${invoice.id}">${invoice.number}</a></th>
${ofOne ? null : project(invoice.projectId)}
<td data-label="Status">${statusPill(invoice, today)}${ofOne && invoice.status === 'DRAFT' ? html`${reviewLink(invoice)} ${sending(invoice)}` : null}</td>
<td data-label="Due">${invoice.dueDate === null ? '' : day(invoice.dueDate, person.locale)}</td>
<td data-label="Drafted by">${drafted(drafts[invoice.id])}</td>
<td data-label="Total" class="number">${amount(invoice.totalCents, invoice.currency, person.locale)}</td></tr>`,
        )}</tbody>
      </table>
    </section>`;
}
