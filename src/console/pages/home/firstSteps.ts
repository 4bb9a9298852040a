import { dismissFirstSteps } from '../../../actions/workspace.ts';
import { sql } from '../../../database/sql.ts';
import { workspaceId } from '../../../records/fragments.ts';
import { form } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import type { PageContext } from '../../requests/pageContext.ts';

export const dismissSteps = byAction(dismissFirstSteps, { path: '/dismiss-steps' });

/**
 * The steps that a new workspace has done. `isOver`: an invoice was sent or a member dismissed the steps, so they are no longer
 * shown.
 */
export interface FirstSteps {
  hasDetails: boolean;
  hasClient: boolean;
  hasProject: boolean;
  hasAssistant: boolean;
  isOver: boolean;
}

/** The query of FirstSteps. The data in the workspace decides which steps are done. */
export const firstSteps = sql.fragment`
  select coalesce(w.legal_name, w.address_lines, w.city, w.letterhead) is not null as "hasDetails",
    exists (select 1 from corkboard.clients c where c.workspace_id = ${workspaceId} and c.trashed_at is null) as "hasClient",
    exists (select 1 from corkboard.projects p where p.workspace_id = ${workspaceId} and p.trashed_at is null) as "hasProject",
    exists (
      select 1 from corkboard.api_keys k
       where k.workspace_id = ${workspaceId} and k.revoked_at is null and k.connected_at is not null) as "hasAssistant",
    exists (
      select 1 from corkboard.invoice_counts i
       where i.workspace_id = ${workspaceId} and i.status in ('SENT', 'PAID') and i.invoices > 0)
      or corkboard.times_done(w.id, w.id, 'workspace.steps_dismissed') > 0 as "isOver"
  from corkboard.workspaces w where w.id = ${workspaceId}`;

const steps: [key: keyof FirstSteps, href: string, name: string, reason: string][] = [
  [
    'hasDetails',
    '/settings/documents',
    'Enter your details',
    'The name and address on your invoices, and how clients pay you',
  ],
  [
    'hasClient',
    '/clients/new',
    'Add your first client',
    'The people you work for. You can also import them from a file',
  ],
  ['hasProject', '/projects', 'Add your first project', 'Scope, time and invoices belong to it'],
  ['hasAssistant', '/settings/assistants', 'Connect an assistant', 'Claude and others can draft for you'],
];

/** The steps of a new workspace; null once all are done, it sends invoices, or a member dismissed them. */
export function firstStepsCard(done: FirstSteps, context: PageContext): Html | null {
  const left = steps.filter(([key]) => !done[key]).length;
  if (done.isOver || left === 0) return null;
  return html`<section><h2>Get started</h2>
    <p class="hint">${steps.length - left} of ${steps.length} done</p>
    <ol class="steps">${steps.map(
      ([key, href, name, reason]) =>
        html`<li${done[key] ? html` class="done"` : null}><span class="tick" aria-hidden="true">${done[key] ? '✓' : ''}</span>
          <span><a href="${href}">${name}</a>${done[key] ? html` <span class="pill good">Done</span>` : null}<br><span class="sub">${reason}</span></span></li>`,
    )}</ol>
    <p class="hint">Currency and time zone are in <a href="/settings">Settings</a>.</p>
    ${form(context, dismissSteps, { quiet: true })}</section>`;
}
