import { z } from 'zod';
import { invoiceDetails } from '../../actions/invoiceDetails.ts';
import type { InvoiceDocument, LineUnit } from '../../documents/invoiceDocument.ts';
import { invoiceAmounts, type Priced } from '../../money/totals.ts';
import { invoiceContent } from '../../operations/invoiceContent.ts';
import { lineUnits } from '../../vocabulary/documents.ts';
import { invoiceKind } from '../../vocabulary/fields.ts';
import { isFormOpen, opener, openLink, verbOf } from '../components/disclosure.ts';
import { invoiceDocument, totals } from '../components/invoiceDocument.ts';
import { type FormOptions, form, mayUse } from '../forms/form.ts';
import { currencyName, localeName } from '../forms/hiddenFields.ts';
import { filledIn, parseForm } from '../forms/parseForm.ts';
import type { ActionRow, Post } from '../forms/post.ts';
import { calculate, rearrangeName } from '../forms/rearrange.ts';
import { type Html, html } from '../html/html.ts';
import type { AcceptedEstimate } from '../queries/acceptedEstimates.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { addressOf } from '../requests/paths.ts';

export interface Editor {
  /** The label of the button that opens it. */
  name: string;
  /** Whether that button is a secondary one, which it is by default. */
  quiet?: boolean;
  post: Post;
  /** The values and currency with which the form begins. */
  given: FormOptions & { currency: string };
  /** The document with its parties, whose content the form's values replace, and what applies if the form doesn't say it. */
  base: InvoiceDocument;
  /** The accepted estimates of its project. */
  accepted: AcceptedEstimate[];
}

/**
 * The form of an invoice or estimate, with its totals under the lines and a preview of the document beside it. Both are
 * calculated by the functions that calculate a stored invoice: when the page is made, when the person presses
 * Recalculate, and with scripts while they type. Null if the person may not use the form.
 */
export function invoiceEditor(
  context: PageContext,
  { name, quiet, post, given, base, accepted }: Editor,
): Html | null {
  if (!mayUse(context.person, post, given.record)) return null;
  const path = addressOf(post.path, given.params ?? context.params);
  if (!isFormOpen(context, path)) return openLink(context, name, path, quiet);
  const rejected = context.rejected?.path === path ? context.rejected : undefined;
  const document = documentOf(base, contentOf(context, post, given, rejected?.values));
  const afterRows = html`
    <div class="calculated" data-calculated="totals">${totals(document)}${sameTotal(document, accepted)}</div>
    <p class="actions recalculate"><button type="submit" class="quiet" name="${rearrangeName}" value="${calculate}" formnovalidate>Recalculate</button></p>`;
  return html`<details class="editor" id="${verbOf(path)}" open>${opener(name, quiet)}
    <div class="editing">${form(context, post, { ...given, afterRows })}
      <section class="preview" aria-label="Preview" data-calculated="preview">${invoiceDocument(document, context.person.workspace_id, title => html`<h2>${title}</h2>`)}</section>
    </div></details>`;
}

/** Says that an estimate over the same total was accepted, so that it isn’t invoiced twice; null if there is none. */
function sameTotal({ invoice }: InvoiceDocument, accepted: readonly AcceptedEstimate[]): Html | null {
  const same = accepted.find(
    ({ currency, totalCents }) => currency === invoice.currency && totalCents === invoice.totalCents,
  );
  if (same === undefined || invoice.kind !== 'invoice') return null;
  const { id, number, convertedTo } = same;
  const link = html`<a href="/invoices/${id}">${number}</a>`;
  return convertedTo === null
    ? html`<p class="doubt">The client accepted ${link} over the same total. To invoice it, open it and choose Turn into invoice.</p>`
    : html`<p class="doubt">The client accepted ${link} over the same total, and <a href="/invoices/${convertedTo.id}">${convertedTo.number}</a> invoices it already.</p>`;
}

/** The valid values in the form, so that the totals of complete lines are always shown. */
function contentOf(
  { person }: PageContext,
  { fields }: Post,
  { values = {}, currency }: Editor['given'],
  typed: URLSearchParams | undefined,
): ActionRow {
  const shown = { locale: person.locale, currency };
  const texts = typed ?? filledIn(fields, values, shown);
  return parseForm(fields, texts, {
    locale: texts.get(localeName) || shown.locale,
    currency: texts.get('currency')?.trim() || texts.get(currencyName) || currency,
  }).values;
}

const { currency, dueDate, supplyDate } = invoiceContent;
const checked = { currency, dueDate, supplyDate, kind: invoiceKind, ...invoiceDetails };
const lineUnit = z.enum(lineUnits);

/** A value that is valid for its field of an invoice, or null. */
const valid = <Name extends keyof typeof checked>(content: ActionRow, name: Name) =>
  (checked[name].safeParse(content[name]).data ?? null) as NonNullable<
    z.output<(typeof checked)[Name]>
  > | null;

type Line = InvoiceDocument['invoice']['lineItems'][number] & { unit?: LineUnit | null; id?: string };

/** The lines that have a price; without any, the flat amount. */
export function typedAmounts(content: ActionRow): { lineItems?: Line[]; amountCents?: number } {
  const lineItems = ((content.lineItems ?? []) as Partial<Line>[])
    .filter(({ unitPriceCents }) => unitPriceCents !== undefined)
    .map(line => ({
      description: '',
      quantityHundredths: 100,
      unitPriceCents: 0,
      taxRateBps: null,
      ...line,
    }));
  return lineItems.length > 0 ? { lineItems } : { amountCents: content.amountCents ?? 0 };
}

/** The document with this content. */
function documentOf(base: InvoiceDocument, content: ActionRow): InvoiceDocument {
  const { lineItems: lines = [], amountCents: flatCents } = typedAmounts(content);
  const units = lines.map(({ unit }) => lineUnit.safeParse(unit).data ?? null);
  const lineItems = lines.map(({ unit, id, ...line }) => line);
  const terms = {
    discountCents: content.discountCents ?? 0,
    taxRateBps: content.taxRateBps ?? 0,
    taxInclusive: content.taxInclusive === true,
  };
  const priced: Priced =
    flatCents === undefined ? { ...terms, lineItems } : { ...terms, amountCents: flatCents };
  const { subtotalCents, taxCents, amountCents } = invoiceAmounts(priced);
  return {
    ...base,
    subtotalCents: Number(subtotalCents),
    notes: content.notes?.trim() || null,
    language: valid(content, 'language') ?? base.language,
    zeroTaxReason: valid(content, 'zeroTaxReason') ?? base.zeroTaxReason,
    lineUnits: units.some(unit => unit !== null) ? units : null,
    supplyUntil: valid(content, 'supplyUntil'),
    exchangeRateMillionths: valid(content, 'exchangeRateMillionths'),
    invoice: {
      ...base.invoice,
      ...terms,
      lineItems,
      kind: valid(content, 'kind') ?? base.invoice.kind,
      currency: valid(content, 'currency') ?? base.invoice.currency,
      taxCents: Number(taxCents),
      amountCents: Number(amountCents),
      totalCents: Number(amountCents),
      dueDate: valid(content, 'dueDate'),
      supplyDate: valid(content, 'supplyDate'),
      poNumber: content.poNumber?.trim() || null,
    },
  };
}
