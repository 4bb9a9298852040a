import { sql } from 'slonik';
import {
  type PartySnapshot,
  partySnapshotColumns,
  partySnapshotOf,
} from '../../../documents/partySnapshot.ts';
import { workspaceId } from '../../../operations/define.ts';
import { draftInvoice } from '../../../operations/draftInvoice.ts';
import { listInvoices } from '../../../operations/listInvoices.ts';
import { asUuid, nilId } from '../../../vocabulary/id.ts';
import type { Post } from '../../forms/post.ts';
import { html } from '../../html/html.ts';
import { type InvoiceRows, invoiceTable } from '../../parts/invoiceTable.ts';
import { pagination } from '../../parts/pagination.ts';
import { byOperation } from '../../posts/byOperation.ts';
import { invoiceList } from '../../records/invoice.ts';
import { listQuery } from '../../requests/query.ts';
import { invoiceEditor } from '../invoiceEditor.ts';
import { invoiceLooks } from '../invoiceForm.ts';
import { sendAddress } from '../sendInvoice.ts';
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
export const invoices = tab<{ invoices: InvoiceRows; usual: TaxDefaults; parties: PartySnapshot }>({
  name: 'invoices',
  label: 'Invoices',
  isLive: true,
  reads: ({ params, search }) => ({
    invoices: invoiceList(
      listed(
        new URLSearchParams({ project_id: params.id!, page: search.get('page') ?? '', per_page: perPage }),
      ),
    ),
    usual: sql.fragment`
      select w.tax_rate_bps as "taxRateBps", w.prices_include_tax as "taxInclusive"
        from corkboard.workspaces w where w.id = ${workspaceId}`,
    parties: sql.fragment`
      select ${partySnapshotColumns}
        from ${partySnapshotOf(sql.fragment`null::json`, sql.fragment`${workspaceId}, ${asUuid(params.id!)}`)}`,
  }),
  view: ({ id, currency }, { invoices, usual, parties }, context) => html`
    ${invoiceEditor(context, {
      name: 'Draft invoice or estimate',
      quiet: false,
      post: draft,
      base: { ...parties, ...blankDocument(id, currency) },
      given: { values: { ...usual, currency }, currency },
    })}
    ${invoices.page.total === 0 ? emptyState : invoiceTable(invoices, context.person, { sending })}
    ${pagination(invoices.page, context.here)}`,
  posts: [draft],
});

/** The document of a draft that doesn't exist yet. */
const blankDocument = (projectId: string, currency: string) => ({
  invoice: {
    id: nilId,
    projectId,
    number: '',
    kind: 'invoice' as const,
    status: 'DRAFT' as const,
    currency,
    lineItems: [],
    discountCents: 0,
    taxRateBps: 0,
    taxInclusive: false,
    amountCents: 0,
    taxCents: 0,
    lateFeeCents: 0,
    totalCents: 0,
    dueDate: null,
    supplyDate: null,
    poNumber: null,
    createdVia: 'app' as const,
    createdAt: '',
    sentAt: null,
    paidAt: null,
  },
  subtotalCents: 0,
  notes: null,
  voidedAt: null,
  lineUnits: null,
  supplyUntil: null,
  lateFeeAt: null,
});

/** The link to the page that sends a draft. */
const sending = ({ id, number }: InvoiceRows['data'][number]) =>
  html`<a class="button quiet" href="${sendAddress(id)}" aria-label="Send ${number}">Send</a>`;

const emptyState = html`
  <p class="empty">No invoices or estimates yet. Draft the first one above.</p>`;
