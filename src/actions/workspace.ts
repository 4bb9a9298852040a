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
  button: 'Save changes',
  on: 'workspace',
  by: 'owner',
  input: z.strictObject({
    plan: field(requiredText(500).optional(), 'the name of its plan', { takes: '<p>', only: 'command' }),
    name: field(requiredText(500).optional(), 'shown to members and clients', { takes: '<n>' }),
    currency: field(currency.optional(), 'used when a project or invoice doesn’t set its own', {
      takes: '<c>',
    }),
    taxRateBps: field(bps.optional(), 'used when an invoice doesn’t set its own; 2000 is 20%', {
      takes: '<b>',
      label: 'Tax rate',
    }),
    pricesIncludeTax: field(z.boolean().optional(), 'used when an invoice doesn’t say', {
      takes: '<true|false>',
    }),
    ai: field(z.boolean().optional(), 'compares each revision round with the scope', {
      takes: '<true|false>',
      label: 'Classification',
    }),
    timeZone: field(timeZone.optional(), 'for the dates and times you see, such as Europe/Berlin', {
      takes: '<z>',
    }),
    locale: field(locale.optional(), 'the language and country for amounts and dates, such as en-GB', {
      takes: '<l>',
    }),
    letterhead: field(clearable(requiredText(2000)), 'shown at the top of invoices, scopes and contracts', {
      takes: '<t>',
      multiline: true,
    }),
    terms: field(clearable(requiredText(20_000)), 'shown on contracts', {
      takes: '<t>',
      multiline: true,
    }),
    intakeQuestions: field(lines(200).optional(), 'asked before each project, one question per line', {
      takes: '<q>',
      multiline: true,
    }),
  }),
  changes: { currency: 'default_currency' },
  calls: 'change_workspace(p_workspace => begun.workspace_id, p_changes => :changes)',
  answer: `${workspaceRecord} as workspace`,
  logs: { 'workspace.changed': 'changed the settings' },
});
