import { editInvoice } from '../../actions/editInvoice.ts';
import { languageName } from '../../formatting/languages.ts';
import { subtotal } from '../../money/totals.ts';
import { languages } from '../../vocabulary/documents.ts';
import { zeroTaxReasonChoices } from '../components/party.ts';
import { currencyOptions } from '../forms/currencies.ts';
import { type Field, type FieldOptions, fieldsOf } from '../forms/fields.ts';
import type { Post } from '../forms/post.ts';
import type { Html } from '../html/html.ts';
import { byAction } from '../posts/byAction.ts';
import type { InvoiceDetail } from '../queries/invoice.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { invoiceEditor, typedAmounts } from './invoiceEditor.ts';

const details = 'Details';
const money = 'Amount, tax and currency';

/** How the content of an invoice or estimate looks in a form, whether it is drafted or edited. */
export const invoiceLooks: Record<string, FieldOptions> = {
  // Each kind has a button of its own.
  kind: { hidden: true },
  amountCents: {
    label: 'Flat amount',
    hint: 'One amount instead of lines',
    section: money,
  },
  lineItems: {
    label: 'Lines',
    hint: 'Blank lines are ignored. The quantity defaults to 1, the tax rate to the invoice’s. For a price without lines, use Flat amount below.',
    fields: {
      quantityHundredths: { label: 'Quantity' },
      unit: { label: 'Unit' },
      unitPriceCents: { label: 'Unit price' },
      taxRateBps: { label: 'Tax (%)' },
      id: { hidden: true },
    },
  },
  currency: { ...currencyOptions, section: money },
  dueDate: { label: 'Due date', section: details },
  supplyDate: { label: 'Date of supply', hint: 'Or the first day of a period', section: details },
  supplyUntil: { label: 'Supplied until', hint: 'The last day of a period', section: details },
  poNumber: { label: 'Client’s order number', section: details },
  notes: { hint: 'Shown on the invoice, such as how to pay', section: details },
  language: {
    options: languages.map(code => [code, languageName(code)]),
    blank: 'The client’s',
    section: details,
  },
  taxRateBps: { label: 'Tax rate (%)', required: true, section: money },
  zeroTaxReason: {
    label: 'Reason for a rate of 0',
    hint: 'Shown if a line isn’t taxed',
    options: zeroTaxReasonChoices,
    blank: 'As for the client',
    section: money,
  },
  exchangeRateMillionths: {
    label: 'Exchange rate',
    hint: 'If you charge tax in a foreign currency: one unit of your own in the invoice’s, such as 1.0893',
    section: money,
  },
  taxInclusive: { label: 'Prices include tax', section: money },
  discountCents: {
    label: 'Discount',
    hint: 'An amount or a percentage, such as 10%, to take off the subtotal before tax',
    percentageOf: content => subtotal(typedAmounts(content)),
    section: money,
  },
};

/**
 * Without a discount the field is blank, because a prefilled 0.00 would be invalid if the currency is changed to yen.
 */
const blankDiscount = (field: Field): Field =>
  field.name === 'discountCents' ? { ...field, initial: undefined } : field;

/** The form with the words of an estimate, if it is one. */
export const wordedFor = (kind: 'invoice' | 'estimate', post: Post): Post =>
  kind === 'invoice'
    ? post
    : {
        ...post,
        button: post.button.replace('invoice', 'estimate'),
        fields: post.fields.map(field => ({
          ...field,
          hint: field.hint?.replace('invoice', 'estimate'),
          ...(field.name === 'dueDate' && { label: 'Valid until' }),
        })),
      };

/** A form whose refusals have the words of an estimate, too, if it sends this kind. */
export const wordedByKind = (post: Post): Post => ({
  ...post,
  fieldsShown: form => wordedFor(form.get('kind') === 'estimate' ? 'estimate' : 'invoice', post).fields,
});

/** Saves the whole content of a draft, from the version that the person saw. */
export const edit: Post = wordedByKind({
  ...byAction(editInvoice, { path: '/invoices/:id/edit' }),
  fields: fieldsOf(editInvoice.input, {
    ...invoiceLooks,
    version: { hidden: true },
    namesLines: { hidden: true },
  }).map(blankDiscount),
});

/** Says the kind of the draft, which can't be edited, for the words of refusals. */
const kindShown = { ...edit.fields.find(({ name }) => name === 'version')!, name: 'kind' };

/** The form that edits a draft; null for any other status. */
export function editForm(shown: InvoiceDetail, context: PageContext): Html | null {
  const { invoice, version, subtotalCents, notes, lineUnits, lineIds, own, usual } = shown;
  const { supplyUntil, exchangeRateMillionths } = shown;
  const isFlat = invoice.lineItems.length === 0;
  const values = {
    ...invoice,
    notes,
    version,
    supplyUntil,
    exchangeRateMillionths,
    ...own,
    namesLines: true,
    lineItems: invoice.lineItems.map((line, at) => ({ ...line, unit: lineUnits?.[at], id: lineIds?.[at] })),
    amountCents: isFlat ? subtotalCents : null,
    discountCents: invoice.discountCents || null,
  };
  return invoiceEditor(context, {
    name: 'Edit draft',
    post: wordedFor(invoice.kind, { ...edit, fields: [...edit.fields, kindShown] }),
    base: { ...shown, ...usual },
    accepted: shown.accepted,
    given: { record: invoice, currency: invoice.currency, values },
  });
}
