import { amount } from '../../formatting/index.ts';
import { type Html, html } from '../html/html.ts';
import type { ProjectSums } from '../queries/project.ts';
import { table } from './table.ts';

/** The sums of a project's invoices by currency, and which invoices count. */
export const projectSumsTable = (sums: readonly ProjectSums[], locale: string): Html =>
  html`${table(
    'Totals of invoices',
    ['Currency', ['Invoiced', 'number'], ['Received', 'number'], ['Due', 'number'], ['Drafts', 'number']],
    sums.map(({ currency, invoicedCents, receivedCents, dueCents, draftCents }) => [
      currency,
      ...[invoicedCents, receivedCents, dueCents, draftCents].map(cents => amount(cents, currency, locale)),
    ]),
  )}<p class="hint">Invoiced is the total of sent invoices, less credits. Drafts, void invoices and estimates aren’t counted.</p>`;
