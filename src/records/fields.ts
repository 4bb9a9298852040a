import { z } from 'zod';

/** A time as it leaves: ISO 8601, UTC, milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });
/** A date as it leaves: YYYY-MM-DD. */
export const date = z.iso.date();
export const id = z.uuid();
/** ISO 4217, by its pattern. */
export const currency = z.string().regex(/^[A-Z]{3}$/);
/** An amount in the currency's minor unit. */
export const cents = z.int();
export const count = z.int().min(0);
/** A rate in basis points: 2000 is 20 %. */
export const bps = z.int().min(0).max(10_000);
/** What a key may do (spec: Authentication 4). */
export const keyScope = z.enum(['read', 'write:projects', 'write:invoices', 'write:time']);
export const createdVia = z.enum(['app', 'api', 'mcp']);

export const projectStage = z.enum(['lead', 'scoping', 'active', 'delivered', 'paid', 'completed']);
export const projectStatus = z.enum(['active', 'paused', 'completed', 'archived']);
export const invoiceKind = z.enum(['invoice', 'estimate']);
export const invoiceStatus = z.enum(['DRAFT', 'SENT', 'PAID', 'VOID']);
