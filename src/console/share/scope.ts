import { z } from 'zod';
import { approveScope } from '../../actions/agreement.ts';
import { sql } from '../../database/pool.ts';
import { scopeDocumentOf } from '../../documents/agreementDocument.ts';
import { type ScopeDocument, scopeView } from '../../documents/agreementView.ts';
import { localizerOf } from '../../documents/localizer.ts';
import { moment } from '../../formatting/index.ts';
import { objects, workspaceId } from '../../records/fragments.ts';
import { requiredText } from '../../vocabulary/text.ts';
import { typedName } from '../../vocabulary/typedName.ts';
import { agreedWork, signatureBlock, signatureNotice } from '../components/agreedWork.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { letter } from '../components/letter.ts';
import { fieldsOf } from '../forms/fields.ts';
import { type Html, html } from '../html/html.ts';
import { scopeFile } from '../queries/documentFile.ts';
import { clientForm } from './clientForm.ts';
import {
  byClient,
  type ClientPost,
  confirmation,
  projectBegun,
  type SharePageContext,
  sharePage,
} from './sharePage.ts';

const approve = byClient('approve', approveScope, projectBegun, {
  button: 'approveScope',
  declaration: 'scope',
});

const change = z.strictObject({
  by: typedName(500),
  text: requiredText(5000),
  version: approveScope.input.shape.version.unwrap(),
});

const requestChanges: ClientPost = {
  verb: 'request-changes',
  button: 'requestChanges',
  input: change,
  fields: fieldsOf(change, { by: { autocomplete: 'name' }, version: { hidden: true } }),
  labels: { by: { label: 'yourName', hint: 'recordKept' }, text: { label: 'changes', hint: 'changesHint' } },
  sqlCall: ({ by, text, version }, { address, browser }) => sql.fragment`
    select r.id from corkboard.request_scope_changes(
      begun.workspace_id, ${projectBegun}, ${by as string}, ${text as string}, ${version as number}, ${address}::inet,
      ${browser}) r`,
};

/** Clients' requests for changes that no member has marked as done. */
interface Request {
  by: string;
  text: string;
  at: string;
}

interface ScopeShown extends ScopeDocument {
  requests: Request[];
}

/** The scope of a project, for its client to read and approve, or to request changes. */
export const scopePage = sharePage<ScopeShown>({
  page: 'scope',
  reads: sql.fragment`
    select d.*, ${objects(sql.fragment`
      select r.requested_by as by, r.text, corkboard.iso(r.requested_at) as at
        from corkboard.scope_change_requests r
       where r.workspace_id = ${workspaceId} and r.project_id = admitted.project_id and r.resolved_at is null
       order by r.requested_at, r.id`)} as requests
      from (${scopeDocumentOf(workspaceId, sql.fragment`admitted.project_id`)}) d`,
  files: { formats: ['pdf'], reads: scopeFile(sql.fragment`admitted.project_id`) },
  localizer: localizerOf,
  view: (scope, context) => {
    const view = scopeView(scope);
    const { projectName: project, from } = scope;
    const { messages } = context.localizer;
    return {
      title: messages('scopeFrom', { project, sender: from.name }),
      body: html`${confirmation(signatureNotice(view) ?? requested(scope, context))}${letter(
        view,
        context.workspaceId,
        html`<h1>${view.title}</h1><p>${view.subtitle}</p>`,
        scope.version === 0
          ? html`<p class="empty">${messages('scopeInPreparation')}</p>`
          : html`${agreedWork(view)}${signatureBlock(view) ?? answering(scope, context)}`,
      )}${scope.version === 0 ? null : html`<p class="actions">${downloadLink(`${context.here}.pdf`, messages('downloadPdf'))}</p>`}`,
    };
  },
  posts: [approve, requestChanges],
});

const answering = ({ version }: ScopeShown, context: SharePageContext): Html =>
  html`${clientForm(context, approve, { version })}${clientForm(context, requestChanges, { version }, 'requestChanges')}`;

/** The changes that were requested, in words; null if none are. */
function requested(
  { requests, from }: ScopeShown,
  { localizer: { messages, locale } }: SharePageContext,
): Html | null {
  if (requests.length === 0) return null;
  return html`${requests.map(({ by: name, text, at }) => {
    const values = { name, at: moment(at, locale, from.timeZone), text };
    return html`<span class="text">${messages('changesRequested', values)}</span> `;
  })}`;
}
