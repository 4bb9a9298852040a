import { sql } from '../../../database/sql.ts';
import { workspaceId } from '../../../operations/define.ts';
import { type Html, html } from '../../html/html.ts';

/** The steps that a new workspace has done. `isRunning`: an invoice was sent, so the steps are no longer needed. */
export interface FirstSteps {
  hasDetails: boolean;
  hasClient: boolean;
  hasProject: boolean;
  hasAssistant: boolean;
  isRunning: boolean;
}

/** The query of FirstSteps. The data in the workspace decides which steps are done. */
export const firstSteps = sql.fragment`
  select w.letterhead is not null as "hasDetails",
    exists (select 1 from corkboard.clients c where c.workspace_id = ${workspaceId} and c.trashed_at is null) as "hasClient",
    exists (select 1 from corkboard.projects p where p.workspace_id = ${workspaceId} and p.trashed_at is null) as "hasProject",
    exists (
      select 1 from corkboard.api_keys k
       where k.workspace_id = ${workspaceId} and k.revoked_at is null and k.connected_at is not null) as "hasAssistant",
    exists (
      select 1 from corkboard.invoice_counts i
       where i.workspace_id = ${workspaceId} and i.status in ('SENT', 'PAID') and i.invoices > 0) as "isRunning"
  from corkboard.workspaces w where w.id = ${workspaceId}`;

const steps: [key: keyof FirstSteps, href: string, name: string, reason: string][] = [
  ['hasDetails', '/settings', 'Enter your details', 'Country, currency and the letterhead of your invoices'],
  [
    'hasClient',
    '/clients',
    'Add your first client',
    'The people you work for. You can also import them from a file',
  ],
  ['hasProject', '/projects', 'Add your first project', 'Scope, time and invoices belong to it'],
  ['hasAssistant', '/settings/assistants', 'Connect an assistant', 'Claude and others can draft for you'],
];

/** The steps of a new workspace; null once all are done or it sends invoices. */
export function firstStepsCard(done: FirstSteps): Html | null {
  const left = steps.filter(([key]) => !done[key]).length;
  if (done.isRunning || left === 0) return null;
  return html`<section><h2>Get started</h2>
    <p class="hint">${steps.length - left} of ${steps.length} done</p>
    <ol class="steps">${steps.map(
      ([key, href, name, reason]) =>
        html`<li${done[key] ? html` class="done"` : null}><span class="tick" aria-hidden="true">${done[key] ? '✓' : ''}</span>
          <span><a href="${href}">${name}</a>${done[key] ? html` <span class="pill good">Done</span>` : null}<br><span class="sub">${reason}</span></span></li>`,
    )}</ol></section>`;
}
