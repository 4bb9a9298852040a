import { signContract } from '../../actions/agreement.ts';
import { sql } from '../../database/pool.ts';
import { contractDocumentOf } from '../../documents/agreementDocument.ts';
import { type ContractShown, contractView, partiesOf } from '../../documents/agreementView.ts';
import { localizerOf } from '../../documents/localizer.ts';
import { workspaceId } from '../../records/fragments.ts';
import { agreedWork, signatureBlock, signatureNotice } from '../components/agreedWork.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { letter } from '../components/letter.ts';
import { html } from '../html/html.ts';
import { contractFile } from '../queries/documentFile.ts';
import { clientForm } from './clientForm.ts';
import { byClient, confirmation, projectBegun, type SharePageContext, sharePage } from './sharePage.ts';

/** All of the document is shown, because its hash is signed. */
interface ContractPage extends ContractShown {
  isApproved: boolean;
}

/** That the scope is approved, begin_client_action.sql checks. */
const sign = byClient('sign', signContract, projectBegun, {
  button: 'signContract',
  declaration: 'contract',
});

/** The contract of a project, for its client to read and sign; after that, the signed document. */
export const contractPage = sharePage<ContractPage>({
  page: 'contract',
  reads: contractDocumentOf(workspaceId, sql.fragment`admitted.project_id`),
  files: { formats: ['pdf'], reads: contractFile(sql.fragment`admitted.project_id`) },
  localizer: shown => localizerOf(partiesOf(shown)),
  view: (shown, context) => {
    const { document, signedAt } = shown;
    const { workspaceName: sender, projectName: project, scopeVersion } = document;
    const view = contractView(shown);
    const { messages } = context.localizer;
    const isEmpty = signedAt === null && !scopeVersion;
    return {
      title: messages('contractFrom', { project, sender }),
      body: html`${confirmation(signatureNotice(view))}${letter(
        view,
        context.workspaceId,
        html`<h1>${view.title}</h1><p>${view.subtitle}</p>`,
        isEmpty
          ? html`<p class="empty">${messages('contractInPreparation')}</p>`
          : html`${agreedWork(view)}${signatureBlock(view) ?? signing(shown, context)}`,
      )}${isEmpty ? null : html`<p class="actions">${downloadLink(`${context.here}.pdf`, messages('downloadPdf'))}</p>`}`,
    };
  },
  posts: [sign],
});

const signing = ({ sha256, isApproved }: ContractPage, context: SharePageContext) =>
  isApproved
    ? clientForm(context, sign, { document: sha256 })
    : html`<p class="empty">${context.localizer.messages('contractNeedsScope')}</p>`;
