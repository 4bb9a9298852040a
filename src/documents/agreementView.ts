import { moment, percent } from '../formatting/index.ts';
import type { Language, partDues } from '../vocabulary/documents.ts';
import { documentHead } from './documentHead.ts';
import { type DocumentView, type Fact, factsOf, printed, type SignatureView } from './documentView.ts';
import { type Localizer, localizerOf } from './localizer.ts';
import type { Address, PartySnapshot, Recipient, Sender, ZeroTaxReason } from './partySnapshot.ts';
import { taxNames } from './taxes.ts';

/** A scope or contract with every amount and day formatted: what its page and PDF show. */
export interface AgreementView extends DocumentView {
  /** The project's name. */
  subtitle: string;
  /** `none` stands for the items where there are none. */
  deliverables: { heading: string; items: string[]; none: string };
  /** Revision rounds, timeline and prices, which say whether they include tax. */
  agreed: Fact[];
  /** The change orders that were approved before the contract is signed; null: none, as on a scope. */
  changeOrders: { heading: string; items: (Fact & { text: string | null })[]; remark: string | null } | null;
  /** The workspace's terms; null: none, as on a scope. */
  terms: { heading: string; text: string } | null;
  /** Null: nobody agreed yet. */
  signature: SignatureView | null;
}

/** A part of a payment plan, by percentage or amount (sql/functions/agreed/payment_parts.sql). */
export interface PaymentPart {
  shareBps?: number;
  due: (typeof partDues)[number];
  dueOn?: string;
  /** Of the price, as that is stated. */
  cents: number;
}

interface AgreedWork {
  /** The payment plan; null or left out: none. */
  paymentParts?: PaymentPart[] | null;
  deliverables: string[] | null;
  revisionRounds: number | null;
  timeline: string | null;
  priceCents: number | null;
  hourlyRateCents: number | null;
  currency: string;
}

/** How prices are taxed. */
export interface PriceTax {
  country: string | null;
  taxRateBps: number;
  pricesIncludeTax: boolean;
  zeroTaxReason: ZeroTaxReason | null;
}

/** How the prices of a document are taxed, by its parties. */
export const priceTaxOf = ({ from, zeroTaxReason }: PartySnapshot): PriceTax => ({ ...from, zeroTaxReason });

/** A consent: who gave it, when, and what clients read of who recorded it for them; `recordedBy` null: the client gave it. */
interface Given {
  at: string;
  by: string | null;
  recordedBy: string | null;
}

/** A scope with its parties. */
export interface ScopeDocument extends AgreedWork, PartySnapshot {
  /** 0: never drafted. */
  version: number;
  approvedAt: string | null;
  approvedBy: string | null;
  recordedBy: string | null;
}

/** The parties of a contract or change order, as they are stored with it. */
export interface StoredParties {
  workspaceName: string;
  letterhead: string | null;
  clientName: string;
  contactName: string | null;
  company: string | null;
  address: string | null;
  projectName: string;
  /** What the sender's pages and PDFs show of it besides. */
  provider: Pick<
    Sender,
    keyof Address | 'legalName' | 'vatNumber' | 'taxNumber' | 'registrationNumber' | 'invoiceFooter' | 'logo'
  >;
  recipient: Pick<Recipient, keyof Address | 'legalName' | 'vatNumber'>;
  language: Language;
  taxRateBps: number;
  pricesIncludeTax: boolean;
  zeroTaxReason: ZeroTaxReason | null;
}

/** The content of a contract (sql/functions/scopes/contract_document.sql): exactly these fields are signed. */
export interface ContractDocument extends AgreedWork, StoredParties {
  scopeVersion: number | null;
  terms: string | null;
  changeOrders: {
    title: string | null;
    description: string | null;
    amountCents: number;
    currency: string;
    rounds: number;
    approvedAt: string;
  }[];
}

/** A contract or change order, as the sender's locale and time zone write it. */
export interface Shown<Document extends StoredParties> {
  document: Document;
  /** Of the document, in hexadecimal. */
  sha256: string;
  /** Who recorded the signature or approval for the client; null: the client gave it. */
  recordedBy: string | null;
  locale: string;
  timeZone: string;
}

/** A contract and its signature. */
export interface ContractShown extends Shown<ContractDocument> {
  signedAt: string | null;
  signedBy: string | null;
}

/** The reasons for no tax that are the client's, as corkboard.charged_tax_rate has them; the others may be those of single lines. */
export const clientsReasons = new Set<ZeroTaxReason>(['reverse_charge', 'services_outside_eu', 'export']);

/** An agreed price, and whether tax comes on top of it. */
export function agreedPrice(
  cents: number,
  currency: string,
  { country, taxRateBps, pricesIncludeTax, zeroTaxReason }: PriceTax,
  localizer: Localizer,
): string {
  const amount = localizer.money(cents, currency);
  const tax = taxNames({ country }, localizer);
  if (zeroTaxReason && (clientsReasons.has(zeroTaxReason) || taxRateBps === 0))
    return localizer.messages('withoutTax', { amount, tax: tax.inText, reason: tax.reason(zeroTaxReason) });
  if (taxRateBps === 0) return amount;
  return localizer.messages(pricesIncludeTax ? 'withTax' : 'plusTax', { amount, tax: tax.inText });
}

/** The parts of a payment plan: how much of the price, and when it is due. */
export const partFacts = (
  parts: readonly PaymentPart[] | null | undefined,
  currency: string,
  tax: PriceTax,
  localizer: Localizer,
): Fact[] =>
  (parts ?? []).map(({ shareBps, due, dueOn, cents }, at) => {
    const price = agreedPrice(cents, currency, tax, localizer);
    const amount = shareBps === undefined ? price : `${percent(shareBps, localizer.locale)}: ${price}`;
    const date = dueOn === undefined ? '' : localizer.day(dueOn);
    return {
      name: localizer.messages('paymentPart', { number: at + 1 }),
      value: localizer.messages('partDue', { amount, due, date }),
    };
  });

function agreed(work: AgreedWork, tax: PriceTax, localizer: Localizer): Fact[] {
  const { revisionRounds, timeline, priceCents, hourlyRateCents, currency } = work;
  const price = (cents: number | null) =>
    cents === null ? null : agreedPrice(cents, currency, tax, localizer);
  return [
    ...factsOf([
      [localizer.messages('revisionRounds'), revisionRounds === null ? null : String(revisionRounds)],
      [localizer.messages('timeline'), timeline],
      [localizer.messages('price'), price(priceCents)],
      [localizer.messages('hourlyRate'), price(hourlyRateCents)],
    ]),
    ...partFacts(work.paymentParts, currency, tax, localizer),
  ];
}

/**
 * How a scope or change order was approved, a contract signed or an estimate accepted; of a declined one only the notice is
 * shown. `sha256`: that of the change order, contract or estimate.
 */
export function signatureOf(
  kind: 'scope' | 'contract' | 'estimate' | 'declined',
  { at, by, recordedBy }: Given,
  { messages, locale }: Localizer,
  timeZone: string,
  sha256?: string,
): SignatureView {
  const recorder = recordedBy === 'operator' ? messages('operator') : recordedBy;
  const how = recorder === null ? messages('typedName') : messages('recordedBy', { recorder });
  const given = { kind, name: by ?? '', isNamed: String(by !== null), at: moment(at, locale, timeZone) };
  return {
    heading: messages('signature', { kind }),
    facts: factsOf([
      [messages(recorder === null ? 'signedBy' : 'signedFor', { kind }), by],
      [messages('signedAt', { kind }), given.at],
      [messages('signedHow'), how],
      [messages('signedText', { kind }), sha256],
    ]),
    notice: recorder === null ? messages('agreedBy', given) : messages('agreedFor', { ...given, recorder }),
  };
}

/** The head of what a client agrees to for a project, which has no number. */
export const agreementHead = (parties: PartySnapshot, localizer: Localizer) => ({
  ...documentHead(parties, localizer, {
    from: localizer.messages('provider'),
    to: localizer.messages('client'),
  }),
  number: '',
  subtitle: parties.projectName,
});

function agreementOf(work: AgreedWork, parties: PartySnapshot, localizer: Localizer) {
  const { messages } = localizer;
  return {
    ...agreementHead(parties, localizer),
    deliverables: {
      heading: messages('deliverables'),
      items: work.deliverables ?? [],
      none: messages('toBeAgreed'),
    },
    agreed: agreed(work, priceTaxOf(parties), localizer),
  };
}

/** The view of a scope, for page and PDF. */
export function scopeView(scope: ScopeDocument): AgreementView {
  const { version, approvedAt, approvedBy, recordedBy, from } = scope;
  const localizer = localizerOf(scope);
  const { messages } = localizer;
  const given = { at: approvedAt!, by: approvedBy, recordedBy };
  return printed({
    ...agreementOf(scope, scope, localizer),
    title: messages('scopeTitle'),
    mark: approvedAt === null ? messages('draft') : null,
    facts: version === 0 ? [] : [{ name: messages('version'), value: String(version) }],
    changeOrders: null,
    terms: null,
    signature: approvedAt === null ? null : signatureOf('scope', given, localizer, from.timeZone),
  });
}

/** The parties of a contract or change order, as other documents have them. */
export function partiesOf({ document, locale, timeZone }: Shown<StoredParties>): PartySnapshot {
  const { workspaceName, letterhead, clientName, contactName, company, address, projectName } = document;
  const { provider, recipient, language, taxRateBps, pricesIncludeTax, zeroTaxReason } = document;
  return {
    projectName,
    language,
    zeroTaxReason,
    from: {
      ...provider,
      name: workspaceName,
      letterhead,
      locale,
      timeZone,
      eInvoiceNetworkId: null,
      iban: null,
      bic: null,
      bankDetails: null,
      payLink: null,
      contactName: null,
      contactEmail: null,
      contactPhone: null,
      taxRateBps,
      pricesIncludeTax,
    },
    to: {
      ...recipient,
      name: clientName,
      company,
      contactName,
      address,
      eInvoiceNetworkId: null,
      buyerReference: null,
      eInvoiceCountry: null,
      eInvoiceFormat: null,
    },
  };
}

function changeOrdersOf(
  { changeOrders }: ContractDocument,
  parties: PartySnapshot,
  localizer: Localizer,
  most: typeof maxPrinted,
): AgreementView['changeOrders'] {
  if (changeOrders.length === 0) return null;
  const tax = priceTaxOf(parties);
  const listed = changeOrders.slice(0, most.changeOrders);
  let letters = 0;
  const fits = (text: string | null) => {
    letters += text?.length ?? 0;
    return letters <= most.letters;
  };
  const withText = listed.findIndex(({ description }) => !fits(description));
  const shortened = withText === -1 ? 0 : listed.length - withText;
  const omitted = changeOrders.length - listed.length;
  const remarks = [
    ...(shortened === 0 ? [] : [localizer.messages('changeOrdersShortened', { count: shortened })]),
    ...(omitted === 0 ? [] : [localizer.messages('changeOrdersOmitted', { count: omitted })]),
  ];
  return {
    heading: localizer.messages('changeOrders'),
    remark: remarks.length === 0 ? null : remarks.join(' '),
    items: listed.map(({ title, description, amountCents, currency, rounds }, index) => {
      const price = agreedPrice(amountCents, currency, tax, localizer);
      const added = rounds === 0 ? [] : [localizer.messages('moreRounds', { count: rounds })];
      return {
        name: title ?? localizer.messages('changeOrderTitle'),
        value: [price, ...added].join('; '),
        text: index < listed.length - shortened ? description : null,
      };
    }),
  };
}

/**
 * How much of its change orders the PDF of a contract prints: some hundred pages, which take a second. Each change order has
 * a PDF of its own, and the page of the contract shows everything.
 */
const maxPrinted = { changeOrders: 1_000, letters: 200_000 };
const everything: typeof maxPrinted = {
  changeOrders: Number.POSITIVE_INFINITY,
  letters: Number.POSITIVE_INFINITY,
};

/** The view of a contract's PDF. */
export const contractPdfView = (shown: ContractShown): AgreementView => contractView(shown, maxPrinted);

/** The view of a contract's page. */
export function contractView(shown: ContractShown, most = everything): AgreementView {
  const { document, sha256, signedAt, signedBy, recordedBy, timeZone } = shown;
  const parties = partiesOf(shown);
  const localizer = localizerOf(parties);
  const { messages } = localizer;
  const { scopeVersion, terms } = document;
  const given = { at: signedAt!, by: signedBy, recordedBy };
  return printed({
    ...agreementOf(document, parties, localizer),
    title: messages('contractTitle'),
    mark: signedAt === null ? messages('draft') : null,
    facts: scopeVersion ? [{ name: messages('scopeVersion'), value: String(scopeVersion) }] : [],
    changeOrders: changeOrdersOf(document, parties, localizer, most),
    terms: terms === null ? null : { heading: messages('contractTerms'), text: terms },
    signature: signedAt === null ? null : signatureOf('contract', given, localizer, timeZone, sha256),
  });
}
