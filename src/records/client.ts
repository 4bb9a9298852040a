import { z } from 'zod';
import { count, createdVia, timestamp } from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';

/** The client as it leaves the service: never with email or notes, which are private to the workspace. */
export const Client = z.strictObject({
  id,
  name: z.string(),
  company: z.string().nullable(),
  eInvoiceCountry: z.string().nullable(),
  eInvoiceNetworkId: z.string().nullable(),
  createdVia,
  createdAt: timestamp,
});

export const ClientSummary = z.strictObject({
  ...Client.shape,
  projectCount: count.describe('Projects that are not in the trash.'),
});

/** The client inside a project's record. */
export const ProjectClient = Client.pick({ id: true, name: true, company: true });
