import { documentHead } from './documentHead.ts';
import { type ColumnView, type DocumentView, printed, type TotalView } from './documentView.ts';
import { type Localizer, localizerOf } from './localizer.ts';
import type { Account, StatementDocument } from './statementDocument.ts';

/** A client's debt in one currency, with every amount and day formatted. */
interface AccountView {
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

/** The view of a statement, for page and PDF. */
export function statementView(statement: StatementDocument): StatementView {
  const { parties, since, until, currencies } = statement;
  const localizer = localizerOf(parties);
  const { messages } = localizer;
  return printed({
    ...documentHead(parties, localizer, { from: messages('from'), to: messages('to') }),
    title: messages('statementTitle'),
    number: '',
    mark: null,
    facts: [{ name: messages('period'), value: `${localizer.day(since)} – ${localizer.day(until)}` }],
    columns: [
      { heading: messages('date'), isNumber: false },
      { heading: messages('description'), isNumber: false },
      { heading: messages('amount'), isNumber: true },
      { heading: messages('balance'), isNumber: true },
    ],
    accounts: currencies.map(account => accountView(account, statement, localizer)),
    remark: currencies.length === 0 ? messages('noEntries') : null,
  });
}

function accountView(
  account: Account,
  { since, mailedOn, currencies, invoices }: StatementDocument,
  localizer: Localizer,
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
  const { messages } = localizer;
  const money = (cents: number) => localizer.money(cents, currency);
  const areListed = count === entries.length;
  const remarks = [
    ...(areListed ? [] : [messages('tooManyEntries', { count })]),
    ...(addedCount === 0 || mailedOn === null
      ? []
      : [
          messages('addedEntries', {
            day: localizer.day(mailedOn),
            count: addedCount,
            amount: money(addedCents),
          }),
        ]),
  ];
  let balance = openingCents;
  return {
    heading: currencies.length === 1 ? null : messages('inCurrency', { currency }),
    rows: [
      [localizer.day(since), messages('openingBalance'), '', money(openingCents)],
      ...entries.map(({ day, kind, invoiceId, creditNote, amountCents, isAdded }) => {
        const { number } = invoices[invoiceId]!;
        const entry = messages('statementEntry', { kind, number, creditNote: creditNote ?? '' });
        balance += amountCents;
        return [
          localizer.day(day),
          isAdded ? messages('addedEntry', { entry }) : entry,
          money(amountCents),
          money(balance),
        ];
      }),
    ],
    remark: remarks.length === 0 ? null : remarks.join(' '),
    totals: [
      { name: messages('periodInvoiced'), value: money(movedCents + paidCents), isTotal: false },
      { name: messages('periodPaid'), value: money(-paidCents), isTotal: false },
      { name: messages('closingBalance'), value: money(closingCents), isTotal: true },
    ],
  };
}
