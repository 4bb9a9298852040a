import { memoize } from '../../concurrency/memoize.ts';
import { type Choices, currencyChoices } from '../../formatting/choices.ts';
import type { Field, FieldOptions } from './fields.ts';

/** A currency is chosen from a list; forms are shown with a currency, so that none is left to a default. */
export const currencyOptions: FieldOptions = { kind: 'select', options: currencyChoices, required: true };

/** The currencies, this one first. The same list for each currency, since rendered options are kept by list. */
const beginningWith = memoize(
  String,
  (own: string): Choices =>
    currencyChoices.toSorted(([one], [other]) => Number(other === own) - Number(one === own)),
);

/** A field; if it lists currencies, with the workspace's own first. */
export const withOwnCurrencyFirst = (field: Field, own: string): Field =>
  field.options === currencyChoices ? { ...field, options: beginningWith(own) } : field;
