import anyAscii from 'any-ascii';
import iconv from 'iconv-lite';
import { sql } from '../database/sql.ts';
import { europeanUnion } from '../documents/europeanUnion.ts';
import { Failure } from '../errors/failure.ts';
import { digitsOf } from '../formatting/index.ts';
import { decimal } from '../money/decimal.ts';
import { divide } from '../money/totals.ts';
import type { Period } from '../vocabulary/fields.ts';
import { type Booking, bookings, type Recorded } from './accounting.ts';
import { harmless } from './csv.ts';
import {
  type AccountName,
  type DatevSettings,
  daysOf,
  debtorAccount,
  fiscalYearStart,
  rateDigits,
  untaxedAccounts,
} from './datevSettings.ts';
import { batchesOf, batchOf, type ReadRow } from './reads.ts';

// DATEV's format for booking batches: EXTF, version 700 of the header, category 21, version 13 of the batch
// (https://developer.datev.de/datev/platform/de/dtvf). docs/exports.md says what is booked how.

/** The names of the fields of a booking, numbered from 1 on: pairs of kind and content. */
const pairs = (kind: string, content: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${kind} ${n + 1};${content} ${n + 1}`).join(';');

/** The names of all fields of a booking, as DATEV has them. */
const columns = [
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz',
  'Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto',
  'Buchungstext;Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink',
  pairs('Beleginfo - Art', 'Beleginfo - Inhalt', 8),
  'KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung',
  pairs('Zusatzinformation - Art', 'Zusatzinformation- Inhalt', 20),
  'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp',
  'Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz',
  'Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer',
  'Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit',
  'Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung);Abw. Skontokonto',
].flatMap(names => names.split(';'));

const encoding = 'win1252';
/** Text in the encoding of the file. */
const encoded = (text: string): Buffer => iconv.encode(text, encoding);
const isInEncoding = (char: string) => iconv.decode(encoded(char), encoding) === char;

/** The text with only characters that the file can have: others are transliterated, `Łódź` becomes `Lódz`. */
const transliterated = (text: string): string =>
  text.normalize('NFC').replaceAll(/[^\0-\x7f]/gu, char => (isInEncoding(char) ? char : anyAscii(char)));

/** The values of some fields, by their names; the others are empty. */
type Fields = Record<string, string>;

/** Text in quotes, on one line, which is no formula to a spreadsheet. Quotes in it are doubled, and count twice. */
function quoted(text: string, maxLength: number): string {
  let line = '';
  for (const char of harmless(transliterated(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')))) {
    const added = char === '"' ? '""' : char;
    if (line.length + added.length > maxLength) break;
    line += added;
  }
  return `"${line}"`;
}

const compact = (day: string) => day.replaceAll('-', '');
const dayFirst = (day: string) => day.split('-').toReversed().join('');
const withComma = (integer: number | bigint, digits: number) => decimal(integer, digits).replace('.', ',');

function header(settings: DatevSettings, madeAt: Date): string {
  const { consultant, client, chart, fiscalYearMonth, accountLength, from, to } = settings;
  const stamp = madeAt.toISOString().replaceAll(/\D/g, '');
  return [
    '"EXTF"',
    '700',
    '21',
    '"Buchungsstapel"',
    '13',
    stamp,
    '',
    '"RE"',
    '""',
    '""',
    consultant,
    client,
    compact(fiscalYearStart(from, fiscalYearMonth)),
    accountLength,
    compact(from),
    compact(to),
    '"Corkboard"',
    '""',
    '1',
    '0',
    '0',
    '"EUR"',
    ...['', '""', '', '', `"${chart}"`, '', '', '""', '""'],
  ].join(';');
}

const magnitude = (cents: bigint) => (cents < 0n ? -cents : cents);

/** The greatest amount that a field takes, in hundredths. */
const maxHundredths = 999_999_999_999n;

/** An amount in hundredths of its currency, rounded half up where the currency has more digits. */
function hundredthsOf(cents: bigint, currency: string): bigint {
  const digits = digitsOf(currency);
  return digits <= 2 ? cents * 10n ** BigInt(2 - digits) : divide(cents, 10n ** BigInt(digits - 2));
}

/**
 * The fields of an amount above 0; null if it comes to nothing. A rate that DATEV has no place for, because a euro is worth less
 * than one of the currency, or ten thousand or more, makes an amount in euros, and so does an amount that is too large. Its note
 * has what it was.
 */
function amountFields(
  { number, currency }: Booking,
  cents: bigint,
  rates: DatevSettings['rates'],
): Fields | null {
  const own = hundredthsOf(cents, currency);
  const rate = currency === 'EUR' ? 10n ** BigInt(rateDigits) : rates.get(currency);
  if (rate === undefined)
    throw new Failure(
      'conflict',
      `${number} is in ${currency}. Enter its exchange rate, and download the file again.`,
    );
  const euros = divide(cents * 10n ** BigInt(rateDigits + 2), rate * 10n ** BigInt(digitsOf(currency)));
  if (euros === 0n) return null;
  const written = withComma(rate, rateDigits);
  if (currency !== 'EUR' && /^[1-9]\d{0,3},/.test(written) && own > 0n && own <= maxHundredths)
    return {
      'Umsatz (ohne Soll/Haben-Kz)': withComma(own, 2),
      'WKZ Umsatz': `"${currency}"`,
      Kurs: written,
      'Basis-Umsatz': withComma(euros, 2),
      'WKZ Basis-Umsatz': '"EUR"',
    };
  if (euros > maxHundredths)
    throw new Failure('conflict', `${number} comes to more than DATEV takes: 9,999,999,999.99 EUR.`);
  return {
    'Umsatz (ohne Soll/Haben-Kz)': withComma(euros, 2),
    ...(currency !== 'EUR' && {
      'Zusatzinformation - Art 1': quoted('Fremdwährung', 20),
      'Zusatzinformation- Inhalt 1': quoted(`${withComma(own, 2)} ${currency}, Kurs ${written}`, 210),
    }),
  };
}

/** A part of a booking that is a line of its own. */
interface Part {
  account: AccountName;
  cents: bigint;
  fields?: Fields;
}

/** The keys of the rates whose accounts don't calculate the tax themselves. */
const taxKeys: Partial<Record<AccountName, string>> = { revenue19: '"0003"', revenue7: '"0002"' };

/** The parts of a booking with what is on the other side than its client: none for a transfer, which has the client on both. */
function partsOf(booking: Booking): Part[] {
  const { type, taxRateBps, zeroTaxReason, vatNumber, netCents, taxCents } = booking;
  const cents = netCents + taxCents;
  if (type === 'transfer') return [];
  if (type === 'payment' || type === 'refund') return [{ account: 'bank', cents }];
  if (taxRateBps === null) return [{ account: 'lateFees', cents }];
  if (taxRateBps === 1900) return [{ account: 'revenue19', cents }];
  if (taxRateBps === 700) return [{ account: 'revenue7', cents }];
  const country = countryOf(booking);
  if (taxRateBps === 0) {
    const isReported = zeroTaxReason === null || zeroTaxReason === 'reverse_charge';
    const fields: Fields =
      isReported && vatNumber !== null && isForeignInUnion(countryOfVatNumber(vatNumber))
        ? { 'EU-Land u. UStID (Bestimmung)': quoted(vatNumber, 15) }
        : {};
    if (zeroTaxReason === null) return [{ account: 'revenueOther', cents, fields }];
    const isInland = zeroTaxReason === 'reverse_charge' && country === 'DE';
    return [
      { account: isInland ? 'revenueReverseChargeInland' : untaxedAccounts[zeroTaxReason], cents, fields },
    ];
  }
  if (isForeignInUnion(country)) {
    const fields = {
      'EU-Land u. UStID (Bestimmung)': quoted(country === 'GR' ? 'EL' : country!, 15),
      'EU-Steuersatz (Bestimmung)': withComma(taxRateBps, 2).padStart(5, '0'),
    };
    return [{ account: 'revenueUnion', cents, fields }];
  }
  return [
    { account: 'revenueOther', cents: netCents },
    { account: 'taxOther', cents: taxCents },
  ];
}

/** The country of a VAT number, in which Greece is EL. */
function countryOfVatNumber(vatNumber: string): string {
  const country = vatNumber.slice(0, 2);
  return country === 'EL' ? 'GR' : country;
}

/** The country of a booking's client; null: not known. */
const countryOf = ({ country, vatNumber }: Booking): string | null =>
  country ?? (vatNumber === null ? null : countryOfVatNumber(vatNumber));

/** Whether it is another country of the European Union than Germany. */
const isForeignInUnion = (country: string | null): boolean =>
  country !== null && country !== 'DE' && europeanUnion.has(country);

/** The lines of a booking; none if there is nothing to book. */
function linesOf(booking: Booking, debtor: string, settings: DatevSettings): string[] {
  const { accounts, usesTaxKeys, rates } = settings;
  const { type, day, dueDate, number, creditNote, client } = booking;
  const isCredit = creditNote !== null || type === 'refund';
  return partsOf(booking).flatMap(({ account, cents, fields: more = {} }) => {
    const amount = amountFields(booking, magnitude(cents), rates);
    if (amount === null) return [];
    const isPayment = type === 'payment' || type === 'refund';
    const key = taxKeys[account];
    const fields: Fields = {
      ...amount,
      'Soll/Haben-Kennzeichen': isCredit ? '"H"' : '"S"',
      Konto: isPayment ? accounts[account] : debtor,
      'Gegenkonto (ohne BU-Schlüssel)': isPayment ? debtor : accounts[account],
      ...(usesTaxKeys && key !== undefined && { 'BU-Schlüssel': key }),
      Belegdatum: dayFirst(day).slice(0, 4),
      // It takes no other characters.
      'Belegfeld 1': quoted((creditNote ?? number).replaceAll(/[^\w$&%*+/-]/g, '-'), 36),
      Buchungstext: quoted(client, 60),
      ...more,
      // Open: your tax consultant may still change it.
      Festschreibung: '0',
      ...(dueDate?.startsWith('20') && !isPayment && !isCredit && { Fälligkeit: dayFirst(dueDate) }),
      // What was booked the other way round before; a credit note and a refund are no reversals.
      ...((isCredit ? cents > 0n : cents < 0n) && { 'Generalumkehr (GU)': '"1"' }),
    };
    return [columns.map(name => fields[name] ?? '').join(';')];
  });
}

/** The account of each client that has one. */
async function debtors(
  read: ReadRow,
  { firstDebtor, accountLength }: DatevSettings,
): Promise<Map<string, string>> {
  const accounts = new Map<string, string>();
  const query = (after: string) =>
    batchOf('datev_debtors', after, sql.fragment`select t.client_id as "clientId", t.ordinal from scanned t`);
  for await (const rows of batchesOf<{ clientId: string; ordinal: number }>(read, query))
    for (const { clientId, ordinal } of rows)
      accounts.set(clientId, debtorAccount(firstDebtor, ordinal, accountLength));
  return accounts;
}

/** The currencies of a file's bookings that have no rate. Throws conflict if an amount is too large, before the file begins. */
export async function currenciesWithoutRate(
  read: ReadRow,
  period: Period,
  recorded: Recorded,
  rates: DatevSettings['rates'],
): Promise<string[]> {
  const missing = new Set<string>();
  for await (const found of bookings(read, period, recorded))
    for (const one of found)
      if (one.currency !== 'EUR' && !rates.has(one.currency)) missing.add(one.currency);
      else for (const { cents } of partsOf(one)) amountFields(one, magnitude(cents), rates);
  return [...missing].sort();
}

/** A booking batch for DATEV of a period, some lines at a time. */
export async function* datevFile(
  read: ReadRow,
  settings: DatevSettings,
  recorded: Recorded,
): AsyncGenerator<Buffer> {
  yield* bookingBatch(settings, await debtors(read, settings), bookings(read, daysOf(settings), recorded));
}

/** A booking batch for DATEV of bookings, with the account of each client by its id. */
export async function* bookingBatch(
  settings: DatevSettings,
  debtors: ReadonlyMap<string, string>,
  batches: AsyncIterable<Booking[]>,
  madeAt = new Date(),
): AsyncGenerator<Buffer> {
  yield encoded(`${header(settings, madeAt)}\r\n${columns.join(';')}\r\n`);
  for await (const found of batches) {
    const lines = found.flatMap(one => {
      const debtor = debtors.get(one.clientId);
      // A client that was added during the download: its account is not known yet.
      return debtor === undefined ? [] : linesOf(one, debtor, settings);
    });
    if (lines.length > 0) yield encoded(lines.map(one => `${one}\r\n`).join(''));
  }
}
