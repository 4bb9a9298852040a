import type { Checklist } from '../../documents/checklist.ts';
import type { Missing } from '../../documents/missing.ts';
import { type Html, html } from '../html/html.ts';
import { fieldId, withFragment } from '../requests/paths.ts';

/** The records that a document is about. */
interface Records {
  invoiceId: string;
  projectId: string;
  clientId: string;
}

/** The addresses of the forms that have the fields, opened, and of the pages that they are on. */
const forms: Record<Missing['of'], (records: Records) => { page: string; post: string; query: string }> = {
  workspace: () => ({ page: '/settings/documents', post: '/settings/documents/set', query: '' }),
  client: ({ clientId }) => ({
    page: `/clients/${clientId}`,
    post: `/clients/${clientId}/set`,
    query: '?new=set',
  }),
  project: ({ projectId }) => ({
    page: `/projects/${projectId}`,
    post: `/projects/${projectId}/set`,
    query: '?new=set',
  }),
  invoice: ({ invoiceId }) => ({
    page: `/invoices/${invoiceId}`,
    post: `/invoices/${invoiceId}/edit`,
    query: '?new=edit',
  }),
};

/** The address of the field in which a person fills in what is missing. */
function addressOfField({ of, field }: Missing, records: Records): string {
  const { page, post, query } = forms[of](records);
  return withFragment(page + query, fieldId(post, field, page));
}

/** What is wrong with an invoice or estimate, each with a link to its field. */
export function missingList(kind: string, checklist: Checklist, records: Records): Html {
  const list = (heading: string, missing: readonly Missing[]) =>
    missing.length === 0
      ? null
      : html`<p>${heading}</p><ul>${missing.map(
          one => html`<li><a href="${addressOfField(one, records)}">${one.message}</a></li>`,
        )}</ul>`;
  return html`
    ${list(`Missing from this ${kind}:`, checklist.missing)}
    ${list('Missing from its electronic invoice:', checklist.missingFromEInvoice)}
    ${list('Not printed in its PDF:', checklist.unprintable)}`;
}
