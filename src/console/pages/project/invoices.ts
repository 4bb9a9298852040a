import { sql } from 'slonik';
import { workspaceId } from '../../../operations/define.ts';
import { draftInvoice } from '../../../operations/draftInvoice.ts';
import { listInvoices } from '../../../operations/listInvoices.ts';
import { form, formOfMany } from '../../forms/form.ts';
import { html } from '../../html/html.ts';
import { disclosure } from '../../parts/disclosure.ts';
import { type InvoiceRows, invoiceTable } from '../../parts/invoiceTable.ts';
import { pagination } from '../../parts/pagination.ts';
import { byOperation } from '../../posts/byOperation.ts';
import type { Post } from '../../posts/post.ts';
import { invoiceList } from '../../records/invoice.ts';
import type { PageContext } from '../../routing/pageContext.ts';
import { listQuery } from '../../routing/query.ts';
import { send } from '../invoice.ts';
import { invoiceLooks } from '../invoiceForm.ts';
import { tab } from './tab.ts';

const drafted = byOperation(draftInvoice, {
  path: '/projects/:id/invoices/draft',
  button: 'Draft invoice',
  done: 'Draft created. Check it, then send it.',
  pathFields: { projectId: 'id' },
  pageQuery: { tab: 'invoices' },
  looks: invoiceLooks,
});

/**
 * Drafts an invoice or estimate on a project. An unedited discount counts as none in every currency, because its 0.00 would be
 * no valid amount in yen.
 */
const draft: Post = { ...drafted, changes: ['discountCents'] };

const listed = listQuery(listInvoices);

/** How many are listed beside the form: projects have few. */
const perPage = '8';

/** The workspace's tax settings, for invoices that don't set their own. */
interface TaxDefaults {
  taxRateBps: number;
  taxInclusive: boolean;
}

/** The invoices and estimates of a project, and the form to draft one. */
export const invoices = tab<{ invoices: InvoiceRows; usual: TaxDefaults }>({
  name: 'invoices',
  label: 'Invoices',
  reads: ({ params, search }) => ({
    invoices: invoiceList(
      listed(
        new URLSearchParams({ project_id: params.id!, page: search.get('page') ?? '', per_page: perPage }),
      ),
    ),
    usual: sql.fragment`
      select w.tax_rate_bps as "taxRateBps", w.prices_include_tax as "taxInclusive"
        from corkboard.workspaces w where w.id = ${workspaceId}`,
  }),
  view: ({ currency }, { invoices, usual }, context) => html`
    ${disclosure(context, 'Draft invoice or estimate', draft, { values: { ...usual, currency }, currency })}
    ${invoices.page.total === 0 ? emptyState : formOfMany(invoiceTable(invoices, context.person, { sending: sending(context) }))}
    ${pagination(invoices.page, context.here)}`,
  posts: [draft],
});

/** The button that sends a draft in the list. It leads to the draft's page, which shows the share link. */
const sending = (context: PageContext) => (invoice: InvoiceRows['data'][number]) =>
  form({ ...context, search: new URLSearchParams() }, send, {
    params: { id: invoice.id },
    record: invoice,
    recordName: invoice.number,
  });

const emptyState = html`
  <p class="empty">No invoices or estimates yet. Draft the first one above.</p>`;
