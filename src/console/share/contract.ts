import { actionQuery } from '../../actions/actionQuery.ts';
import { signContract } from '../../actions/agreement.ts';
import { sql } from '../../database/pool.ts';
import { type ContractShown, contractView } from '../../documents/agreementView.ts';
import { writingIn } from '../../documents/writing.ts';
import { moment } from '../../formatting/index.ts';
import { workspaceId } from '../../operations/define.ts';
import { fieldsOf } from '../forms/fields.ts';
import { html } from '../html/html.ts';
import { agreedWork, signatureBlock } from '../parts/agreedWork.ts';
import { consentLine } from '../parts/consent.ts';
import { letter } from '../parts/letter.ts';
import { requireApprovedScope } from '../posts/requireApprovedScope.ts';
import { clientForm } from './clientForm.ts';
import {
  type ClientPost,
  confirmation,
  projectBegun,
  type SharePageContext,
  sharePage,
} from './sharePage.ts';

/** All of the document is shown, because its hash is signed. */
interface ContractPage extends ContractShown {
  isApproved: boolean;
}

/** The hash of the document that the client saw. */
const input = signContract.input.required();

const sign: ClientPost = {
  verb: 'sign',
  button: signContract.button,
  input,
  fields: fieldsOf(input, {
    by: {
      label: 'Your name',
      hint: 'Your name is your signature on this contract. We keep the time, your network address and your browser with it.',
      autocomplete: 'name',
    },
    document: { hidden: true },
  }),
  nameOf: ({ by }) => by as string,
  seenOf: ({ document }) => document as string,
  sqlCall: (given, { address, browser }) =>
    requireApprovedScope(
      projectBegun,
      actionQuery(signContract, projectBegun, given, { from: address, browser }),
    ),
};

/** The contract of a project, for its client to read and sign; after that, the signed document. */
export const contractPage = sharePage<ContractPage>({
  page: 'contract',
  reads: sql.fragment`
    select d.document,
           encode(coalesce(a.document_sha256, sha256(convert_to(d.document::text, 'UTF8'))), 'hex') as sha256,
           corkboard.iso(a.signed_at) as "signedAt", a.signed_by as "signedBy",
           a.recorded_by as "recordedBy", s.approved_at is not null as "isApproved", w.locale, w.time_zone as "timeZone"
      from corkboard.workspaces w
      left join corkboard.scopes s on s.workspace_id = ${workspaceId} and s.project_id = admitted.project_id
      left join corkboard.agreements a on a.workspace_id = ${workspaceId} and a.project_id = admitted.project_id
      cross join lateral (
        select coalesce(a.document, corkboard.contract_document(${workspaceId}, admitted.project_id)) as document) d
     where w.id = ${workspaceId}`,
  view: (shown, guest) => {
    const { document, signedAt, locale } = shown;
    const { workspaceName: sender, projectName: project, scopeVersion, language = 'en' } = document;
    const view = contractView(shown);
    return {
      title: writingIn(language, locale).words('contractFrom', { project, sender }),
      body: html`${confirmation(signed(shown))}${letter(
        view,
        guest.workspaceId,
        html`<h1>${view.title}</h1><p>${view.subtitle}</p>`,
        signedAt === null && !scopeVersion
          ? html`<p class="empty">This contract is still being prepared. Please check back later.</p>`
          : html`${agreedWork(view)}${signatureBlock(view) ?? signing(shown, guest)}`,
      )}`,
    };
  },
  post: sign,
});

/** The signer and the time; null if it isn't signed. */
const signed = ({ signedAt, signedBy, recordedBy, locale, timeZone }: ContractShown) =>
  signedAt === null
    ? null
    : html`${consentLine('Signed', { by: signedBy, recordedBy })}, ${moment(signedAt, locale, timeZone)}.`;

const signing = ({ sha256, isApproved }: ContractPage, guest: SharePageContext) =>
  isApproved
    ? clientForm(guest, sign, { document: sha256 })
    : html`<p class="empty">You can sign this contract here once its scope is approved.</p>`;
