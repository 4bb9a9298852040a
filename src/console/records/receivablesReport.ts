import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Period } from '../../documents/statementDocument.ts';
import { today, workspaceId } from '../../operations/define.ts';
import { object } from '../../records/fragments.ts';
import {
  type ClientCursor,
  type CurrencyReport,
  clientBatch,
  currencyOf,
  currencyReport,
  isAfter,
  isDayWithin,
} from './reportRange.ts';

/** How late what clients owe is, by the names in addresses: the least and the most days; null: no bound. */
export const ages = {
  'not-due': { from: null, to: 0 },
  '1-30': { from: 1, to: 30 },
  '31-60': { from: 31, to: 60 },
  '61-90': { from: 61, to: 90 },
  'over-90': { from: 91, to: null },
} as const;
export type Age = keyof typeof ages;
export const ageNames = Object.keys(ages) as [Age, ...Age[]];

/** What is due in one currency, by how late it is. */
export type AgedSums = Record<Age, number> & { currency: string };

/** What a client owes. */
export type ClientAges = AgedSums & { clientId: string; client: string };

/** What clients owe today, in one currency. */
export interface ReceivablesReport extends CurrencyReport<ClientAges> {
  /** What all owe; null: nothing. */
  sums: AgedSums | null;
}

/** The condition that a row `i` of invoices was sent and not voided, and what is due of it. */
export const isSent = sql.fragment`(i.kind = 'invoice' and i.status in ('SENT', 'PAID'))`;
export const dueCents = sql.fragment`case when i.status = 'SENT' then i.total_cents - i.part_paid_cents else 0 end`;

/** The condition that something is due of a row `i` of invoices. */
export const isReceivable = sql.fragment`(i.kind = 'invoice' and i.status = 'SENT' and i.total_cents > i.part_paid_cents)`;

/** The condition that a row `i` of invoices is that late today. One without a due date is not due. */
export function isAged(age: Age): FragmentSqlToken {
  const { from, to } = ages[age];
  if (from === null) return sql.fragment`(i.due_date is null or i.due_date >= ${today})`;
  const latest = sql.fragment`i.due_date <= ${today} - ${from}::integer`;
  return to === null ? latest : sql.fragment`(${latest} and i.due_date >= ${today} - ${to}::integer)`;
}

const columns = sql.fragment`${sql.join(
  ageNames.map(age => sql.identifier([age])),
  sql.fragment`, `,
)}`;
const eachAge = (sum: (age: Age) => FragmentSqlToken) =>
  sql.join(
    ageNames.map(age => sql.fragment`${sum(age)} as ${sql.identifier([age])}`),
    sql.fragment`, `,
  );

/** What is due by client and currency, of invoices that were sent within a period. */
const byClient = (period: Period, condition: FragmentSqlToken) => sql.fragment`
  select i.client_id, i.currency, sum(i.total_cents - i.part_paid_cents) as due,
         ${eachAge(age => sql.fragment`coalesce(sum(i.total_cents - i.part_paid_cents) filter (where ${isAged(age)}), 0)`)}
    from corkboard.invoices i
   where i.workspace_id = ${workspaceId} and ${isReceivable} and ${isDayWithin(sql.fragment`i.sent_on`, period)} and ${condition}
   group by 1, 2`;

/** The query of ReceivablesReport, with the clients of a page. It reads only an index, and the names of clients. */
export const receivablesReportOf = (
  period: Period,
  currency: string,
  page: number,
): FragmentSqlToken => sql.fragment`
  with ${currencyOf(currency)},
  clients as materialized (${byClient(period, sql.fragment`i.currency = (select h.currency from chosen h)`)})
  select ${object(sql.fragment`
      b.currency, ${eachAge(age => sql.fragment`sum(b.${sql.identifier([age])})`)} from clients b group by 1`)} as sums,
    ${currencyReport(columns, sql.fragment`b.due desc, b.client_id`, page)}`;

/** The query of a batch of ClientAges. */
export const receivablesClients = (period: Period, after: ClientCursor, limit: number): FragmentSqlToken =>
  sql.fragment`select ${clientBatch(columns, byClient(period, isAfter(after)), limit)}`;
