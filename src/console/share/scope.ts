import { actionQuery } from '../../actions/actionQuery.ts';
import { approveScope } from '../../actions/agreement.ts';
import { sql } from '../../database/pool.ts';
import { scopeDocumentOf } from '../../documents/agreementDocument.ts';
import { type ScopeDocument, scopeView } from '../../documents/agreementView.ts';
import { writingOf } from '../../documents/writing.ts';
import { workspaceId } from '../../operations/define.ts';
import { fieldsOf } from '../forms/fields.ts';
import { html } from '../html/html.ts';
import { agreedWork, signatureBlock, signatureNotice } from '../parts/agreedWork.ts';
import { downloadLink } from '../parts/downloadLink.ts';
import { letter } from '../parts/letter.ts';
import { scopeFile } from '../records/documentFile.ts';
import { clientForm } from './clientForm.ts';
import { type ClientPost, confirmation, projectBegun, sharePage } from './sharePage.ts';

/** The version that the client saw. */
const input = approveScope.input.required();

const approve: ClientPost = {
  verb: 'approve',
  button: approveScope.button,
  input,
  fields: fieldsOf(input, {
    by: { label: 'Your name', hint: 'By entering your name, you approve this scope.', autocomplete: 'name' },
    version: { hidden: true },
  }),
  nameOf: ({ by }) => by as string,
  seenOf: ({ version }) => String(version),
  sqlCall: given => actionQuery(approveScope, projectBegun, given),
};

/** The scope of a project, for its client to read and approve. */
export const scopePage = sharePage<ScopeDocument>({
  page: 'scope',
  reads: scopeDocumentOf(workspaceId, sql.fragment`admitted.project_id`),
  files: { formats: ['pdf'], reads: scopeFile(sql.fragment`admitted.project_id`) },
  view: (scope, guest) => {
    const view = scopeView(scope);
    const { projectName: project, from } = scope;
    const { words } = writingOf(scope);
    return {
      title: words('scopeFrom', { project, sender: from.name }),
      body: html`${confirmation(signatureNotice(view))}${letter(
        view,
        guest.workspaceId,
        html`<h1>${view.title}</h1><p>${view.subtitle}</p>`,
        scope.version === 0
          ? html`<p class="empty">This scope is still being prepared. Please check back later.</p>`
          : html`${agreedWork(view)}${signatureBlock(view) ?? clientForm(guest, approve, { version: scope.version })}`,
      )}${scope.version === 0 ? null : html`<p class="actions" lang="${scope.language}">${downloadLink(`${guest.here}.pdf`, words('downloadPdf'))}</p>`}`,
    };
  },
  posts: [approve],
});
