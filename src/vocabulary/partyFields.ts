import { z } from 'zod';
import { isCountry } from '../formatting/countries.ts';
import { zeroTaxReasons } from './documents.ts';
import { integer } from './fields.ts';
import { compact, networkIdForm, networkIdRule, vatNumberFault } from './identifiers.ts';
import { formed, oneLineText } from './text.ts';

// The fields that a workspace and a client both have.

/** A field that people fill in: its schema, and what they read about it. */
export interface FieldDefinition {
  schema: z.ZodType;
  /** Whether a record always has it, so that it can't be taken away. */
  isRequired?: true;
  /** In --help, and by default the hint in forms. */
  description: string;
  /** The placeholder of its value in --help, such as <n>. */
  placeholder: string;
  /** Its label in forms; by default made from its name. */
  label?: string;
  /** Whether it is a textarea. */
  multiline?: true;
}

/** The code of a country that pages offer. The database knows only its form. */
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be two uppercase letters (ISO 3166), like DE', abort: true })
  .refine(isCountry, { error: 'must be the code of a country (ISO 3166), like DE' });

/** Its check digits aren't checked: the action warns of wrong ones (`withNetworkIdWarning`). */
export const networkId = formed(
  200,
  id => (networkIdForm.test(id) ? null : networkIdRule),
  text => text.replace(/\s+/g, ''),
);

/** Blank lines are left out. */
const addressLines = formed(
  500,
  text => (text.split('\n').length > 3 ? 'must be at most 3 lines' : null),
  text =>
    text
      .split(/\r?\n/)
      .map(line => line.trim())
      .filter(line => line !== '')
      .join('\n'),
);

export const paymentTermDays = integer(0, 365, ' of days');
export const zeroTaxReason = z.enum(zeroTaxReasons);

/** The fields of an address. */
export const addressFields = {
  addressLines: {
    schema: addressLines,
    label: 'Street address',
    description: 'street and number, up to three lines',
    placeholder: '<a>',
    multiline: true,
  },
  postalCode: {
    schema: oneLineText(20),
    description: 'the postal code of its address',
    placeholder: '<c>',
  },
  city: { schema: oneLineText(200), description: 'the city of its address', placeholder: '<c>' },
  region: {
    schema: oneLineText(200),
    description: 'the state, province or county of its address',
    placeholder: '<r>',
  },
  country: { schema: country, description: 'the country of its address, such as DE', placeholder: '<c>' },
} as const satisfies Record<string, FieldDefinition>;

/** The fields about tax. */
export const taxFields = {
  vatNumber: {
    schema: formed(30, vatNumberFault, compact),
    label: 'VAT number',
    description: 'with its country prefix, such as DE136695976',
    placeholder: '<v>',
  },
  zeroTaxReason: {
    schema: zeroTaxReason,
    label: 'Reason for a rate of 0',
    description: 'why its invoices charge no tax, if they charge none',
    placeholder: '<r>',
  },
} as const satisfies Record<string, FieldDefinition>;
