import { type AgreedFigures, agreedFigures } from '../../documents/agreedLines.ts';
import { amount } from '../../formatting/index.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { table } from './table.ts';

/** What kinds of agreed items are called. */
export const agreedKinds = { scope: 'Scope', change_order: 'Change order', estimate: 'Estimate' };

/** A row of the table: what it is about, and its figures in a currency. */
interface FiguresRow {
  name: Value;
  currency: string;
  figures: AgreedFigures;
  /** What a person can do with it. */
  actions?: Value;
}

const names = {
  agreed: 'Agreed',
  invoiced: 'On invoices',
  drafted: 'On drafts',
  remaining: 'To invoice',
  paid: 'Paid',
} as const;

/** What was agreed and what became of it, each amount without tax and below it with tax. `total`: the sum of the rows. */
export function agreedTable(
  label: string,
  first: string,
  rows: readonly FiguresRow[],
  locale: string,
  total?: FiguresRow,
): Html {
  const hasActions = rows.some(({ actions }) => actions !== undefined);
  const cells = ({ name, currency, figures, actions }: FiguresRow): Value[] => [
    name,
    ...agreedFigures.map(figure => {
      const [net, gross] = [figures[`${figure}NetCents`], figures[`${figure}GrossCents`]];
      if (gross === net) return amount(net, currency, locale);
      return html`<div>${amount(net, currency, locale)} <div class="sub">${amount(gross, currency, locale)} with tax</div></div>`;
    }),
    ...(hasActions ? [actions ?? ''] : []),
  ];
  return table(
    label,
    [
      first,
      ...agreedFigures.map(figure => [names[figure], 'number'] as const),
      ...(hasActions ? ['Actions'] : []),
    ],
    rows.map(cells),
    total && cells(total),
  );
}
