import type { FragmentSqlToken } from '../../../database/sql.ts';
import { amountCell, type Cell, type CsvColumns, decimalCell } from '../../../exports/csv.ts';
import { amount, count, duration, percent } from '../../../formatting/index.ts';
import { selectList } from '../../../records/fragments.ts';
import { table } from '../../components/table.ts';
import { listDate } from '../../components/time.ts';
import type { Html, Value } from '../../html/html.ts';
import { personName } from '../../html/personName.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import type { Person } from '../../sessions/person.ts';

// The rows of reports and lists are defined by their fields, each of them once. From these follow the select list of the query,
// the type of a row, the columns of the CSV file, and how a page writes a value.

/** A field of a row. `Of`: the type of its values in JSON. */
export interface Field<Of> {
  /** The heading of its column in the file; null: the file doesn't have it. */
  heading: string | null;
  sql: FragmentSqlToken;
  inFile: (value: Of, row: Row) => Cell;
  onPage: (value: Of, row: Row, person: Person) => Value;
  isNumber: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the fields of a row have values of different types.
export type Fields = Record<string, Field<any>>;

/** A row with these fields, as JSON. */
export type RowOf<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer Of> ? Of : never };
type Row = Record<string, unknown>;

/** Makes the fields of a kind. Null is an empty cell. */
const kind =
  <Of extends string | number | boolean>(
    onPage: (value: Of, person: Person, row: Row) => Value,
    { isNumber = false, inFile = (value: Of): Cell => value }: KindInFile<Of> = {},
  ) =>
  (heading: string | null, value: FragmentSqlToken): Field<Of> => ({
    ...{ heading, sql: value, isNumber },
    inFile: (value, row) => (value === null ? null : inFile(value, row)),
    onPage: (value, row, person) => (value === null ? null : onPage(value, person, row)),
  });
interface KindInFile<Of> {
  isNumber?: boolean;
  inFile?: (value: Of, row: Row) => Cell;
}

/** A field whose values may be null. */
export const optional = <Of>(field: Field<Of>): Field<Of | null> => field as Field<Of | null>;

export const text = kind<string>(value => value);
/** An actor of the audit log: pages have the names of members, and files their addresses. */
export const actor = kind<string>(personName);
/** One of some words, which pages have and files have not. */
export const named = (words: Record<string, string>) => kind<string>(value => words[value] ?? value);
export const day = kind<string>(listDate);
export const flag = kind<boolean>(value => (value ? 'Yes' : 'No'));
export const whole = kind<number>((value, { locale }) => count(value, locale), { isNumber: true });
export const minutes = kind<number>((value, { locale }) => duration(value, locale), { isNumber: true });
/** A share in basis points; pages show it in whole percent. */
export const share = kind<number>((value, { locale }) => percent(Math.round(value / 100) * 100, locale), {
  isNumber: true,
  inFile: value => decimalCell(value, 2),
});
/** A tax rate in basis points. */
export const rate = kind<number>((value, { locale }) => percent(value, locale), {
  isNumber: true,
  inFile: value => decimalCell(value, 2),
});
/** An amount in cents of the row's field `currency`. */
export const money = kind<number>((cents, { locale }, row) => amount(cents, row.currency as string, locale), {
  isNumber: true,
  inFile: (cents, row) => amountCell(cents, row.currency as string),
});

/** The select list of fields. */
export const selectOf = (fields: Fields): FragmentSqlToken =>
  selectList(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.sql])));

/** The columns of a file with fields. */
export const columnsOf = <F extends Fields>(fields: F): CsvColumns<RowOf<F>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { heading, inFile }]) =>
      heading === null ? [] : [[heading, (row: Row) => inFile(row[name], row)]],
    ),
  );

/** The columns of a table by their headings: the name of a field, or what makes the cell of a row. */
export type TableColumns<Row> = Record<
  string,
  (keyof Row & string) | ((row: Row, context: PageContext) => Value)
>;

/** A table of rows with fields. */
export const tableOf = <F extends Fields>(
  label: string,
  fields: F,
  columns: TableColumns<RowOf<F>>,
  rows: readonly RowOf<F>[],
  context: PageContext,
): Html =>
  table(
    label,
    Object.entries(columns).map(([heading, cell]) =>
      typeof cell === 'string' && fields[cell]!.isNumber ? [heading, 'number'] : heading,
    ),
    rows.map(row =>
      Object.values(columns).map(cell =>
        typeof cell === 'string' ? fields[cell]!.onPage(row[cell], row, context.person) : cell(row, context),
      ),
    ),
  );
