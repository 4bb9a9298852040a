import { countryNamed } from '../formatting/countries.ts';
import type { Address, Sender } from './partySnapshot.ts';

/** Lines that no postal address has: email and web addresses, phone numbers. */
const noAddress = /@|^(?:https?:|www\.)|^(?:tel|phone|fax|mobile|t|f)\b[.:]|^\+?[\d\s()/.-]{7,}$/i;

/** The last line of an address in most of Europe, in the United States, and in the United Kingdom. */
const lastLines = [
  /^(?:[A-Z]{1,2}-)?(?<postalCode>\d{4,5}(?: ?[A-Z]{2}(?= ))?|\d{3} \d{2}) (?<city>\D.*)$/,
  /^(?<city>.*?),? (?<region>[A-Z]{2}) (?<postalCode>\d{5}(?:-\d{4})?)$/,
  /^(?<city>.*?),? (?<postalCode>[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/,
];

/**
 * The fields that an address typed as free text seems to have, for a person to check. `names`: what the party is called,
 * which a first line that is none of them may be the legal name of.
 */
export function typedAddress(
  text: string,
  names: readonly (string | null)[],
): Address & Pick<Sender, 'legalName'> {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !noAddress.test(line));
  const isName = /^\D+$/.test(lines[0] ?? '') && lines.length > 1;
  const name = isName ? lines.shift()! : null;
  const country = countryNamed(lines.at(-1) ?? '') ?? null;
  if (country !== null) lines.pop();
  const last = lines.at(-1) ?? '';
  const found = lastLines.map(form => form.exec(last)?.groups).find(groups => groups !== undefined);
  if (found !== undefined) lines.pop();
  const { postalCode = null, city = null, region = null } = found ?? {};
  const [first, second, ...rest] = lines;
  const addressLines =
    [first, second, rest.join(', ')]
      .filter(line => line)
      .join('\n')
      .slice(0, 500) || null;
  return {
    legalName: name === null || names.includes(name) ? null : name,
    addressLines,
    postalCode,
    city,
    region,
    country,
  };
}
