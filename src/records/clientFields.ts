import { z } from 'zod';
import { eInvoiceFormats, languages } from '../vocabulary/documents.ts';
import {
  addressFields,
  country,
  type FieldDefinition,
  networkId,
  paymentTermDays,
  taxFields,
} from '../vocabulary/partyFields.ts';
import { email, oneLineText, requiredText } from '../vocabulary/text.ts';
import { contacts } from './contacts.ts';

// The fields of a client that people fill in, each of which is a column of corkboard.clients. From this list the form and the
// operator's command that change a client, the client's page, the columns of imports and of exports follow. Functions take every
// column but those that corkboard.client_columns leaves out, and erase_client erases them.

/** The groups of fields in forms, in their order. Fields without one come first. */
const sections = ['People', 'Address', 'Billing', 'Notes'] as const;
type Section = (typeof sections)[number];

/** A field of a client. */
interface ClientFieldDefinition extends FieldDefinition {
  /** The heading of its group of fields in forms. */
  section?: Section;
  /** Its hint in forms, if that isn't the description; undefined: it has none. */
  hint?: string | undefined;
  /** The heading of its column in exports, and on the client's page. */
  heading: string;
  /**
   * The names of its column in imported files, in English, German, French, Spanish and Italian, as spreadsheets, address books
   * and our own exports have them: in lower case, without accents and punctuation.
   */
  importHeadings: string;
  /** The separator of several columns of an imported file; without it the field comes from one column. */
  joinedBy?: ' ' | '\n';
}

const definitions = {
  name: {
    schema: oneLineText(500),
    isRequired: true,
    description: 'the person or company that you work for',
    placeholder: '<n>',
    heading: 'Name',
    joinedBy: ' ',
    importHeadings: `name, full name, display name, client, client name, customer, customer name, first name, given name, last name,
      surname, family name, kunde, kundenname, kundin, mandant, vorname, nachname, familienname, vollstandiger name, nom,
      prenom, nom complet, nom du client, nom de famille, nombre, nombre completo, apellido, apellidos, cliente,
      nombre del cliente, nome, cognome, nome completo, nome e cognome, nominativo, nome del cliente`,
  },
  company: {
    schema: oneLineText(500),
    description: 'if the client’s name is a person’s',
    placeholder: '<c>',
    heading: 'Company',
    importHeadings: `company, company name, organization, organisation, organization name, organization 1 name, business,
      firma, firmenname, unternehmen, organisation, entreprise, societe, nom de l entreprise, empresa, compania,
      nombre de la empresa, azienda, societa, ditta, nome azienda`,
  },
  contactName: {
    schema: oneLineText(500),
    description: 'your contact at the client',
    placeholder: '<n>',
    section: 'People',
    heading: 'Contact',
    joinedBy: ' ',
    importHeadings: `contact, contact name, contact person, main contact, primary contact, ansprechpartner, ansprechpartnerin,
      kontakt, kontaktperson, interlocuteur, personne de contact, nom du contact, contacto, persona de contacto, contatto,
      referente, persona di contatto`,
  },
  email: {
    schema: email,
    label: 'Email',
    description: 'changing it sends no email',
    placeholder: '<e>',
    hint: 'Saving sends no email',
    heading: 'Email',
    importHeadings: `email, e mail, mail, email address, e mail address, primary email, email 1, email 1 value, e mail 1 value,
      e mail adresse, emailadresse, mailadresse, courriel, adresse e mail, adresse email, adresse mail, adresse electronique,
      correo, correo electronico, direccion de correo electronico, indirizzo e mail, indirizzo email, posta elettronica`,
  },
  phone: {
    schema: oneLineText(50),
    description: 'the number to call the client at',
    placeholder: '<p>',
    section: 'People',
    hint: undefined,
    heading: 'Phone',
    importHeadings: `phone, phone number, telephone, telephone number, tel, mobile, mobile phone, mobile number, cell, cell phone,
      phone 1 value, primary phone, business phone, work phone, home phone, telefon, telefonnummer, tel nr, mobil, mobilnummer,
      mobiltelefon, handy, handynummer, rufnummer, telephone fixe, telephone portable, telephone mobile, portable,
      numero de telephone, telefono, numero de telefono, telefono fijo, telefono movil, movil, telefono 1, cellulare,
      numero di telefono, telefono cellulare`,
  },
  contacts: {
    schema: contacts,
    description: 'further people, each with a name and a role: billing, approval or other',
    placeholder: '<json>',
    section: 'People',
    hint: 'Billing gets invoices, reminders and statements; approval gets scopes, contracts, change orders and estimates',
    heading: 'Contacts',
    joinedBy: '\n',
    importHeadings: 'contacts, other contacts, kontakte, weitere kontakte, contactos, contatti',
  },
  billingEmail: {
    schema: email,
    label: 'Billing email',
    description: 'where invoices are mailed, if not to the email address',
    placeholder: '<e>',
    section: 'Billing',
    hint: 'Where invoices are emailed, if not to the address above',
    heading: 'Billing email',
    importHeadings: `billing email, billing e mail, invoice email, accounts email, rechnungs e mail, rechnungsemail, rechnungsmail,
      email de facturation, e mail de facturation, correo de facturacion, email de facturacion, email di fatturazione,
      email fatturazione`,
  },
  legalName: {
    schema: oneLineText(500),
    description: 'the company or person that documents are addressed to',
    placeholder: '<n>',
    section: 'Billing',
    hint: 'On documents, if not the company or name',
    heading: 'Legal name',
    importHeadings: `legal name, registered name, legal entity, firmierung, rechtlicher name, raison sociale, denomination sociale,
      razon social, denominacion social, ragione sociale, denominazione`,
  },
  addressLines: {
    ...addressFields.addressLines,
    section: 'Address',
    heading: 'Street',
    joinedBy: '\n',
    importHeadings: `street, street address, address line 1, address line 2, address line 3, address line 4,
      po address line 1, po address line 2, po address line 3, po address line 4, address 1, address 2, strasse,
      strasse und hausnummer, strasse hausnummer, hausnummer, adresszeile 1, adresszeile 2, rue, numero et rue, adresse 1,
      adresse 2, calle, calle y numero, direccion 1, direccion 2, via, via e numero, indirizzo 1, indirizzo 2,
      business street, home street, address 1 street`,
  },
  postalCode: {
    ...addressFields.postalCode,
    section: 'Address',
    heading: 'Postal code',
    importHeadings: `postal code, postcode, post code, zip, zip code, zip postal code, plz, postleitzahl, code postal,
      codigo postal, cp, cap, codice postale, business postal code, home postal code, address 1 postal code,
      po postal code`,
  },
  city: {
    ...addressFields.city,
    section: 'Address',
    heading: 'City',
    importHeadings: `city, town, town city, ort, stadt, wohnort, ville, localite, commune, ciudad, localidad, poblacion, citta, comune,
      localita, business city, home city, address 1 city, po city`,
  },
  region: {
    ...addressFields.region,
    section: 'Address',
    heading: 'Region',
    importHeadings: `region, state, province, county, state province, bundesland, kanton, departement, etat, canton, provincia, regione,
      estado, comunidad autonoma, business state, home state, address 1 region, po region`,
  },
  country: {
    ...addressFields.country,
    section: 'Address',
    heading: 'Country',
    importHeadings: `country, country region, country code, land, staat, landercode, pays, code pays, pais, codigo de pais, paese,
      nazione, stato, business country region, home country region, address 1 country, po country`,
  },
  address: {
    schema: requiredText(1000),
    description: 'shown on invoices and contracts',
    placeholder: '<a>',
    multiline: true,
    section: 'Address',
    hint: 'Shown on documents while the fields above are blank',
    heading: 'Address as text',
    joinedBy: '\n',
    importHeadings: `address as text, full address, postal address, mailing address, postanschrift, adresse complete,
      adresse postale, direccion completa, direccion postal, indirizzo completo, indirizzo postale`,
  },
  vatNumber: {
    ...taxFields.vatNumber,
    section: 'Billing',
    heading: 'VAT number',
    importHeadings: `vat, vat number, tax number, tax id, vat no, vat id, vat id number, ust id, ustid, ust idnr, ust id nr, ust identifikationsnummer,
      umsatzsteuer id, umsatzsteuer identifikationsnummer, uid, uid nummer, mwst nr, mwst nummer, tva, numero de tva, no tva,
      n tva, numero tva, tva intracommunautaire, nif, cif, nif cif, nif iva, iva, numero de iva, partita iva, p iva, piva`,
  },
  buyerReference: {
    schema: oneLineText(200),
    description: 'what the client asks to be named on invoices, such as a cost center or a Leitweg-ID',
    placeholder: '<r>',
    section: 'Billing',
    hint: 'Named on invoices, such as a cost center or a Leitweg-ID',
    heading: 'Buyer reference',
    importHeadings: `buyer reference, customer reference, client reference, cost center, cost centre, leitweg id,
      kundenreferenz, kostenstelle, reference client, reference acheteur, referencia, referencia del cliente,
      riferimento cliente, riferimento`,
  },
  language: {
    schema: z.enum(languages),
    description: 'of its documents',
    placeholder: '<l>',
    section: 'Billing',
    hint: 'By default the language of your locale',
    heading: 'Language',
    importHeadings: 'language, document language, sprache, langue, idioma, lingua',
  },
  paymentTermDays: {
    schema: paymentTermDays,
    label: 'Payment term (days)',
    description: 'in how many days its invoices are due',
    placeholder: '<n>',
    section: 'Billing',
    hint: 'By default the term in your settings',
    heading: 'Payment term in days',
    importHeadings: `terms, payment term, payment terms, payment term days, payment term in days, payment terms days, zahlungsziel,
      zahlungsfrist, zahlungsziel tage, delai de paiement, plazo de pago, plazo de pago dias, termini di pagamento,
      termine di pagamento`,
  },
  zeroTaxReason: {
    ...taxFields.zeroTaxReason,
    section: 'Billing',
    heading: 'Reason for no tax',
    importHeadings: 'reason for no tax, reason for a rate of 0, zero tax reason',
  },
  eInvoiceCountry: {
    schema: country,
    label: 'E-invoice country',
    description: 'two letters, such as DE',
    placeholder: '<c>',
    section: 'Billing',
    hint: 'Two letters, such as DE, if not the country of the address',
    heading: 'E-invoice country',
    importHeadings: 'e invoice country',
  },
  eInvoiceNetworkId: {
    schema: networkId,
    label: 'E-invoice network ID',
    description: 'the client’s ID in its e-invoice network',
    placeholder: '<i>',
    section: 'Billing',
    hint: 'A scheme, a colon and the ID, for example 0088:4012345000009',
    heading: 'E-invoice network ID',
    importHeadings: 'e invoice network id, peppol id',
  },
  eInvoiceFormat: {
    schema: z.enum(['none', ...eInvoiceFormats]),
    label: 'E-invoice format',
    description: 'the standard of its electronic invoices; by default the one of its country',
    placeholder: '<f>',
    section: 'Billing',
    hint: 'By default the standard of the client’s country',
    heading: 'E-invoice format',
    importHeadings: 'e invoice format',
  },
  notes: {
    schema: requiredText(5000),
    description: 'only members see these notes',
    placeholder: '<t>',
    section: 'Notes',
    multiline: true,
    heading: 'Notes',
    joinedBy: '\n',
    importHeadings: `notes, note, comment, comments, remark, remarks, description, notiz, notizen, bemerkung, bemerkungen, anmerkung,
      anmerkungen, kommentar, kommentare, remarque, remarques, commentaire, commentaires, notas, nota, observaciones,
      comentario, comentarios, annotazioni, osservazioni, commenti, commento`,
  },
} as const satisfies Record<string, ClientFieldDefinition>;

export type ClientField = keyof typeof definitions;

/** The fields of a client, in the order of exports. */
export const clientFields: Record<ClientField, ClientFieldDefinition> = definitions;

const sectionAt = (field: ClientField): number => sections.indexOf(clientFields[field].section as Section);

/** Their names, in the order of forms. */
export const clientFieldNames = (Object.keys(clientFields) as ClientField[]).sort(
  (one, other) => sectionAt(one) - sectionAt(other),
);

/** The values of a client's fields. */
export type ClientValues = {
  [Field in ClientField]: NonNullable<z.output<(typeof definitions)[Field]['schema']>> | null;
};
