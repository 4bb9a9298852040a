import { z } from 'zod';
import { column, object } from '../records/columns.ts';
import { bps, currency } from '../vocabulary/fields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field } from './define.ts';
import { clearable, lines, locale, timeZone } from './fields.ts';

/** A workspace as the operator sees it; its owner's address is that of the member who is the owner. */
export const workspaceRecord = object(
  [
    ...['id', 'name'].map(name => column('r', name)),
    'corkboard.owner_email(r.id) as "ownerEmail"',
    ...['defaultCurrency', 'plan', 'taxRateBps', 'pricesIncludeTax', 'ai', 'createdAt'].map(name =>
      column('r', name),
    ),
  ].join(', '),
);

export const setWorkspace = action({
  name: 'workspace.set',
  summary: 'Change a workspace: what is given, nothing else',
  button: 'Save',
  on: 'workspace',
  by: 'owner',
  input: z.strictObject({
    plan: field(requiredText(500).optional(), 'the name of its plan', { takes: '<p>', only: 'command' }),
    name: field(requiredText(500).optional(), 'what it is called', { takes: '<n>' }),
    currency: field(currency.optional(), 'used when a project or invoice does not set its own', {
      takes: '<c>',
    }),
    taxRateBps: field(bps.optional(), 'of invoices that name none; 2000 is 20 %', {
      takes: '<b>',
      label: 'Tax rate',
    }),
    pricesIncludeTax: field(z.boolean().optional(), 'on invoices that do not say', {
      takes: '<true|false>',
    }),
    ai: field(z.boolean().optional(), 'whether revisions may be classified', {
      takes: '<true|false>',
      label: 'Classification',
    }),
    timeZone: field(timeZone.optional(), 'in which people read times, like Europe/Berlin', { takes: '<z>' }),
    locale: field(locale.optional(), 'how people read amounts and dates, like en-GB', { takes: '<l>' }),
    letterhead: field(clearable(requiredText(2000)), 'what stands above invoices and contracts', {
      takes: '<t>',
      multiline: true,
    }),
    terms: field(clearable(requiredText(20_000)), 'the terms of its contracts', {
      takes: '<t>',
      multiline: true,
    }),
    intakeQuestions: field(
      lines(200).optional(),
      'what clients are asked before a project, each on a line of its own',
      { takes: '<q>', multiline: true },
    ),
  }),
  changes: { currency: 'default_currency' },
  calls: 'change_workspace(p_workspace => begun.workspace_id, p_changes => :changes)',
  answer: `${workspaceRecord} as workspace`,
  logs: { 'workspace.changed': 'changed the settings' },
});
