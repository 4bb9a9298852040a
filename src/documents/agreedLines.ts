import { percent } from '../formatting/index.ts';
import { apportion, divide } from '../money/totals.ts';
import { cut } from '../vocabulary/cut.ts';
import type { Language } from '../vocabulary/documents.ts';
import { maxPriceCents, maxQuantity } from '../vocabulary/fields.ts';
import { agreedPrice, type PaymentPart, priceTaxOf } from './agreementView.ts';
import { maxLine, maxName } from './invoiceDocument.ts';
import { type Localizer, localizerOf } from './localizer.ts';
import type { PartySnapshot, ZeroTaxReason } from './partySnapshot.ts';
import { taxNames } from './taxes.ts';

/** An amount without and with tax. */
interface NetAndGross {
  netCents: number;
  grossCents: number;
}

/** What becomes of a price: it is agreed, on sent invoices, on drafts, on neither, and paid. */
export const agreedFigures = ['agreed', 'invoiced', 'drafted', 'remaining', 'paid'] as const;

/** These figures, without and with tax: `agreedNetCents`, `agreedGrossCents` and so on. */
export type AgreedFigures = Record<`${(typeof agreedFigures)[number]}${'Net' | 'Gross'}Cents`, number>;
export const figureNames = agreedFigures.flatMap(
  figure => [`${figure}NetCents`, `${figure}GrossCents`] as const,
);

/** What a client agreed to pay, and what became of it (sql/functions/agreed/agreed_to_invoice.sql). */
export interface AgreedItem extends AgreedFigures {
  id: string;
  kind: 'scope' | 'change_order' | 'estimate';
  /** The scope, change order or estimate. */
  recordId: string;
  /** The change order's title, or the estimate's number. */
  name: string | null;
  currency: string;
  agreedOn: string;
  /** Whether nothing more is to be invoiced of it. */
  isClosed: boolean;
  /** Counts its changes. */
  version: number;
  /** Whether its price contains the tax. */
  taxInclusive: boolean;
  /** The estimate's own. */
  zeroTaxReason: ZeroTaxReason | null;
  language: Language | null;
  /** The parts of its payment plan: whether each is due, and the invoice that bills it. */
  parts: (PaymentPart & { isDue: boolean; invoice: { id: string; number: string } | null })[] | null;
  /** Of a scope. */
  deliverables: string[];
  /** The amounts of an estimate at each tax rate, the highest first. */
  rates: ({ taxRateBps: number } & NetAndGross)[] | null;
  /** The invoices that bill it, oldest first; drafts have no `sentOn`. */
  invoices: ({ id: string; number: string; status: string; sentOn: string | null } & NetAndGross)[];
}

/** What the client of a project agreed to pay, oldest first. */
export interface AgreedToInvoice {
  items: AgreedItem[];
  parties: PartySnapshot;
  /** The rate at which work for the client is invoiced. */
  taxRateBps: number;
}

/**
 * How much of an item is to be invoiced: a percentage of its price, an amount, a part of its payment plan from 1, or by default
 * all that remains.
 */
export interface Share {
  part?: number | undefined;
  percentBps?: number | undefined;
  amountCents?: number | undefined;
  /** Whether each deliverable of a scope gets a line. */
  by?: 'one' | 'deliverable' | undefined;
}

/** The price of an item, as it was agreed: with tax only if prices contain it. */
export const priceOf = (item: AgreedItem): number =>
  item.taxInclusive ? item.agreedGrossCents : item.agreedNetCents;

/** What neither sent invoices nor drafts bill of an item, as its price is stated. */
export const remainderOf = (item: AgreedItem): number =>
  item.taxInclusive ? item.remainingGrossCents : item.remainingNetCents;

/** The most characters of the notes, which the workspace's notes follow. */
const maxNotes = 2_500;

/** Into how many parts an amount is divided if none may exceed `most`. */
const countOf = (cents: bigint, most: number): number => Math.max(Math.ceil(Number(cents) / most), 1);

/** An amount as lines: whole quantities at prices that are equal to a cent, because a line is limited in both. */
const linesOf = (cents: bigint): { quantityHundredths: number; unitPriceCents: number }[] =>
  apportion(cents, Array<bigint>(countOf(cents, maxPriceCents * maxQuantity)).fill(1n)).flatMap(part => {
    const count = countOf(part, maxPriceCents);
    const price = Number(part / BigInt(count));
    const dearer = Number(part % BigInt(count));
    return [
      { quantityHundredths: 100 * dearer, unitPriceCents: price + 1 },
      { quantityHundredths: 100 * (count - dearer), unitPriceCents: price },
    ].filter(({ quantityHundredths }) => quantityHundredths > 0);
  });

interface AgreedLines {
  lineItems: {
    description: string;
    quantityHundredths: number;
    unitPriceCents: number;
    taxRateBps: number | null;
  }[];
  taxRateBps: number;
  taxInclusive: boolean;
  discountCents: 0;
  /** What was agreed and invoiced before, on the last invoice of an item. */
  notes: string | null;
  /** By how much it exceeds what remains. */
  beyondCents: number;
}

/** Makes the lines of an invoice of an agreed item, in the document's language. */
export function agreedLines(
  { parties, taxRateBps }: AgreedToInvoice,
  item: AgreedItem,
  share: Share,
): AgreedLines {
  const localizer = localizerOf({ ...parties, language: item.language ?? parties.language });
  const price = priceOf(item);
  const remainder = remainderOf(item);
  const planned = share.part === undefined ? undefined : item.parts?.[share.part - 1];
  // What was invoiced otherwise isn't invoiced again with a part.
  const cents = planned === undefined ? shareOf(price, share, remainder) : Math.min(planned.cents, remainder);
  const percentBps = planned?.cents === cents ? planned.shareBps : share.percentBps;
  const part = partOf(cents, price, remainder, percentBps);
  const date = localizer.day(item.agreedOn);
  const rate = percentBps === undefined ? '' : percent(percentBps, localizer.locale);
  const describe = (name: string) =>
    cut(localizer.messages('agreedLine', { part, share: rate, item: cut(name, maxName), date }), maxLine);
  const rates = item.rates ?? [];
  const name = nameOf(item, parties, localizer);
  const named = share.by === 'deliverable' && item.deliverables.length > 0 ? item.deliverables : [name];
  const lines =
    rates.length > 1
      ? rates.map(one => ({ ...one, name, weight: item.taxInclusive ? one.grossCents : one.netCents }))
      : named.map(name => ({ taxRateBps: null, name, weight: 1 }));
  const amounts = apportion(
    BigInt(cents),
    lines.map(({ weight }) => BigInt(weight)),
  );
  return {
    lineItems: lines.flatMap(({ name, taxRateBps }, line) =>
      linesOf(amounts[line]!).map(prices => ({ description: describe(name), ...prices, taxRateBps })),
    ),
    taxRateBps: rates[0]?.taxRateBps ?? taxRateBps,
    taxInclusive: item.taxInclusive,
    discountCents: 0,
    notes: cents >= remainder && item.invoices.length > 0 ? account(item, parties, localizer) : null,
    beyondCents: Math.max(cents - remainder, 0),
  };
}

const shareOf = (price: number, { percentBps, amountCents }: Share, remainder: number): number =>
  percentBps === undefined
    ? (amountCents ?? remainder)
    : Number(divide(BigInt(price) * BigInt(percentBps), 10_000n));

/** Which part of an item an invoice is, for its lines. */
function partOf(cents: number, price: number, remainder: number, percentBps: number | undefined) {
  if (cents === price) return 'whole';
  if (percentBps !== undefined) return 'share';
  return cents === remainder ? 'rest' : 'part';
}

/** What an item is called: the project's name for its scope. */
export function nameOf(
  { kind, name }: AgreedItem,
  { projectName }: PartySnapshot,
  { messages }: Localizer,
): string {
  if (kind === 'scope') return projectName;
  return kind === 'estimate'
    ? `${messages('title', { kind })} ${name}`
    : (name ?? messages('changeOrderTitle'));
}

/** What was agreed of an item, and each invoice that billed it before. */
function account(item: AgreedItem, parties: PartySnapshot, localizer: Localizer): string {
  const { messages, money, day } = localizer;
  const { currency } = item;
  const tax = { ...priceTaxOf(parties), pricesIncludeTax: item.taxInclusive };
  const invoices = item.invoices.map(({ number, sentOn, netCents, grossCents }) => {
    const date = sentOn === null ? '' : `, ${day(sentOn)}`;
    const sum =
      netCents === grossCents
        ? money(netCents, currency)
        : `${money(netCents, currency)} + ${money(grossCents - netCents, currency)} ${taxNames(parties.from, localizer).name} = ${money(grossCents, currency)}`;
    return `${number}${date}: ${sum}`;
  });
  const agreed = messages('agreedTotal', {
    item: nameOf(item, parties, localizer),
    date: day(item.agreedOn),
    amount: agreedPrice(priceOf(item), currency, tax, localizer),
  });
  return cut([agreed, messages('invoicedBefore'), ...invoices].join('\n'), maxNotes);
}
