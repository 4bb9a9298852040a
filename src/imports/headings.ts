import { type ClientField, clientFieldNames, clientFields } from '../records/clientFields.ts';
import { isBlank } from '../vocabulary/text.ts';

/** Names that some use for the whole address, and others for the street beside a column for the city. */
const anyAddress = ['address', 'adresse', 'anschrift', 'direccion', 'domicilio', 'indirizzo'];

/** The field of each heading that is known. */
const fieldOf = new Map(
  clientFieldNames.flatMap(field =>
    clientFields[field].importHeadings.split(/,\s*/).map(heading => [heading, field] as const),
  ),
);

/** A heading as the list of fields has it. */
const plain = (heading: string): string =>
  heading
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Small letters before a capital one, and letters before a digit, in headings that are written as one word: `POAddressLine1`. */
const seams = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})/gu;

/** A heading as the list has it, also if it is written as one word, or if a number tells it from another one. */
function wordsOf(heading: string): string {
  const whole = plain(heading);
  const parts = plain(heading.replace(seams, ' '));
  const known = [whole, parts, parts.replace(/ \d{1,3}$/, '')];
  return known.find(one => fieldOf.has(one) || anyAddress.includes(one)) ?? whole;
}

/** The field of each column, by its heading; null if the heading is not known, or another column has the field already. */
export function fieldsOfHeadings(headings: readonly string[]): (ClientField | null)[] {
  const known = headings.map(wordsOf);
  const fields = known.map(one => fieldOf.get(one) ?? null);
  const hasParts = fields.some(field => field === 'city' || field === 'postalCode');
  const named = withRequiredContact(
    headings,
    fields.map((field, at) =>
      anyAddress.includes(known[at]!) ? (hasParts ? 'addressLines' : 'address') : field,
    ),
  );
  return named.map((field, at) =>
    field !== null && (named.indexOf(field) === at || isPart(field, headings[at]!)) ? field : null,
  );
}

/**
 * Some programs mark columns that each line must have: a contact that must be there is the client, and who has a first and last
 * name is its contact.
 */
function withRequiredContact(
  headings: readonly string[],
  fields: readonly (ClientField | null)[],
): (ClientField | null)[] {
  const client = fields.findIndex(
    (field, at) => field === 'contactName' && headings[at]!.trimStart().startsWith('*'),
  );
  if (client === -1) return [...fields];
  return fields.map((field, at) => (at === client ? 'name' : field === 'name' ? 'contactName' : field));
}

/** Whether the heading names a part of the field, such as the last name or the second line of an address. */
const isPart = (field: ClientField, heading: string): boolean =>
  clientFields[field].joinedBy !== undefined &&
  /\d|^(last|family|sur|nach|familien)|number|nummer|^(prenom|nom|apellidos?|cognome|nome|nombre|vorname)$/.test(
    wordsOf(heading) === plain(heading) ? plain(heading) : plain(heading.replace(seams, ' ')),
  );

/** Among how many of the first lines the headings are looked for. */
const maxAbove = 10;

/**
 * Which of the first lines has headings; null if none has. The first line has them if one is known. A later line has them if it
 * knows more of them, at least two, and has more cells than each line above, which are a title then.
 */
export function headingsAt(lines: readonly (readonly string[])[]): number | null {
  const rated = lines.slice(0, maxAbove).map((cells, at) => ({
    at,
    known: new Set(fieldsOfHeadings(cells).filter(field => field !== null)).size,
    filled: cells.filter(cell => !isBlank(cell)).length,
  }));
  const [first, ...later] = rated;
  const best = later.find(
    ({ at, known, filled }) =>
      known > 1 &&
      known > first!.known &&
      rated.slice(0, at).every(above => above.filled < filled && above.known < known),
  );
  return best?.at ?? (first !== undefined && first.known > 0 ? first.at : null);
}
