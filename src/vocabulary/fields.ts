import { z } from 'zod';

/** A time in output: ISO 8601, UTC, milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });
/** A date in output: YYYY-MM-DD. */
export const date = z.iso.date();
/**
 * A date in input: one that exists, years 0001 to 9999. The pattern says that the year isn't 0000, without lookahead, which
 * model providers refuse in schemas of tools.
 */
export const day = z.iso
  .date({ error: 'must be a date that exists, as YYYY-MM-DD' })
  .refine(value => !value.startsWith('0000'), { error: 'must be in the years 0001 to 9999' })
  .meta({ pattern: '^([0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)-[0-9]{2}-[0-9]{2}$' });

/**
 * An integer within bounds. `unit` completes the message for anything that is not an integer. `int` comes last, so
 * that the message for a huge number names our bounds, not JavaScript's.
 */
export const integer = (least: number, most: number, unit = '') => {
  const whole = `must be a whole number${unit}`;
  return z
    .number({
      error: ({ code, input }) => (code === 'invalid_type' && input !== undefined ? whole : undefined),
    })
    .min(least)
    .max(most)
    .int({ error: whole });
};
/** A number of things, or a version: an integer from 0 up. */
export const count = z.int().min(0);

/** A currency's code in ISO 4217. Only its form is checked. */
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be three uppercase letters (ISO 4217), like USD' });
/** An amount in output, in the currency's minor unit. */
export const cents = z.int();
/** The highest price of a line, and the highest flat amount. */
export const maxPriceCents = 100_000_000;
/** The highest quantity of a line. */
export const maxQuantity = 10_000;
/** An amount in input, in the currency's minor unit. */
export const boundedCents = integer(
  0,
  maxPriceCents,
  " of the currency's minor unit: 1250 is 12.50 USD, and 1,250 JPY",
);
/** A rate in basis points: 2000 is 20 %. */
export const bps = integer(0, 10_000, ' of basis points: 2000 is 20 %');
/** A duration in minutes, in input. */
export const wholeMinutes = (least: number, most: number) =>
  integer(least, most, ' of minutes: 90 is an hour and a half');

/** The permissions that a key can have. */
export const keyScope = z.enum(['read', 'write:projects', 'write:invoices', 'write:time']);
export const createdVia = z.enum(['app', 'api', 'mcp']);

export const projectStage = z.enum(['lead', 'scoping', 'active', 'delivered', 'paid', 'completed']);
export const projectStatus = z.enum(['active', 'paused', 'completed', 'archived']);
export const invoiceKind = z.enum(['invoice', 'estimate']);
export const invoiceStatus = z.enum(['DRAFT', 'SENT', 'PAID', 'VOID']);

/** The first and the last day of what is asked for; null: there is no such bound, or the usual one. */
export interface Period {
  since: string | null;
  until: string | null;
}
