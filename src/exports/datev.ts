import { sql } from '../database/sql.ts';
import { europeanUnion } from '../documents/europeanUnion.ts';
import { Failure } from '../errors/failure.ts';
import { digitsOf } from '../formatting/index.ts';
import { decimal } from '../money/decimal.ts';
import { divide } from '../money/totals.ts';
import { type Booking, bookings, type Recorded } from './accounting.ts';
import { type DatevSettings, fiscalYearStart, rateDigits } from './datevSettings.ts';
import { batchesOf, batchOf, type Read } from './reads.ts';
import { substituted, windows1252 } from './windows1252.ts';

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

/** The values of some fields, by their names; the others are empty. */
type Fields = Record<string, string>;

/** Text in quotes, on one line, with the characters that it has in the file. */
function quoted(text: string, maxLength: number): string {
  const line = substituted(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')).slice(0, maxLength);
  return `"${line.replaceAll('"', '""')}"`;
}

const compact = (day: string) => day.replaceAll('-', '');
const dayFirst = (day: string) => day.split('-').toReversed().join('');

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

/** An amount in the currency with two digits, rounded half up where the currency has more, and a decimal comma. */
function euroStyle(cents: bigint, currency: string): string {
  const digits = digitsOf(currency);
  const hundredths =
    digits <= 2 ? cents * 10n ** BigInt(2 - digits) : divide(cents, 10n ** BigInt(digits - 2));
  return decimal(hundredths, 2).replace('.', ',');
}

function currencyFields({ currency }: Booking, cents: bigint, rates: DatevSettings['rates']): Fields {
  if (currency === 'EUR') return {};
  const rate = rates.get(currency);
  if (rate === undefined) return { 'WKZ Umsatz': `"${currency}"` };
  const digits = digitsOf(currency);
  const euroCents = divide(cents * 10n ** BigInt(rateDigits + 2), rate * 10n ** BigInt(digits));
  return {
    'WKZ Umsatz': `"${currency}"`,
    Kurs: decimal(rate, rateDigits).replace('.', ','),
    'Basis-Umsatz': euroStyle(euroCents, 'EUR'),
    'WKZ Basis-Umsatz': '"EUR"',
  };
}

function accountsOf(booking: Booking, debtor: string, settings: DatevSettings): Fields {
  const { accounts, usesTaxKeys } = settings;
  if (booking.type === 'payment') return { Konto: accounts.bank, 'Gegenkonto (ohne BU-Schlüssel)': debtor };
  if (booking.taxRateBps === null)
    return { Konto: debtor, 'Gegenkonto (ohne BU-Schlüssel)': accounts.lateFees };
  const revenue = { 1900: accounts.revenue19, 700: accounts.revenue7, 0: accounts.revenueUntaxed };
  const key = { 1900: '3', 700: '2' }[booking.taxRateBps];
  return {
    Konto: debtor,
    'Gegenkonto (ohne BU-Schlüssel)': revenue[booking.taxRateBps as 1900] ?? accounts.revenueOther,
    ...(usesTaxKeys && key !== undefined && { 'BU-Schlüssel': `"${key}"` }),
    ...(booking.taxRateBps === 0 &&
      booking.vatNumber &&
      isForeignInUnion(booking.vatNumber) && {
        'EU-Land u. UStID (Bestimmung)': quoted(booking.vatNumber, 15),
      }),
  };
}

/** Whether a VAT number is of another country of the European Union than Germany. */
function isForeignInUnion(vatNumber: string): boolean {
  const country = vatNumber.slice(0, 2);
  return country !== 'DE' && europeanUnion.has(country === 'EL' ? 'GR' : country);
}

/** The fields of a booking; null if there is nothing to book. */
function line(booking: Booking, debtor: string, settings: DatevSettings): string | null {
  const gross = booking.netCents + booking.taxCents;
  if (gross === 0n) return null;
  const cents = gross < 0n ? -gross : gross;
  const amount = euroStyle(cents, booking.currency);
  // Of a currency with three digits.
  if (amount === '0,00') return null;
  const fields: Fields = {
    'Umsatz (ohne Soll/Haben-Kz)': amount,
    'Soll/Haben-Kennzeichen': '"S"',
    ...currencyFields(booking, cents, settings.rates),
    ...accountsOf(booking, debtor, settings),
    Belegdatum: dayFirst(booking.day).slice(0, 4),
    'Belegfeld 1': quoted(booking.number, 36),
    Buchungstext: quoted(booking.client, 60),
    ...(booking.dueDate !== null && booking.type !== 'payment' && { Fälligkeit: dayFirst(booking.dueDate) }),
    ...(gross < 0n && { 'Generalumkehr (GU)': '"1"' }),
  };
  return columns.map(name => fields[name] ?? '').join(';');
}

/**
 * The account of each client: they are numbered in the order in which they were added, and so keep their numbers. Throws a Failure
 * if the last ones would get accounts of suppliers.
 */
async function debtors(
  read: Read,
  { firstDebtor: first, accountLength }: DatevSettings,
): Promise<Map<string, string>> {
  const accounts = new Map<string, string>();
  const query = (after: string) => batchOf('clients', after, sql.fragment`select t.id from scanned t`);
  for await (const rows of batchesOf<{ id: string }>(read, query))
    for (const { id } of rows) accounts.set(id, String(first + accounts.size));
  const [last, most] = [first + accounts.size - 1, 7 * 10 ** accountLength - 1];
  if (last > most)
    throw new Failure(
      'conflict',
      `The accounts of clients end with ${most}, and the last client would get ${last}. Choose a lower first account.`,
    );
  return accounts;
}

/** A booking batch for DATEV, some lines at a time. */
export async function* datevFile(
  read: Read,
  settings: DatevSettings,
  recorded?: Recorded,
  madeAt = new Date(),
): AsyncGenerator<Buffer> {
  const accounts = await debtors(read, settings);
  yield windows1252(`${header(settings, madeAt)}\r\n${columns.join(';')}\r\n`);
  for await (const found of bookings(read, settings, recorded)) {
    const lines = found.map(one => {
      const debtor = accounts.get(one.clientId);
      // A client that was added during the download: its account is not known yet.
      return debtor === undefined ? null : line(one, debtor, settings);
    });
    const text = lines.filter(one => one !== null).map(one => `${one}\r\n`);
    if (text.length > 0) yield windows1252(text.join(''));
  }
}
