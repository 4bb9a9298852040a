import { actionQuery } from '../../actions/actionQuery.ts';
import { signContract } from '../../actions/agreement.ts';
import { sql } from '../../database/pool.ts';
import { moment } from '../../formatting/index.ts';
import { workspaceId } from '../../operations/define.ts';
import { fieldsOf } from '../forms/fields.ts';
import { html } from '../html/html.ts';
import { agreedWork } from '../parts/agreedWork.ts';
import { consentLine } from '../parts/consent.ts';
import { letter } from '../parts/letter.ts';
import { requireApprovedScope } from '../posts/requireApprovedScope.ts';
import type { ContractDocument } from '../records/scope.ts';
import { clientForm } from './clientForm.ts';
import {
  type ClientPost,
  confirmation,
  projectBegun,
  type SharePageContext,
  sharePage,
} from './sharePage.ts';

interface ContractShown {
  /** All of it is shown, because its hash is signed. */
  document: ContractDocument;
  /** Of the document, in hexadecimal. */
  sha256: string;
  signedAt: string | null;
  signedBy: string | null;
  /** Who recorded the signature for the client; null if the client signed through the link. */
  recordedBy: string | null;
  isApproved: boolean;
  locale: string;
  timeZone: string;
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
export const contractPage = sharePage<ContractShown>({
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
    const { letterhead, workspaceName, clientName, projectName, scopeVersion, terms } = document;
    return {
      title: `Contract of ${projectName}, from ${workspaceName}`,
      body: html`${confirmation(signed(shown))}${letter(
        { from: { name: workspaceName, letterhead }, to: { ...document, name: clientName } },
        html`<h1>Contract</h1><p>${projectName}</p>`,
        html`<dl class="facts"><dt>Between</dt><dd>${workspaceName}</dd><dt>and</dt><dd>${clientName}</dd>${
          scopeVersion ? html`<dt>Scope</dt><dd>Version ${scopeVersion}</dd>` : null
        }</dl>`,
        signedAt === null && !scopeVersion
          ? html`<p class="empty">This contract is still being prepared. Please check back later.</p>`
          : html`${agreedWork(document, locale)}
              ${terms === null ? null : html`<h2>Terms</h2><p class="text">${terms}</p>`}
              ${signature(shown, guest)}`,
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

function signature(shown: ContractShown, guest: SharePageContext) {
  const { sha256, isApproved } = shown;
  const done = signed(shown);
  if (done === null)
    return isApproved
      ? clientForm(guest, sign, { document: sha256 })
      : html`<p class="empty">You can sign this contract here once its scope is approved.</p>`;
  return html`
    <p class="signed">${done}</p>
    <p class="hint">SHA-256 of the signed contract: <code>${sha256}</code></p>`;
}
