import { z } from 'zod';
import { column, object } from '../records/columns.ts';
import { bps, currency } from '../vocabulary/fields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field } from './define.ts';
import { clearable, lines, locale, timeZone, workspaceName } from './fields.ts';

/** A workspace as the operator sees it; its owner's address is that of the member who is the owner. */
export const workspaceRecord = object(
  [
    ...['id', 'name'].map(name => column('r', name)),
    'corkboard.owner_email(r.id) as "ownerEmail"',
    ...['defaultCurrency', 'plan', 'taxRateBps', 'pricesIncludeTax', 'ai', 'createdAt'].map(name =>
      column('r', name),
    ),
    'corkboard.workspace_state(r) as state',
    column('r', 'suspendedAt'),
    'corkboard.iso(corkboard.workspace_removal_due_at(r)) as "removalDueAt"',
  ].join(', '),
);

export const setWorkspace = action({
  name: 'workspace.set',
  summary: 'Change a workspace: what is given, nothing else',
  button: 'Save changes',
  on: 'workspace',
  role: 'owner',
  input: z.strictObject({
    plan: field(requiredText(500).optional(), 'the name of its plan', {
      placeholder: '<p>',
      only: 'command',
    }),
    name: field(workspaceName.optional(), 'shown to members and clients', { placeholder: '<n>' }),
    currency: field(currency.optional(), 'used when a project or invoice doesn’t set its own', {
      placeholder: '<c>',
    }),
    taxRateBps: field(bps.optional(), 'used when an invoice doesn’t set its own; 2000 is 20%', {
      placeholder: '<b>',
      label: 'Tax rate',
    }),
    pricesIncludeTax: field(z.boolean().optional(), 'used when an invoice doesn’t say', {
      placeholder: '<true|false>',
    }),
    ai: field(z.boolean().optional(), 'compares each revision round with the scope', {
      placeholder: '<true|false>',
      label: 'Classification',
    }),
    timeZone: field(timeZone.optional(), 'for the dates and times you see, such as Europe/Berlin', {
      placeholder: '<z>',
    }),
    locale: field(locale.optional(), 'the language and country for amounts and dates, such as en-GB', {
      placeholder: '<l>',
    }),
    letterhead: field(clearable(requiredText(2000)), 'shown at the top of invoices, scopes and contracts', {
      placeholder: '<t>',
      multiline: true,
    }),
    terms: field(clearable(requiredText(20_000)), 'shown on contracts', {
      placeholder: '<t>',
      multiline: true,
    }),
    intakeQuestions: field(lines(200).optional(), 'asked before each project, one question per line', {
      placeholder: '<q>',
      multiline: true,
    }),
  }),
  changes: { currency: 'default_currency' },
  sqlCall: 'change_workspace(p_workspace => begun.workspace_id, p_changes => :changes)',
  answer: `${workspaceRecord} as workspace`,
  auditEntries: { 'workspace.changed': 'changed the settings' },
});

export const suspendWorkspace = action({
  name: 'workspace.suspend',
  summary: 'Stop a workspace: its keys stop working, nothing is sent, and its members can only read',
  button: 'Suspend workspace',
  on: 'workspace',
  role: 'owner',
  only: 'command',
  sqlCall: 'suspend_workspace(p_workspace => begun.workspace_id)',
  answer: `${workspaceRecord} as workspace`,
  auditEntries: { 'workspace.suspended': 'suspended the workspace' },
});

export const resumeWorkspace = action({
  name: 'workspace.resume',
  summary: 'End a suspension, and cancel a removal that has not begun',
  button: 'Resume workspace',
  on: 'workspace',
  role: 'owner',
  only: 'command',
  sqlCall: 'resume_workspace(p_workspace => begun.workspace_id)',
  answer: `${workspaceRecord} as workspace`,
  auditEntries: { 'workspace.resumed': 'resumed the workspace' },
});

export const removeWorkspace = action({
  name: 'workspace.remove',
  summary: 'Suspend a workspace, and remove it with everything in it after 30 days',
  button: 'Remove workspace',
  on: 'workspace',
  role: 'owner',
  only: 'command',
  sqlCall: 'remove_workspace(p_workspace => begun.workspace_id)',
  answer: `${workspaceRecord} as workspace`,
  auditEntries: { 'workspace.removal_scheduled': 'scheduled the removal of the workspace' },
});
