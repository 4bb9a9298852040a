import { z } from 'zod';
import { count, currency, timestamp } from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';

export const Workspace = z.strictObject({
  id,
  name: z.string(),
  defaultCurrency: currency.describe('ISO 4217. For scopes and invoices that name none.'),
  plan: z.string(),
});

const Limit = z.strictObject({
  used: count,
  allowed: count.nullable().describe('null: unlimited.'),
});

const MonthlyLimit = z.strictObject({ ...Limit.shape, resetsAt: timestamp });

export const Features = z.strictObject({
  api: z.boolean(),
  webhooks: z.boolean(),
  classification: z.boolean(),
});

export const Limits = z.strictObject({
  clients: Limit,
  activeProjects: Limit,
  seats: Limit,
  monthlyWrites: MonthlyLimit.describe('Records that API keys can create in a month (UTC).'),
  features: Features.describe('What the plan includes.'),
});
