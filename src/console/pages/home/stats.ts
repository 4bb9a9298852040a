import { amount, count, counted, duration } from '../../../formatting/index.ts';
import { agreedTable } from '../../components/agreedFigures.ts';
import { ownCurrencyFirst } from '../../components/ownCurrencyFirst.ts';
import { statCards } from '../../components/statCards.ts';
import { type Html, html } from '../../html/html.ts';
import type { HomeStats, Sum } from '../../queries/homeStats.ts';
import { withQuery } from '../../requests/paths.ts';
import type { Person } from '../../sessions/person.ts';

/** Whether there are any figures to show. */
export const hasFigures = (stats: HomeStats): boolean =>
  [stats.outstanding, stats.drafts, stats.received, stats.agreed].some(sums => sums.length > 0) ||
  stats.loggedMinutes > 0;

/** The cards with the figures of the business. */
export function businessStats(stats: HomeStats, { currency, locale }: Person): Html {
  const inCurrency = (sums: Sum[]) => sums.find(one => one.currency === currency)?.cents ?? 0;
  const all = (sums: Sum[]) => sums.reduce((total, one) => total + one.count, 0);
  const money = (sums: Sum[]) => amount(inCurrency(sums), currency, locale);
  /** The amounts in other currencies. */
  const others = (sums: Sum[]) =>
    sums.filter(one => one.currency !== currency).map(one => `+ ${amount(one.cents, one.currency, locale)}`);
  const invoiceCount = (sums: Sum[]) => counted(all(sums), 'invoice', locale);
  const { outstanding, overdue, daysLate, drafts, received, billableMinutes, loggedMinutes } = stats;
  const { monthFrom, monthUntil } = stats;
  const toInvoice = stats.agreed
    .map(({ currency, count, remainingGrossCents: cents }) => ({ currency, count, cents }))
    .filter(one => one.count > 0);
  return statCards([
    {
      label: 'Outstanding',
      href: '/invoices?status=SENT&kind=invoice',
      value: money(outstanding),
      notes: [invoiceCount(outstanding), ...others(outstanding)],
    },
    {
      label: 'Overdue',
      href: '/invoices?overdue=true',
      value: money(overdue),
      notes: [
        invoiceCount(overdue),
        ...(daysLate === null ? [] : [`${counted(daysLate, 'day', locale)} late`]),
        ...others(overdue),
      ],
      isBad: overdue.length > 0,
    },
    {
      label: 'Drafts to review',
      href: '/invoices?status=DRAFT',
      value: count(all(drafts), locale),
      notes:
        drafts.length === 0
          ? ['None']
          : ownCurrencyFirst(drafts, currency).map(one => amount(one.cents, one.currency, locale)),
    },
    ...(stats.agreed.length === 0
      ? []
      : [
          {
            label: 'To invoice',
            href: `#${agreedId}`,
            value: money(toInvoice),
            notes: [counted(all(toInvoice), 'agreed item', locale), ...others(toInvoice)],
          },
        ]),
    {
      label: 'Billable this month',
      href: '/time',
      value: duration(billableMinutes, locale),
      notes: [`of ${duration(loggedMinutes, locale)} logged`],
    },
    {
      label: 'Received this month',
      href: withQuery('/reports/payments', { from: monthFrom, until: monthUntil }),
      value: money(received),
      notes: [counted(all(received), 'payment', locale), ...others(received)],
    },
  ]);
}

const agreedId = 'agreed';

/** What was agreed and isn't paid in full, by currency; null if there is nothing. */
export function agreedCard({ agreed }: HomeStats, { currency, locale }: Person): Html | null {
  if (agreed.length === 0) return null;
  const rows = ownCurrencyFirst(agreed, currency).map(one => ({
    name: one.currency,
    currency: one.currency,
    figures: one,
  }));
  return html`<section class="card"><h2 id="${agreedId}">Agreed and invoiced</h2>
    ${agreedTable('Agreed and invoiced', 'Currency', rows, locale)}
    <p class="hint">Approved scopes and change orders and accepted estimates that aren’t paid in full.</p></section>`;
}
