import { moment } from '../formatting/index.ts';
import { documentHead } from './documentHead.ts';
import { type DocumentView, type Fact, factsOf, printed, type SignatureView } from './documentView.ts';
import type { Address, Language, PartySnapshot, Recipient, Sender, ZeroTaxReason } from './partySnapshot.ts';
import { taxNames } from './taxes.ts';
import { type Writing, writingOf } from './writing.ts';

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

interface AgreedWork {
  deliverables: string[] | null;
  revisionRounds: number | null;
  timeline: string | null;
  priceCents: number | null;
  hourlyRateCents: number | null;
  currency: string;
}

/** How prices are taxed. */
interface PriceTax {
  country: string | null;
  taxRateBps: number;
  pricesIncludeTax: boolean;
  zeroTaxReason: ZeroTaxReason | null;
}

/** A consent: who gave it, when, and who recorded it for the client; `recordedBy` null: the client gave it. */
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

/** The reasons for no tax that are the client's, as corkboard.price_with_tax has them; the others may be those of single lines. */
export const clientsReasons = new Set<ZeroTaxReason>(['reverse_charge', 'services_outside_eu', 'export']);

/** An agreed price, and whether tax comes on top of it. */
export function agreedPrice(
  cents: number,
  currency: string,
  { country, taxRateBps, pricesIncludeTax, zeroTaxReason }: PriceTax,
  writing: Writing,
): string {
  const amount = writing.money(cents, currency);
  const tax = taxNames({ country }, writing);
  if (zeroTaxReason && (clientsReasons.has(zeroTaxReason) || taxRateBps === 0))
    return writing.words('withoutTax', { amount, tax: tax.inText, reason: tax.reason(zeroTaxReason) });
  if (taxRateBps === 0) return amount;
  return writing.words(pricesIncludeTax ? 'withTax' : 'plusTax', { amount, tax: tax.inText });
}

function agreed(work: AgreedWork, tax: PriceTax, writing: Writing): Fact[] {
  const { revisionRounds, timeline, priceCents, hourlyRateCents, currency } = work;
  const price = (cents: number | null) =>
    cents === null ? null : agreedPrice(cents, currency, tax, writing);
  return factsOf([
    [writing.words('revisionRounds'), revisionRounds === null ? null : String(revisionRounds)],
    [writing.words('timeline'), timeline],
    [writing.words('price'), price(priceCents)],
    [writing.words('hourlyRate'), price(hourlyRateCents)],
  ]);
}

/**
 * How a scope or change order was approved, a contract signed or an estimate accepted; of a declined one only the notice is
 * shown. `sha256`: that of the change order, contract or estimate.
 */
export function signatureOf(
  kind: 'scope' | 'contract' | 'estimate' | 'declined',
  { at, by, recordedBy }: Given,
  { words, locale }: Writing,
  timeZone: string,
  sha256?: string,
): SignatureView {
  const recorder = recordedBy === 'operator' ? words('operator') : recordedBy;
  const how = recorder === null ? words('typedName') : words('recordedBy', { recorder });
  const given = { kind, name: by ?? '', isNamed: String(by !== null), at: moment(at, locale, timeZone) };
  return {
    heading: words('signature', { kind }),
    facts: factsOf([
      [words(recorder === null ? 'signedBy' : 'signedFor', { kind }), by],
      [words('signedAt', { kind }), given.at],
      [words('signedHow'), how],
      [words('signedText', { kind }), sha256],
    ]),
    notice: recorder === null ? words('agreedBy', given) : words('agreedFor', { ...given, recorder }),
  };
}

function agreementOf(
  work: AgreedWork,
  parties: Pick<PartySnapshot, 'from' | 'to' | 'zeroTaxReason' | 'projectName'>,
  writing: Writing,
) {
  const { words } = writing;
  return {
    ...documentHead(parties, writing, { from: words('provider'), to: words('client') }),
    number: '',
    subtitle: parties.projectName,
    deliverables: {
      heading: words('deliverables'),
      items: work.deliverables ?? [],
      none: words('toBeAgreed'),
    },
    agreed: agreed(work, { ...parties.from, zeroTaxReason: parties.zeroTaxReason }, writing),
  };
}

/** What page and PDF of a scope show. */
export function scopeView(scope: ScopeDocument): AgreementView {
  const { version, approvedAt, approvedBy, recordedBy, from } = scope;
  const writing = writingOf(scope);
  const { words } = writing;
  const given = { at: approvedAt!, by: approvedBy, recordedBy };
  return printed({
    ...agreementOf(scope, scope, writing),
    title: words('scopeTitle'),
    draftMark: approvedAt === null ? words('draft') : null,
    facts: version === 0 ? [] : [{ name: words('version'), value: String(version) }],
    changeOrders: null,
    terms: null,
    signature: approvedAt === null ? null : signatureOf('scope', given, writing, from.timeZone),
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
  writing: Writing,
  most: typeof mostPrinted,
): AgreementView['changeOrders'] {
  if (changeOrders.length === 0) return null;
  const tax = { ...parties.from, zeroTaxReason: parties.zeroTaxReason };
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
    ...(shortened === 0 ? [] : [writing.words('changeOrdersShortened', { count: shortened })]),
    ...(omitted === 0 ? [] : [writing.words('changeOrdersOmitted', { count: omitted })]),
  ];
  return {
    heading: writing.words('changeOrders'),
    remark: remarks.length === 0 ? null : remarks.join(' '),
    items: listed.map(({ title, description, amountCents, currency, rounds }, index) => {
      const price = agreedPrice(amountCents, currency, tax, writing);
      const added = rounds === 0 ? [] : [writing.words('moreRounds', { count: rounds })];
      return {
        name: title ?? writing.words('changeOrderTitle'),
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
const mostPrinted = { changeOrders: 1_000, letters: 200_000 };
const everything: typeof mostPrinted = {
  changeOrders: Number.POSITIVE_INFINITY,
  letters: Number.POSITIVE_INFINITY,
};

/** What the PDF of a contract shows. */
export const contractPdfView = (shown: ContractShown): AgreementView => contractView(shown, mostPrinted);

/** What the page of a contract shows. */
export function contractView(shown: ContractShown, most = everything): AgreementView {
  const { document, sha256, signedAt, signedBy, recordedBy, timeZone } = shown;
  const parties = partiesOf(shown);
  const writing = writingOf(parties);
  const { words } = writing;
  const { scopeVersion, terms } = document;
  const given = { at: signedAt!, by: signedBy, recordedBy };
  return printed({
    ...agreementOf(document, parties, writing),
    title: words('contractTitle'),
    draftMark: signedAt === null ? words('draft') : null,
    facts: scopeVersion ? [{ name: words('scopeVersion'), value: String(scopeVersion) }] : [],
    changeOrders: changeOrdersOf(document, parties, writing, most),
    terms: terms === null ? null : { heading: words('contractTerms'), text: terms },
    signature: signedAt === null ? null : signatureOf('contract', given, writing, timeZone, sha256),
  });
}
