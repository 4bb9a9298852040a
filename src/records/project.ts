import { z } from 'zod';
import {
  cents,
  count,
  createdVia,
  currency,
  projectStage,
  projectStatus,
  timestamp,
} from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';
import { ProjectClient } from './client.ts';
import { Invoice } from './invoice.ts';
import { Scope } from './scope.ts';
import { rounds } from './work.ts';

/** The project as it leaves the service: never with notes, which are private to the workspace. */
export const Project = z.strictObject({
  id,
  clientId: id,
  name: z.string(),
  stage: projectStage,
  status: projectStatus,
  hourlyRateCents: cents.nullable().describe("In the scope's currency."),
  budgetMinutes: count.nullable().describe('Time planned.'),
  createdVia,
  createdAt: timestamp,
});

/** Sums of a project's invoices in one currency; amounts in different currencies are never added. */
export const InvoiceTotals = z.strictObject({
  currency,
  totalCents: cents.describe('All but VOID.'),
  paidCents: cents.describe('PAID.'),
  outstandingCents: cents.describe('SENT. Partial payments, which the app shows, are not taken off.'),
});

const invoiceTotals = z.array(InvoiceTotals).describe('One for each currency; estimates are not counted.');

export const InvoiceCounts = z.strictObject({ draft: count, sent: count, paid: count, void: count });

export const ProjectSummary = z.strictObject({
  ...Project.shape,
  client: ProjectClient,
  scopePriceCents: cents.nullable().describe('null: no fixed price.'),
  scopeCurrency: currency.nullable(),
  invoiceCounts: InvoiceCounts.describe('Estimates are not counted.'),
  invoiceTotals,
});

export const TimeTotals = z.strictObject({ entryCount: count, totalMinutes: count, billableMinutes: count });

export const ProjectDetail = z.strictObject({
  ...Project.shape,
  client: ProjectClient,
  scope: Scope.nullable(),
  ...rounds,
  invoices: z.array(Invoice).describe('All of them, newest first; listInvoices describes their fields.'),
  invoiceTotals,
  time: TimeTotals,
});
