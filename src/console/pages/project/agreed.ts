import { closeAgreed, reopenAgreed } from '../../../actions/invoiceAgreed.ts';
import {
  type AgreedFigures,
  type AgreedItem,
  type AgreedToInvoice,
  figureNames,
  remainderOf,
} from '../../../documents/agreedLines.ts';
import { partFacts } from '../../../documents/agreementView.ts';
import { localizerIn } from '../../../documents/localizer.ts';
import { day } from '../../../formatting/index.ts';
import { agreedKinds, agreedTable } from '../../components/agreedFigures.ts';
import { pagination } from '../../components/pagination.ts';
import { table } from '../../components/table.ts';
import { form, formOfMany } from '../../forms/form.ts';
import type { Post } from '../../forms/post.ts';
import { type Html, html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { withQuery } from '../../requests/paths.ts';
import { pageNumber } from '../../requests/query.ts';
import { agreedInvoiceAddress, draftAgreed, itemName } from '../invoiceAgreed.ts';

// What was agreed for a project, on the tab of its invoices.

const given = { record: 'agreed', parents: { id: 'project_id' }, pageQuery: { tab: 'invoices' } };
const close = byAction(closeAgreed, { ...given, path: '/projects/:id/agreed/:agreed/close' });
const reopen = byAction(reopenAgreed, { ...given, path: '/projects/:id/agreed/:agreed/reopen' });
export const agreedPosts = [close, reopen];

/** How many items the tab shows, and how many of these and of the parts of their plans. */
const maxItems = 10;
const maxRows = 13;

/**
 * A table of what was agreed for each currency, with what can be invoiced, and of all of it the totals; null if nothing was
 * agreed.
 */
export function agreedSection(id: string, agreed: AgreedToInvoice, context: PageContext): Html | null {
  if (agreed.items.length === 0) return null;
  const { locale } = context.person;
  const page = pageNumber(context.search, 'agreed');
  const pages = pagesOf(agreed.items);
  const shown = pages[page - 1] ?? [];
  const byCurrency = [...Map.groupBy(shown, ({ currency }) => currency)];
  const tables = byCurrency.map(([currency, items]) => {
    const all = agreed.items.filter(item => item.currency === currency);
    const name = all.length === items.length ? 'Total' : `Total of ${all.length}`;
    return agreedTable(
      `Agreed work in ${currency}`,
      'Agreed work',
      items.map(item => ({
        name: described(id, item, agreed, context),
        currency,
        figures: item,
        actions: actions(id, item, agreed, context),
      })),
      locale,
      all.length === 1 ? undefined : { name, currency, figures: totalOf(all) },
    );
  });
  const paging = { page, pageCount: pages.length };
  const links = pagination(paging, context.here, { name: 'agreed', listId: 'agreed' });
  return html`${formOfMany(html`<section><h2 id="agreed">Agreed and invoiced</h2>${tables}${links}</section>`)}${shown.map(item => planOf(item, agreed, context))}`;
}

/** The parts that an item is invoiced in. */
const openParts = ({ parts, isClosed }: AgreedItem) => (isClosed ? null : parts);

/** The items by page. */
function pagesOf(items: readonly AgreedItem[]): AgreedItem[][] {
  const pages: AgreedItem[][] = [];
  let rows = maxRows;
  for (const item of items) {
    const added = 1 + (openParts(item)?.length ?? 0);
    rows += added;
    if (rows <= maxRows && pages.at(-1)!.length < maxItems) pages.at(-1)!.push(item);
    else {
      pages.push([item]);
      rows = added;
    }
  }
  return pages;
}

/** The parts of an item's payment plan, with their invoices or the button that drafts one; null: it has no plan. */
function planOf(item: AgreedItem, agreed: AgreedToInvoice, context: PageContext): Html | null {
  const parts = openParts(item);
  if (parts === null) return null;
  const localizer = localizerIn('en', context.person.locale);
  const { from, zeroTaxReason } = agreed.parties;
  const tax = { ...from, pricesIncludeTax: item.taxInclusive, zeroTaxReason };
  const facts = partFacts(parts, item.currency, tax, localizer);
  const rows = parts.map(({ invoice, isDue }, at) => {
    const { name, value } = facts[at]!;
    const values = { item: item.id, part: at + 1, shown: item.version };
    const state =
      invoice !== null
        ? html`<a href="/invoices/${invoice.id}">${invoice.number}</a>`
        : remainderOf(item) > 0
          ? html`<div class="actions">${isDue ? html`<span class="pill">Due</span>` : null}${form(context, draftAgreed, { values, recordName: name })}</div>`
          : '';
    return [name, value, state];
  });
  return html`<section><h2>Payment plan of ${itemName(item, agreed, context.person.locale)}</h2>${table('Payment plan', ['Part', 'Amount', 'Invoice'], rows)}</section>`;
}

/** The sum of items in one currency. Of a closed one only what is invoiced counts. */
function totalOf(items: readonly AgreedItem[]): AgreedFigures {
  const agreed = (item: AgreedItem, kind: 'Net' | 'Gross') =>
    item.isClosed ? item[`invoiced${kind}Cents`] + item[`drafted${kind}Cents`] : item[`agreed${kind}Cents`];
  const counted = items.map(item => ({
    ...item,
    agreedNetCents: agreed(item, 'Net'),
    agreedGrossCents: agreed(item, 'Gross'),
  }));
  const sums = figureNames.map(name => [name, counted.reduce((sum, item) => sum + item[name], 0)]);
  return Object.fromEntries(sums);
}

function described(id: string, item: AgreedItem, agreed: AgreedToInvoice, { person }: PageContext): Html {
  const href = item.kind === 'estimate' ? `/invoices/${item.recordId}` : `/projects/${id}?tab=scope`;
  const date = day(item.agreedOn, person.locale);
  const verb = item.kind === 'estimate' ? 'Accepted' : 'Approved';
  return html`<a href="${href}">${itemName(item, agreed, person.locale)}</a>${item.isClosed ? html` <span class="pill">${closedName(item)}</span>` : null} <div class="sub">${agreedKinds[item.kind]} · ${verb} ${date}</div>`;
}

const closedName = ({ kind }: AgreedItem) => (kind === 'estimate' ? 'Covered by the scope' : 'Closed');

function actions(id: string, item: AgreedItem, agreed: AgreedToInvoice, context: PageContext): Html {
  const name = itemName(item, agreed, context.person.locale);
  const change = (post: Post, button: string) =>
    form(context, { ...post, button }, { record: item, recordName: name, params: { id, agreed: item.id } });
  const isOpen = !item.isClosed && remainderOf(item) > 0;
  return html`<div class="actions">
    ${isOpen ? html`<a class="button quiet" href="${withQuery(agreedInvoiceAddress(id), { item: item.id })}" aria-label="Invoice ${name}">Invoice</a>` : null}
    ${isOpen ? change(close, item.kind === 'estimate' ? 'Covered by the scope' : 'Close') : change(reopen, 'Reopen')}</div>`;
}
