import { z } from 'zod';
import {
  checkPeriod,
  type Details,
  detailsOf,
  invoiceDetails,
  linesWithUnits,
  withoutUnits,
} from '../../../actions/invoiceDetails.ts';
import { sql } from '../../../database/sql.ts';
import type { AgreedToInvoice } from '../../../documents/agreedLines.ts';
import { blankDocument, type InvoiceDocument } from '../../../documents/invoiceDocument.ts';
import type { WriteOperation } from '../../../operations/define.ts';
import { draftInvoice } from '../../../operations/draftInvoice.ts';
import { checkAmounts, invoiceContent } from '../../../operations/invoiceContent.ts';
import { listInvoices, type listInvoicesInput } from '../../../operations/listInvoices.ts';
import { workspaceId } from '../../../records/fragments.ts';
import { asUuid } from '../../../vocabulary/id.ts';
import { isFormOpen } from '../../components/disclosure.ts';
import { type InvoiceRows, invoiceTable } from '../../components/invoiceTable.ts';
import { pagination } from '../../components/pagination.ts';
import { projectSumsTable } from '../../components/projectSums.ts';
import type { Post } from '../../forms/post.ts';
import { type Html, html } from '../../html/html.ts';
import { byOperation } from '../../posts/byOperation.ts';
import { type AcceptedEstimate, acceptedEstimates } from '../../queries/acceptedEstimates.ts';
import { invoiceList, listedInvoices } from '../../queries/invoice.ts';
import { type ProjectSums, projectSums } from '../../queries/project.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { addressOf } from '../../requests/paths.ts';
import { listQuery } from '../../requests/query.ts';
import { agreedOf } from '../invoiceAgreed.ts';
import { type Editor, invoiceEditor } from '../invoiceEditor.ts';
import { invoiceLooks, wordedByKind, wordedFor } from '../invoiceForm.ts';
import { sendAddress } from '../send/invoice.ts';
import { agreedPosts, agreedSection } from './agreed.ts';
import { tab } from './tab.ts';

const { projectId, kind } = draftInvoice.input.shape;
const { amountCents, currency, taxRateBps, dueDate, supplyDate, poNumber, notes, ...others } = invoiceContent;
const { zeroTaxReason, supplyUntil, language, exchangeRateMillionths } = invoiceDetails;

/** The form's fields: the content that the operation takes, and the details that only members set. */
const input = z
  .strictObject({
    projectId,
    kind,
    amountCents,
    currency,
    taxRateBps,
    zeroTaxReason,
    exchangeRateMillionths,
    ...others,
    lineItems: linesWithUnits,
    dueDate,
    supplyDate,
    supplyUntil,
    poNumber,
    language,
    notes,
  })
  .superRefine(checkAmounts)
  .superRefine(checkPeriod);

const withDetails: WriteOperation = {
  ...draftInvoice,
  input,
  sqlCall: (content, caller, config) => {
    const lineItems = content.lineItems && withoutUnits(content.lineItems as Details['lineItems']);
    return sql.fragment`
      select d.invoice, d.url, d.next
        from (${draftInvoice.sqlCall({ ...content, lineItems }, caller, config)}) d,
             corkboard.set_invoice_details(begun.workspace_id, (d.invoice ->> 'id')::uuid, ${detailsOf(content as Details)}) s`;
  },
};

const drafted = byOperation(withDetails, {
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
const draft: Post = wordedByKind({ ...drafted, changes: ['discountCents'] });

const listed = listQuery({
  ...listInvoices,
  sqlCall: asked => listedInvoices(asked as z.output<typeof listInvoicesInput>),
});

/** How many are listed beside the form: projects have few. */
const perPage = '8';

/** The initial values of a new draft: the workspace's notes, and the payment term of the client, else of the workspace. */
interface Defaults {
  taxInclusive: boolean;
  notes: string | null;
  estimateNotes: string | null;
  dueDate: string | null;
}

/** The invoices and estimates of a project, and the form to draft one. */
export const invoices = tab<{
  invoices: InvoiceRows;
  sums: { sums: ProjectSums[] };
  usual: Defaults;
  agreed: { agreed: AgreedToInvoice };
  estimates: { accepted: AcceptedEstimate[] };
}>({
  name: 'invoices',
  label: 'Invoices',
  isLive: true,
  reads: ({ params, search }) => ({
    invoices: invoiceList(
      listed(
        new URLSearchParams({ project_id: params.id!, page: search.get('page') ?? '', per_page: perPage }),
      ),
    ),
    sums: sql.fragment`
      select ${projectSums('p')} as sums from corkboard.projects p
       where p.workspace_id = ${workspaceId} and p.id = ${asUuid(params.id!)}`,
    usual: sql.fragment`
      select w.prices_include_tax as "taxInclusive", d.notes, w.estimate_notes as "estimateNotes", d.due_date as "dueDate"
        from corkboard.workspaces w
        cross join corkboard.draft_defaults(${workspaceId}, ${asUuid(params.id!)}) d
       where w.id = ${workspaceId}`,
    agreed: agreedOf(params.id!),
    estimates: sql.fragment`select ${acceptedEstimates(sql.fragment`${asUuid(params.id!)}`)} as accepted`,
  }),
  view: (
    { id, currency },
    { invoices, sums, usual: { estimateNotes, ...usual }, agreed: { agreed }, estimates },
    context,
  ) => html`
    ${drafting(kindOf(context), { values: { ...usual, taxRateBps: agreed.taxRateBps, currency, ...(kindOf(context) === 'estimate' && { notes: estimateNotes }) }, currency }, { ...agreed.parties, ...blankDocument(id, currency) }, estimates.accepted, context)}
    ${agreedSection(id, agreed, context)}
    ${invoices.page.total === 0 ? emptyState : invoiceTable(invoices, context.person, { sending })}
    ${pagination(invoices.page, context.here)}
    ${sums.sums.length === 0 ? null : html`<section><h2>Totals</h2>${projectSumsTable(sums.sums, context.person.locale)}</section>`}`,
  posts: [draft, ...agreedPosts],
});

/** The kind of document that the form drafts. */
const kindOf = ({ search, rejected }: PageContext) =>
  (rejected?.values.get('kind') ?? search.get('kind')) === 'estimate' ? 'estimate' : 'invoice';

/** The address of the form that drafts an invoice or estimate on a project. */
export const draftAddress = (projectId: string, kind: 'invoice' | 'estimate'): string =>
  `/projects/${projectId}?tab=invoices&new=draft&kind=${kind}#draft`;

/** The links to the forms that draft an invoice and an estimate, or one of the forms. */
function drafting(
  kind: 'invoice' | 'estimate',
  given: Editor['given'],
  base: InvoiceDocument,
  accepted: AcceptedEstimate[],
  context: PageContext,
): Html | null {
  const path = addressOf(draft.path, context.params);
  if (!isFormOpen(context, path))
    return html`<p class="actions"><a class="button" href="${draftAddress(context.params.id!, 'invoice')}">New invoice</a><a class="button quiet" href="${draftAddress(context.params.id!, 'estimate')}">New estimate</a></p>`;
  return invoiceEditor(context, {
    name: `New ${kind}`,
    quiet: false,
    post: wordedFor(kind, draft),
    base: { ...base, invoice: { ...base.invoice, kind } },
    given: { ...given, values: { ...given.values, kind } },
    accepted,
  });
}

/** The link to the page that sends a draft. */
const sending = ({ id, number }: InvoiceRows['data'][number]) =>
  html`<a class="button quiet" href="${sendAddress(id)}" aria-label="Send ${number}">Send</a>`;

const emptyState = html`
  <p class="empty">No invoices or estimates yet. Draft the first one above.</p>`;
