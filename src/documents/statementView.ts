import { documentHead } from './documentHead.ts';
import { type ColumnView, type DocumentView, printed, type TotalView } from './documentView.ts';
import type { Account, StatementDocument } from './statementDocument.ts';
import { type Writing, writingOf } from './writing.ts';

/** What a client owes in one currency, with every amount and day formatted. */
export interface AccountView {
  /** Names the currency; null: the statement has one only. */
  heading: string | null;
  /** The cells of each entry, by column, with the opening balance as the first one. */
  rows: string[][];
  /** Why the entries aren't listed, and how many were added since the last email; null: they are, and none were. */
  remark: string | null;
  totals: TotalView[];
}

/** A statement in the client's language: what page and PDF show. */
export interface StatementView extends DocumentView {
  columns: ColumnView[];
  accounts: AccountView[];
  /** Says that there is nothing; null: there is. */
  remark: string | null;
}

/** What page and PDF of a statement show. */
export function statementView(statement: StatementDocument): StatementView {
  const { parties, since, until, currencies } = statement;
  const writing = writingOf(parties);
  const { words } = writing;
  return printed({
    ...documentHead(parties, writing, { from: words('from'), to: words('to') }),
    title: words('statementTitle'),
    number: '',
    draftMark: null,
    facts: [{ name: words('period'), value: `${writing.day(since)} – ${writing.day(until)}` }],
    columns: [
      { heading: words('date'), isNumber: false },
      { heading: words('description'), isNumber: false },
      { heading: words('amount'), isNumber: true },
      { heading: words('balance'), isNumber: true },
    ],
    accounts: currencies.map(account => accountView(account, statement, writing)),
    remark: currencies.length === 0 ? words('noEntries') : null,
  });
}

function accountView(
  account: Account,
  { since, mailedOn, currencies, invoices }: StatementDocument,
  writing: Writing,
): AccountView {
  const {
    currency,
    openingCents,
    movedCents,
    paidCents,
    closingCents,
    count,
    addedCount,
    addedCents,
    entries,
  } = account;
  const { words } = writing;
  const money = (cents: number) => writing.money(cents, currency);
  const areListed = count === entries.length;
  const remarks = [
    ...(areListed ? [] : [words('tooManyEntries', { count })]),
    ...(addedCount === 0 || mailedOn === null
      ? []
      : [
          words('addedEntries', {
            day: writing.day(mailedOn),
            count: addedCount,
            amount: money(addedCents),
          }),
        ]),
  ];
  let balance = openingCents;
  return {
    heading: currencies.length === 1 ? null : words('inCurrency', { currency }),
    rows: [
      [writing.day(since), words('openingBalance'), '', money(openingCents)],
      ...entries.map(({ day, kind, invoiceId, amountCents, isAdded }) => {
        const { number } = invoices[invoiceId]!;
        const entry = words('statementEntry', { kind, number });
        balance += amountCents;
        return [
          writing.day(day),
          isAdded ? words('addedEntry', { entry }) : entry,
          money(amountCents),
          money(balance),
        ];
      }),
    ],
    remark: remarks.length === 0 ? null : remarks.join(' '),
    totals: [
      { name: words('periodInvoiced'), value: money(movedCents + paidCents), isTotal: false },
      { name: words('periodPaid'), value: money(-paidCents), isTotal: false },
      { name: words('closingBalance'), value: money(closingCents), isTotal: true },
    ],
  };
}
