import { z } from 'zod';

/** A time as it leaves: ISO 8601, UTC, milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });
/** A date as it leaves: YYYY-MM-DD. */
export const date = z.iso.date();
/** A date as it comes in: one that exists, years 0001 to 9999. */
export const day = z.iso
  .date({ error: 'must be a date that exists, as YYYY-MM-DD' })
  .refine(value => !value.startsWith('0000'), { error: 'must be in the years 0001 to 9999' })
  .meta({ pattern: '^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

/** The bounds come first: what is far out of them is told them, and not those of JavaScript's integers. */
export const integer = (least: number, most: number) => z.number().min(least).max(most).int();
/** How many, or which: from 0 up. */
export const count = z.int().min(0);

/** ISO 4217, by its pattern. */
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be three uppercase letters (ISO 4217), like USD' });
/** An amount as it leaves, in the currency's minor unit. */
export const cents = z.int();
/** An amount as it comes in (spec: Resources, Bounds). */
export const boundedCents = integer(0, 100_000_000);
/** A rate in basis points: 2000 is 20 %. */
export const bps = integer(0, 10_000);

/** What a key may do (spec: Authentication 4). */
export const keyScope = z.enum(['read', 'write:projects', 'write:invoices', 'write:time']);
export const createdVia = z.enum(['app', 'api', 'mcp']);

export const projectStage = z.enum(['lead', 'scoping', 'active', 'delivered', 'paid', 'completed']);
export const projectStatus = z.enum(['active', 'paused', 'completed', 'archived']);
export const invoiceKind = z.enum(['invoice', 'estimate']);
export const invoiceStatus = z.enum(['DRAFT', 'SENT', 'PAID', 'VOID']);
