import { countryNameIn } from '../formatting/countries.ts';
import type { Localizer } from './localizer.ts';
import type { PartySnapshot, Recipient, Sender } from './partySnapshot.ts';
import { taxKindOf } from './taxes.ts';

/** Where the postal code stands before the city. Elsewhere it follows the city and its region. */
const postalCodeFirst = new Set(
  (
    'AD AL AM AR AT AX AZ BA BE BG BY CH CL CR CU CY CZ DE DK DZ EE ES FI FO FR GE GL GP GR GT HR HT HU IL IS IT KG KW KZ ' +
    'LA LI LT LU MA MC MD ME MG MK MQ MT MX MY NC NE NI NL NO PF PL PM PT PY RE RO RS SE SI SJ SK SM SN SV TJ TN TR UY UZ ' +
    'VA WF XK'
  ).split(' '),
);

type Party = Sender | Recipient;

/** Street, then postal code, city and region in the order of the country. Empty: the address isn't known as data. */
function addressLines(party: Party, country: string | null | undefined): string[] {
  const { addressLines: street, postalCode, city, region } = party;
  const join = (parts: (string | null | undefined)[], separator: string) =>
    parts.filter(Boolean).join(separator);
  const place =
    !country || postalCodeFirst.has(country)
      ? join([join([postalCode, city], ' '), region], ', ')
      : country === 'AU'
        ? join([city, region, postalCode], ' ')
        : join([join([city, region], ', '), postalCode], ' ');
  return [...(street ?? '').split('\n'), place].map(line => line.trim()).filter(line => line !== '');
}

/** The name of the country, if the parties are in different ones. */
function countryLine(party: Party, { from, to }: Parties, { language }: Localizer): string[] {
  const isAbroad = Boolean(to.country) && to.country !== from.country;
  return isAbroad && party.country ? [countryNameIn(party.country, language)] : [];
}

const unique = (lines: (string | null | undefined)[]): string[] => [
  ...new Set(lines.filter(line => line != null && line !== '') as string[]),
];

/** Tax and registration numbers, each with its name. */
function numbers(party: Party, { messages }: Localizer): (string | null)[] {
  const { vatNumber, taxNumber, registrationNumber } = {
    taxNumber: null,
    registrationNumber: null,
    ...party,
  };
  const country = party.country || '';
  const kind = taxKindOf(country || vatNumber?.slice(0, 2));
  const named = (name: 'vatNumber' | 'taxNumber' | 'registrationNumber', number: string | null) =>
    number && messages(name, { kind, country, number });
  return [
    named('vatNumber', vatNumber),
    named('taxNumber', taxNumber),
    named('registrationNumber', registrationNumber),
  ];
}

type Parties = Pick<PartySnapshot, 'from' | 'to'>;

/** The name of the sender's company or person. */
export const senderName = ({ legalName, name }: Pick<Sender, 'legalName' | 'name'>): string =>
  legalName || name;

/** The name of the recipient's company or person. */
export const recipientName = ({
  legalName,
  company,
  name,
}: Pick<Recipient, 'legalName' | 'company' | 'name'>): string => legalName || company || name;

/** The sender as a document names it. Without an address as data, the letterhead stands for it. */
export function senderLines(parties: Parties, localizer: Localizer): string[] {
  const { from } = parties;
  const address = addressLines(from, from.country);
  const letterhead = (from.letterhead ?? '').split('\n');
  const named =
    address.length > 0
      ? [senderName(from), ...address]
      : from.letterhead
        ? [from.legalName, ...letterhead]
        : [senderName(from)];
  return unique([...named, ...countryLine(from, parties, localizer), ...numbers(from, localizer)]);
}

/** The recipient as a document names it. Without an address as data, the address as free text stands for it. */
export function recipientLines(parties: Parties, localizer: Localizer): string[] {
  const { to } = parties;
  const address = addressLines(to, to.country || parties.from.country);
  const named = [
    recipientName(to),
    // A legal name says what a short name of the company says.
    !to.legalName || (to.company && to.company !== to.name) ? to.name : null,
    to.contactName,
    ...(address.length > 0 ? address : (to.address ?? '').split('\n')),
  ];
  return unique([...named, ...countryLine(to, parties, localizer), ...numbers(to, localizer)]);
}
