import { isBlank } from '../vocabulary/text.ts';
import { type ClientField, joinedBy } from './clientFields.ts';

/**
 * What columns are called in English, German, French, Spanish and Italian, as spreadsheets, address books and our own
 * export (src/exports/csvFiles.ts) name them: in lower case, without accents and punctuation.
 */
const words: Record<ClientField, string> = {
  name: `name, full name, display name, client, client name, customer, customer name, first name, given name, last name,
    surname, family name, kunde, kundenname, kundin, mandant, vorname, nachname, familienname, vollstandiger name, nom,
    prenom, nom complet, nom du client, nom de famille, nombre, nombre completo, apellido, apellidos, cliente,
    nombre del cliente, nome, cognome, nome completo, nome e cognome, nominativo, nome del cliente`,
  email: `email, e mail, mail, email address, e mail address, primary email, email 1, email 1 value, e mail 1 value,
    e mail adresse, emailadresse, mailadresse, courriel, adresse e mail, adresse email, adresse mail, adresse electronique,
    correo, correo electronico, direccion de correo electronico, indirizzo e mail, indirizzo email, posta elettronica`,
  company: `company, company name, organization, organisation, organization name, organization 1 name, business,
    firma, firmenname, unternehmen, organisation, entreprise, societe, nom de l entreprise, empresa, compania,
    nombre de la empresa, azienda, societa, ditta, nome azienda`,
  legalName: `legal name, registered name, legal entity, firmierung, rechtlicher name, raison sociale, denomination sociale,
    razon social, denominacion social, ragione sociale, denominazione`,
  contactName: `contact, contact name, contact person, main contact, primary contact, ansprechpartner, ansprechpartnerin,
    kontakt, kontaktperson, interlocuteur, personne de contact, nom du contact, contacto, persona de contacto, contatto,
    referente, persona di contatto`,
  addressLines: `street, street address, address line 1, address line 2, address line 3, address line 4,
    po address line 1, po address line 2, po address line 3, po address line 4, address 1, address 2, strasse,
    strasse und hausnummer, strasse hausnummer, hausnummer, adresszeile 1, adresszeile 2, rue, numero et rue, adresse 1,
    adresse 2, calle, calle y numero, direccion 1, direccion 2, via, via e numero, indirizzo 1, indirizzo 2,
    business street, home street, address 1 street`,
  postalCode: `postal code, postcode, post code, zip, zip code, zip postal code, plz, postleitzahl, code postal,
    codigo postal, cp, cap, codice postale, business postal code, home postal code, address 1 postal code,
    po postal code`,
  city: `city, town, town city, ort, stadt, wohnort, ville, localite, commune, ciudad, localidad, poblacion, citta, comune,
    localita, business city, home city, address 1 city, po city`,
  region: `region, state, province, county, state province, bundesland, kanton, departement, etat, canton, provincia, regione,
    estado, comunidad autonoma, business state, home state, address 1 region, po region`,
  country: `country, country region, country code, land, staat, landercode, pays, code pays, pais, codigo de pais, paese,
    nazione, stato, business country region, home country region, address 1 country, po country`,
  address: `address as text, full address, postal address, mailing address, postanschrift, adresse complete,
    adresse postale, direccion completa, direccion postal, indirizzo completo, indirizzo postale`,
  billingEmail: `billing email, billing e mail, invoice email, accounts email, rechnungs e mail, rechnungsemail, rechnungsmail,
    email de facturation, e mail de facturation, correo de facturacion, email de facturacion, email di fatturazione,
    email fatturazione`,
  language: 'language, document language, sprache, langue, idioma, lingua',
  paymentTermDays: `terms, payment term, payment terms, payment term days, payment term in days, payment terms days, zahlungsziel,
    zahlungsfrist, zahlungsziel tage, delai de paiement, plazo de pago, plazo de pago dias, termini di pagamento,
    termine di pagamento`,
  buyerReference: `buyer reference, customer reference, client reference, cost center, cost centre, leitweg id,
    kundenreferenz, kostenstelle, reference client, reference acheteur, referencia, referencia del cliente,
    riferimento cliente, riferimento`,
  vatNumber: `vat, vat number, tax number, tax id, vat no, vat id, vat id number, ust id, ustid, ust idnr, ust id nr, ust identifikationsnummer,
    umsatzsteuer id, umsatzsteuer identifikationsnummer, uid, uid nummer, mwst nr, mwst nummer, tva, numero de tva, no tva,
    n tva, numero tva, tva intracommunautaire, nif, cif, nif cif, nif iva, iva, numero de iva, partita iva, p iva, piva`,
  zeroTaxReason: 'reason for no tax, reason for a rate of 0, zero tax reason',
  notes: `notes, note, comment, comments, remark, remarks, description, notiz, notizen, bemerkung, bemerkungen, anmerkung,
    anmerkungen, kommentar, kommentare, remarque, remarques, commentaire, commentaires, notas, nota, observaciones,
    comentario, comentarios, annotazioni, osservazioni, commenti, commento`,
  eInvoiceFormat: 'e invoice format',
  eInvoiceNetworkId: 'e invoice network id, peppol id',
  eInvoiceCountry: 'e invoice country',
};

/** What some call the whole address, and others the street beside a column for the city. */
const anyAddress = ['address', 'adresse', 'anschrift', 'direccion', 'domicilio', 'indirizzo'];

const fieldOf = new Map(
  Object.entries(words).flatMap(([field, list]) => list.split(/,\s*/).map(word => [word, field] as const)),
);

/** A heading as the list above has it. */
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

/** Some programs mark columns that each line must have: a contact that must be there is the client, and who has a first and last name is its contact. */
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
  Object.hasOwn(joinedBy, field) &&
  /\d|^(last|family|sur|nach|familien)|number|nummer|^(prenom|nom|apellidos?|cognome|nome|nombre|vorname)$/.test(
    wordsOf(heading) === plain(heading) ? plain(heading) : plain(heading.replace(seams, ' ')),
  );

/** Among how many of the first lines the headings are looked for. */
const mostAbove = 10;

/**
 * Which of the first lines has headings; null if none has. The first line has them if one is known. A later line has them if it
 * knows more of them, at least two, and has more cells than each line above, which are a title then.
 */
export function headingsAt(lines: readonly (readonly string[])[]): number | null {
  const rated = lines.slice(0, mostAbove).map((cells, at) => ({
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
