import { z } from 'zod';
import { column, json, object } from '../records/columns.ts';
import { numberedKinds } from '../vocabulary/documents.ts';
import { bps, currency, integer } from '../vocabulary/fields.ts';
import { addressFields, networkId, paymentTermDays, taxFields } from '../vocabulary/partyFields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field } from './define.ts';
import {
  bic,
  clearable,
  email,
  iban,
  inputFields,
  invoiceFooter,
  locale,
  numberFormat,
  oneLineText,
  payLink,
  questions,
  timeZone,
  workspaceName,
} from './fields.ts';
import { networkIdOutcomes, withNetworkIdWarning } from './networkId.ts';

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

const { vatNumber, zeroTaxReason } = inputFields(taxFields);

export const setWorkspace = action({
  name: 'workspace.set',
  summary: 'Change a workspace: what is given, nothing else',
  button: 'Save changes',
  role: 'owner',
  input: z.strictObject({
    plan: field(requiredText(500).optional(), 'the name of its plan', '<p>', { only: 'command' }),
    name: field(workspaceName.optional(), 'shown to members and clients', '<n>'),
    currency: field(currency.optional(), 'used when a project or invoice doesn’t set its own', '<c>'),
    taxRateBps: field(bps.optional(), 'used when an invoice doesn’t set its own; 2000 is 20%', '<b>', {
      label: 'Tax rate',
    }),
    pricesIncludeTax: field(z.boolean().optional(), 'used when an invoice doesn’t say', '<true|false>'),
    ai: field(z.boolean().optional(), 'compares each revision round with the scope', '<true|false>', {
      label: 'Classification',
    }),
    membersSeeTime: field(
      z.boolean().optional(),
      'whether members see who worked how long; otherwise only the owner does',
      '<true|false>',
      { label: 'Members see everyone’s time' },
    ),
    timeZone: field(timeZone.optional(), 'for the dates and times you see, such as Europe/Berlin', '<z>'),
    locale: field(locale.optional(), 'the language and country for amounts and dates, such as en-GB', '<l>'),
    legalName: field(clearable(oneLineText(500)), 'the company or person that issues documents', '<n>'),
    ...inputFields(addressFields),
    letterhead: field(
      clearable(requiredText(2000)),
      'shown at the top of invoices, scopes and contracts',
      '<t>',
      { multiline: true },
    ),
    vatNumber,
    taxNumber: field(
      clearable(oneLineText(50)),
      'a national tax number, such as an EIN or a Steuernummer',
      '<t>',
    ),
    registrationNumber: field(
      clearable(oneLineText(100)),
      'in a register of companies, such as HRB 12345',
      '<r>',
    ),
    zeroTaxReason,
    iban: field(clearable(iban), 'the account that clients pay to', '<i>', { label: 'IBAN' }),
    bic: field(clearable(bic), 'the bank of that account', '<b>', { label: 'BIC' }),
    bankDetails: field(clearable(requiredText(500)), 'how to pay where there is no IBAN', '<d>', {
      multiline: true,
    }),
    payLink: field(
      clearable(payLink),
      'an https URL to pay at, with {number}, {amount}, {currency} and {reference}',
      '<u>',
      { label: 'Payment link' },
    ),
    paymentTermDays: field(clearable(paymentTermDays), 'in how many days invoices are due', '<n>', {
      label: 'Payment term (days)',
    }),
    invoiceNotes: field(
      clearable(requiredText(5000)),
      'the notes of new invoices that a member drafts',
      '<t>',
      { multiline: true },
    ),
    estimateNotes: field(
      clearable(requiredText(5000)),
      'the notes of new estimates that a member drafts',
      '<t>',
      { multiline: true },
    ),
    invoiceFooter: field(clearable(invoiceFooter), 'at the foot of each page of a document', '<t>', {
      label: 'Footer',
      multiline: true,
    }),
    eInvoiceNetworkId: field(
      clearable(networkId),
      'its ID in the network for electronic invoices, such as 0088:4012345000009',
      '<i>',
      { label: 'E-invoice network ID' },
    ),
    contactName: field(clearable(oneLineText(500)), 'whom clients ask about e-invoices', '<n>', {
      label: 'Contact for e-invoices',
    }),
    contactEmail: field(clearable(email), 'their email address', '<e>', { label: 'Email of that contact' }),
    contactPhone: field(clearable(oneLineText(50)), 'their phone number', '<p>', {
      label: 'Phone number of that contact',
    }),
    terms: field(clearable(requiredText(20_000)), 'shown on contracts', '<t>', { multiline: true }),
    intakeQuestions: field(questions.optional(), 'asked before each project, one question per line', '<q>', {
      multiline: true,
    }),
  }),
  changes: { currency: 'default_currency' },
  sqlFunction: 'change_workspace',
  answer: `${workspaceRecord} as workspace`,
  finish: withNetworkIdWarning,
  done: networkIdOutcomes('You changed the settings.'),
  auditEntries: { 'workspace.changed': 'changed the settings' },
});

export const setNumbers = action({
  name: 'workspace.set-numbers',
  summary: 'Change how a kind of documents is numbered: what is given, nothing else',
  button: 'Save numbers',
  role: 'owner',
  input: z.strictObject({
    kind: field(z.enum(numberedKinds), 'the kind of documents', `<${numberedKinds.join('|')}>`),
    format: field(
      numberFormat.optional(),
      'with {number}, {number:3} for at least three digits, and {year}',
      '<f>',
    ),
    restartsYearly: field(z.boolean().optional(), 'whether each year begins at 1', '<true|false>', {
      label: 'Begin each year at 1',
    }),
    nextNumber: field(integer(1, 999_999_999).optional(), 'can be raised, but not lowered', '<n>'),
  }),
  sqlFunction: 'set_number_series',
  answer: `${json('kind format restartsYearly', 'r', 'corkboard.format_number(r.format, r.year, r.last_number + 1) as "nextNumber"')} as numbers`,
  done: 'You changed the numbers. New drafts have them; documents that exist keep theirs.',
  auditEntries: { 'workspace.numbers_changed': 'changed how documents are numbered' },
});

export const dismissFirstSteps = action({
  name: 'workspace.dismiss-steps',
  button: 'Dismiss',
  only: 'console',
  sqlFunction: 'dismiss_first_steps',
  answer: `${json('id')} as workspace`,
  done: 'The first steps are hidden, for all members.',
  auditEntries: { 'workspace.steps_dismissed': 'dismissed the first steps' },
});

const byOperator = {
  only: 'command',
  answer: `${workspaceRecord} as workspace`,
} as const;

export const suspendWorkspace = action({
  ...byOperator,
  name: 'workspace.suspend',
  summary: 'Stop a workspace: its keys stop working, nothing is sent, and its members can only read',
  auditEntries: { 'workspace.suspended': 'suspended the workspace' },
});

export const resumeWorkspace = action({
  ...byOperator,
  name: 'workspace.resume',
  summary: 'End a suspension, and cancel a removal that has not begun',
  auditEntries: { 'workspace.resumed': 'resumed the workspace' },
});

export const removeWorkspace = action({
  ...byOperator,
  name: 'workspace.remove',
  summary: 'Suspend a workspace, and remove it with everything in it after 30 days',
  auditEntries: { 'workspace.removal_scheduled': 'scheduled the removal of the workspace' },
});
