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

/** The addresses of the pages whose forms have the fields. */
const pages: Record<Missing['of'], (records: Records) => string> = {
  workspace: () => '/settings/documents',
  client: ({ clientId }) => `/clients/${clientId}`,
  project: ({ projectId }) => `/projects/${projectId}`,
  invoice: ({ invoiceId }) => `/invoices/${invoiceId}`,
};

/** The address of the field in which a person fills in what is missing, with its form opened. */
function addressOfField({ of, field }: Missing, records: Records): string {
  const page = pages[of](records);
  const verb = of === 'invoice' ? 'edit' : 'set';
  const query = of === 'workspace' ? '' : `?new=${verb}`;
  return withFragment(page + query, fieldId(`${page}/${verb}`, field, page));
}

/** The faults of an invoice or estimate, each with a link to its field. */
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
    ${list('Not printed in its PDF:', checklist.unprintable)}
    ${list('Check again:', checklist.doubtful)}`;
}
