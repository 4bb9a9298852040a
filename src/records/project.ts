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

/** The project as it leaves the service: never with notes, which are private to the workspace (spec: What the service does). */
export const Project = z.strictObject({
  id,
  clientId: id,
  name: z.string(),
  stage: projectStage,
  status: projectStatus,
  hourlyRateCents: cents.nullable(),
  budgetMinutes: count.nullable(),
  createdVia,
  createdAt: timestamp,
});

/** Sums of a project's invoices in one currency; currencies are never added. `VOID` is left out, `PAID` is paid, `SENT` is outstanding. */
export const InvoiceTotals = z.strictObject({
  currency,
  totalCents: cents,
  paidCents: cents,
  outstandingCents: cents,
});

export const InvoiceCounts = z.strictObject({ draft: count, sent: count, paid: count, void: count });

export const ProjectSummary = z.strictObject({
  ...Project.shape,
  client: ProjectClient,
  scopePriceCents: cents.nullable(),
  scopeCurrency: currency.nullable(),
  invoiceCounts: InvoiceCounts,
  invoiceTotals: z.array(InvoiceTotals),
});

export const TimeTotals = z.strictObject({ entryCount: count, totalMinutes: count, billableMinutes: count });

export const ProjectDetail = z.strictObject({
  ...Project.shape,
  client: ProjectClient,
  scope: Scope.nullable(),
  roundsUsed: count,
  roundsIncluded: count.nullable(),
  invoices: z.array(Invoice),
  invoiceTotals: z.array(InvoiceTotals),
  time: TimeTotals,
});
