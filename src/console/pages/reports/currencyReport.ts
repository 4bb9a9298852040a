import { type FragmentSqlToken, sql } from '../../../database/sql.ts';
import { amount, count } from '../../../formatting/index.ts';
import { objects, workspaceId } from '../../../records/fragments.ts';
import { currency as currencyCode, type Period } from '../../../vocabulary/fields.ts';
import { nilId } from '../../../vocabulary/id.ts';
import { table } from '../../components/table.ts';
import { tabs } from '../../components/tabs.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import type { Page } from '../../page/page.ts';
import { limitTo, pageLength } from '../../queries/pageLimit.ts';
import { type ReportRange, rangeOf } from '../../queries/reportRange.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { addressKeeping } from '../../requests/paths.ts';
import { columnsOf, type Field, type RowOf, selectOf, text } from './fields.ts';
import { batchedFile } from './files.ts';
import { csvLink, figure, keptBy, pageLinks, type Query, report, rowsOfPage, unitIn } from './report.ts';

/**
 * Sums of amounts by name, each with the list of the records behind it: its path, and the filter that it takes. `listsZero`: a sum of
 * 0 has records too, which cancel each other out.
 */
type Measures = Record<string, Field<number> & { list: string; filter: Query; listsZero?: boolean }>;

export type Sums<M extends Measures> = RowOf<M> & { currency: string };

/** A report of amounts in a currency, which the address chooses. `Rows`: what its query finds. */
interface CurrencyReport<Rows> {
  path: string;
  alias?: string;
  /** The array of its currencies, by default those of all invoices that aren't void. */
  currencies?: FragmentSqlToken;
  /** The table expressions and columns of its query, from `range` and `chosen` (the currency). `before`: the rows before its page. */
  query: (
    period: Period,
    before: number,
    search: URLSearchParams,
  ) => { tables: FragmentSqlToken; columns: FragmentSqlToken };
  /** What is said above the report. */
  intro?: (range: ReportRange, context: PageContext) => Html;
  view: (found: Rows & { currency: string }, range: ReportRange, context: PageContext) => Html;
  files: Page['files'];
}

export const currencyReport = <Rows>({
  currencies = sql.fragment`corkboard.invoiced_currencies(${workspaceId})`,
  query,
  intro,
  view,
  ...definition
}: CurrencyReport<Rows>): Page =>
  report<{ found: Rows & { currency: string | null; currencies: string[] } }>({
    ...definition,
    reads: (period, search) => {
      const asked = currencyCode.safeParse(search.get('currency')).data ?? '';
      const { tables, columns } = query(period, rowsOfPage(search).before, search);
      const found = sql.fragment`
        with ${rangeOf(period, unitIn(definition.path, search))},
        known as materialized (select ${currencies} as currencies),
        chosen as materialized (
          select case when ${asked} = any (k.currencies) then ${asked}
                      when admitted.currency = any (k.currencies) then admitted.currency
                      else k.currencies[1] end as currency
            from known k),
        ${tables}
        select (select h.currency from chosen h) as currency, (select k.currencies from known k) as currencies, ${columns}`;
      return { found };
    },
    view: ({ found, range }, context) => html`
      ${intro?.(range, context) ?? null}
      ${
        found.currency === null
          ? html`<p class="empty">No invoices were sent yet. <a href="/invoices">Show invoices</a></p>`
          : html`${currencyTabs(found.currencies, found.currency, context)}${view({ ...found, currency: found.currency }, range, context)}`
      }`,
  });

/** A page of the clients, the largest amounts first, and how many there are. */
export interface ClientPage<M extends Measures> {
  clients: (Sums<M> & { clientId: string; client: string })[];
  clientCount: number;
}

/** The sums of a report by client: the part of its query, the section of its page, and the file, which has all currencies. */
interface ByClient<M extends Measures> {
  measures: M;
  /** The query of `client_id`, `currency` and the measures of invoices or payments `i` that a condition chooses, within `range`. */
  sumsOf: (condition: FragmentSqlToken, period: Period) => FragmentSqlToken;
  /** The order of its rows `b`. */
  largest: FragmentSqlToken;
  label: string;
  /** The name of a measure's column, from its heading in the file. */
  nameOf?: (heading: string) => string;
  /** What is said if there are no clients. */
  empty?: string;
  path: string;
}

export function byClient<M extends Measures>(definition: ByClient<M>) {
  const { measures, sumsOf, largest, label, nameOf = name => name, empty = '', path } = definition;
  const fields = {
    clientId: text('Client ID', sql.fragment`b.client_id`),
    client: text('Client', sql.fragment`c.name`),
    currency: text('Currency', sql.fragment`b.currency`),
    ...Object.fromEntries(
      Object.entries(measures).map(([name, measure]) => [
        name,
        { ...measure, sql: sql.fragment`b.${sql.identifier([name])}` },
      ]),
    ),
  };
  const rowsOf = (found: FragmentSqlToken, order: FragmentSqlToken) =>
    objects(sql.fragment`
      select ${selectOf(fields)} from (${found}) b
        join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = b.client_id
       order by ${order}`);
  return {
    /** The table expression `clients`, with the sums in the chosen currency. */
    table: (period: Period) => sql.fragment`
      clients as materialized (${sumsOf(sql.fragment`i.currency = (select h.currency from chosen h)`, period)})`,
    /** The columns of a ClientPage. */
    columns: (before: number) => {
      const page = sql.fragment`${limitTo(pageLength)} offset ${sql.literalValue(`${before}`)}`;
      return sql.fragment`
        ${rowsOf(sql.fragment`select * from clients b order by ${largest} ${page}`, largest)} as clients,
        (select count(*) from clients) as "clientCount"`;
    },
    file: batchedFile(path, columnsOf(fields), period => (last, limit) => {
      const isAfter = sql.fragment`
        (i.client_id, i.currency) > (${last?.clientId ?? nilId}::uuid, ${last?.currency ?? ''}::text)`;
      const batch = sql.fragment`${sumsOf(isAfter, period)} order by 1, 2 ${limitTo(limit)}`;
      return sql.fragment`
        with ${rangeOf(period)} select ${rowsOf(batch, sql.fragment`b.client_id, b.currency`)} as rows`;
    }),
    /** The section. `queryOf`: the parameters of the lists behind the figures of a client, or of all. */
    section: (
      { clients, clientCount }: ClientPage<M>,
      total: Sums<M>,
      queryOf: (client?: string) => Query,
      context: PageContext,
    ): Html => html`
      <section><h2>By client</h2>${
        clientCount === 0
          ? html`<p class="empty">${empty}</p>`
          : table(
              label,
              ['Client', ...Object.values(measures).map(one => [nameOf(one.heading!), 'number'] as const)],
              clients.map(row => [row.client, ...figuresOf(measures, row, queryOf(row.clientId), context)]),
              [
                `Total of ${count(clientCount, context.person.locale)}`,
                ...figuresOf(measures, total, queryOf(), context),
              ],
            )
      }${pageLinks(clientCount, context)}${csvLink(path, context)}</section>`,
  };
}

/** The tabs of the currencies of a report; null if there is only one. */
function currencyTabs(
  currencies: readonly string[],
  current: string,
  { here, search, person }: PageContext,
): Html | null {
  const ownFirst = new Set([person.currency, ...currencies.toSorted()]);
  const all = [...ownFirst].filter(one => currencies.includes(one));
  if (all.length < 2) return null;
  const path = here.split('?')[0]!;
  const kept = keptBy(path).filter(name => name !== 'currency');
  const address = addressKeeping(path, search, kept);
  return tabs(
    'Currency',
    all.map(one => [one, address({ currency: one })]),
    address({ currency: current }),
  );
}

/** The figures of a row, each a link to the list of the records behind it; zero, which has none, is only text. */
export const figuresOf = <M extends Measures>(
  measures: M,
  row: Sums<M>,
  query: Query,
  { person }: PageContext,
): Value[] =>
  Object.entries(measures).map(([name, { list, filter, listsZero, onPage }]) =>
    row[name] === 0 && !listsZero
      ? amount(0, row.currency, person.locale)
      : figure(onPage(row[name] as number, row, person), list, {
          ...filter,
          ...query,
          currency: row.currency,
        }),
  );
