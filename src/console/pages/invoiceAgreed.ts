import { z } from 'zod';
import { agreedShare, invoiceAgreed } from '../../actions/invoiceAgreed.ts';
import { sql } from '../../database/sql.ts';
import {
  type AgreedItem,
  type AgreedToInvoice,
  agreedLines,
  nameOf,
  priceOf,
  remainderOf,
  type Share,
} from '../../documents/agreedLines.ts';
import { localizerIn } from '../../documents/localizer.ts';
import { amount, percent } from '../../formatting/index.ts';
import { invoiceAmounts, subtotal } from '../../money/totals.ts';
import { workspaceId } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { projectCrumbs } from '../components/crumbs.ts';
import { totalsTable } from '../components/invoiceDocument.ts';
import { table } from '../components/table.ts';
import { fieldsOf } from '../forms/fields.ts';
import { fieldView } from '../forms/fieldView.ts';
import { form } from '../forms/form.ts';
import { currencyName, hiddenField, localeName } from '../forms/hiddenFields.ts';
import { parseInput } from '../forms/parseInput.ts';
import type { Post } from '../forms/post.ts';
import { messageOf } from '../forms/rejectedForm.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { type ConsoleProject, consoleProject } from '../queries/project.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** The address of the page that makes an invoice of what was agreed for a project. */
export const agreedInvoiceAddress = (projectId: string): string => `/projects/${projectId}/agreed/invoice`;

/** Drafts an invoice of an agreed item. */
export const draftAgreed: Post = byAction(invoiceAgreed, {
  path: '/projects/:id/agreed/invoice',
  redirectTo: ({ invoice }) => `/invoices/${invoice.id}`,
});

const asked = z
  .strictObject(agreedShare)
  .refine(({ percentBps, amountCents }) => percentBps === undefined || amountCents === undefined, {
    path: ['amountCents'],
    error: 'must be left blank if you give a percentage',
  });

const fields = fieldsOf(asked, {
  item: { label: 'Agreed work', kind: 'select', required: true },
  percentBps: { label: 'Percentage of the price', hint: undefined },
  amountCents: { label: 'Or amount', hint: undefined },
  by: {
    label: 'Lines',
    options: [
      ['one', 'One line'],
      ['deliverable', 'A line for each deliverable'],
    ],
    required: true,
  },
});

/** The most items that a form offers: the project's tab links to the form of each. */
const maxOptions = 25;

/** The SQL of the column `agreed`: what the client of a project agreed to pay. */
export const agreedOf = (projectId: string) =>
  sql.fragment`select corkboard.agreed_to_invoice(${workspaceId}, ${asUuid(projectId)}) as agreed`;

/** What an item is called in the console. */
export const itemName = (item: AgreedItem, { parties }: AgreedToInvoice, locale: string): string =>
  nameOf(item, parties, localizerIn('en', locale));

/** The page that proposes an invoice of an agreed item, and drafts it. */
export const invoiceAgreedPage = page<{
  project: { project: ConsoleProject };
  read: { agreed: AgreedToInvoice };
}>({
  path: '/projects/:id/agreed/invoice',
  reads: ({ params }) => ({ project: consoleProject(params.id!), read: agreedOf(params.id!) }),
  view: ({ project: { project }, read: { agreed } }, context) => {
    const { id } = project;
    const open = agreed.items.filter(({ isClosed }) => !isClosed);
    const search = new URLSearchParams(context.search);
    const item =
      open.find(one => one.id === search.get('item')) ?? open.find(one => remainderOf(one) > 0) ?? open[0];
    return {
      title: 'Invoice what was agreed',
      crumbs: projectCrumbs(project, 'invoices'),
      body:
        item === undefined
          ? html`<p class="empty">Nothing was agreed that can be invoiced: no approved scope with a price or change order, and no accepted estimate. <a href="/projects/${id}?tab=scope">Go to the scope</a></p>`
          : chosen(agreed, item, search, context, id),
    };
  },
  posts: [draftAgreed],
});

function chosen(
  agreed: AgreedToInvoice,
  item: AgreedItem,
  search: URLSearchParams,
  context: PageContext,
  id: string,
): Html {
  const { locale } = context.person;
  // The form's fields, and what it sends in hidden fields to the action, are read in the same notation.
  search.set('item', item.id);
  if (!search.has(localeName)) search.set(localeName, locale);
  if (!search.has('by')) search.set('by', 'one');
  search.set(currencyName, item.currency);
  const { value, issues = [] } = parseInput({ fields, input: asked }, search);
  const messages = issues.map(issue => messageOf(issue, fields));
  const options = [item, ...agreed.items.filter(one => one !== item && !one.isClosed)]
    .slice(0, maxOptions)
    .map(
      one =>
        [
          one.id,
          `${itemName(one, agreed, locale)}: ${amount(remainderOf(one), one.currency, locale)} to invoice`,
        ] as const,
    );
  const shown = fields
    .filter(({ name }) => name !== 'by' || item.deliverables.length > 1)
    .map(field => ({ ...field, hidden: false, ...(field.name === 'item' && { options }) }));
  return html`
    <p>Leave percentage and amount blank to invoice all that remains.</p>
    <form method="get" action="${agreedInvoiceAddress(id)}" class="filters">
      ${[currencyName, localeName].map(name => hiddenField([name, search.get(name)!]))}${shown.map(field => fieldView(field, { form: 'agreed', texts: search, messages }))}
      <p><button class="quiet">Show lines</button></p>
    </form>
    ${value === undefined ? null : proposal(agreed, item, value as Share, context, id)}`;
}

/** The proposed lines with their amounts, and the button that drafts the invoice. */
function proposal(
  agreed: AgreedToInvoice,
  item: AgreedItem,
  share: Share,
  context: PageContext,
  id: string,
): Html {
  const { locale } = context.person;
  const { currency } = item;
  const { lineItems, notes, beyondCents, ...terms } = agreedLines(agreed, item, share);
  const { subtotalCents, taxCents, amountCents } = invoiceAmounts({ lineItems, ...terms });
  const money = (cents: bigint | number) => amount(cents, currency, locale);
  if (subtotalCents === 0n)
    return html`<p class="empty">All ${money(priceOf(item))} of it are on invoices or drafts. <a href="/projects/${id}?tab=invoices">Back to the project’s invoices</a></p>`;
  const rates = new Set(lineItems.map(({ taxRateBps }) => taxRateBps ?? terms.taxRateBps));
  const rate = [...rates].map(one => percent(one, locale)).join(', ');
  return html`
    <section><h2>Proposed lines</h2>
      ${table(
        'Proposed lines',
        ['Description', ['Amount', 'number']],
        lineItems.map(line => [line.description, money(subtotal({ lineItems: [line] }))]),
      )}
      ${totalsTable([
        { name: 'Subtotal', value: money(subtotalCents), isTotal: false },
        {
          name: `Tax (${rate}${terms.taxInclusive ? ', included' : ''})`,
          value: money(taxCents),
          isTotal: false,
        },
        { name: 'Total', value: money(amountCents), isTotal: true },
      ])}
      ${notes === null ? null : html`<h3>Notes</h3><p class="text">${notes}</p>`}
      ${lineItems.length > 1 && item.kind === 'scope' ? html`<p class="hint">The amount is divided equally. You can change the prices in the draft.</p>` : null}
      ${beyondCents === 0 ? null : html`<p class="doubt">That is ${money(beyondCents)} more than what remains of the agreed price. Draft it only if the client agreed to more.</p>`}
      ${form(context, beyondCents === 0 ? draftAgreed : { ...draftAgreed, button: 'Draft it anyway' }, {
        currency,
        values: { ...share, item: item.id, shown: item.version },
      })}
    </section>`;
}
