import type { Catalogue } from './en.ts';

export const nl: Catalogue = {
  title: '{kind, select, estimate {Offerte} other {Factuur}}',
  reminderTitle: 'Betalingsherinnering voor {title}',
  scopeTitle: 'Omvang van de opdracht',
  contractTitle: 'Overeenkomst',
  changeOrderTitle: 'Meerwerkopdracht',
  titleFrom: '{title} van {sender}',
  print: 'Afdrukken',
  downloadPdf: 'PDF downloaden',
  downloadXml: 'E-factuur downloaden (XML)',
  scopeVersion: 'Versie van de opdracht',
  scopeFrom: 'Omvang van {project}, van {sender}',
  contractFrom: 'Overeenkomst voor {project}, van {sender}',
  changeOrderFrom: 'Meerwerkopdracht voor {project}, van {sender}',
  draft: 'Concept',
  pageOf: 'Pagina {page} van {pages}',
  from: 'Van',
  to: 'Aan',
  provider: 'Opdrachtnemer',
  client: 'Opdrachtgever',

  invoiceDate: 'Factuurdatum',
  date: 'Datum',
  supplyDate: 'Leverdatum',
  supplyPeriod: 'Leveringsperiode',
  dueDate: 'Vervaldatum',
  validUntil: 'Geldig tot en met',
  paymentTerms: 'Betalingstermijn',
  payableWithin: '{days, plural, =0 {Direct} one {# dag} other {# dagen}}',
  order: 'Uw bestelling',
  buyerReference: 'Uw referentie',
  project: 'Project',
  version: 'Versie',

  vatNumber: '{kind, select, vat {Btw-nummer} gst {GST-nummer} other {Fiscaal nummer}}: {number}',
  taxNumber: 'Fiscaal nummer: {number}',
  registrationNumber:
    '{country, select, NL {KVK-nummer} BE {Ondernemingsnummer} other {Registratienummer}}: {number}',

  description: 'Omschrijving',
  quantity: 'Aantal',
  unitPrice: 'Prijs per eenheid',
  netUnitPrice: 'Prijs per eenheid excl. btw',
  amount: 'Bedrag',
  net: 'Netto',
  hours: '{number} uur',
  days: '{count, plural, one {{number} dag} other {{number} dagen}}',
  pieces: '{count, plural, one {{number} stuk} other {{number} stuks}}',
  flat: '{count, plural, =1 {vast bedrag} other {{number} × vast bedrag}}',

  subtotal: 'Subtotaal',
  discount: 'Korting',
  discountWithTax: 'Korting ({amount} incl. {tax})',
  netTotal: 'Totaal netto',
  taxName: '{kind, select, vat {btw} gst {GST} salesTax {Verkoopbelasting} other {Belasting}}',
  taxInText: '{kind, select, vat {btw} gst {GST} salesTax {verkoopbelasting} other {belasting}}',
  taxAtRate: '{tax} {rate} over {net}',
  reason:
    '{reason, select, small_business {kleineondernemersregeling} reverse_charge {verlegd} services_outside_eu {niet belastbaar} export {uitvoer} zero_rated {nultarief} other {vrijgesteld}}',
  taxInCurrency: '{tax} in de valuta van de leverancier: {amount} ({rate})',
  totalTax: 'Totaal {tax}',
  total: 'Totaal',
  lateFee: 'Kosten voor te late betaling',
  lateFeeOn: 'Kosten voor te late betaling van {date}',
  totalWithLateFee: 'Totaal inclusief deze kosten',
  paidSoFar: 'Al betaald, laatst op {date}',
  amountDue: 'Te betalen',
  amountDueBy: 'Te betalen uiterlijk {date}',

  small_business:
    '{country, select, NL {Vrijgesteld van omzetbelasting op grond van artikel 25 Wet op de omzetbelasting (kleineondernemersregeling).} BE {Kleine onderneming onderworpen aan de vrijstellingsregeling van belasting. Btw niet toepasselijk.} DE {Vrijgesteld van btw op grond van § 19 van de Duitse btw-wet (UStG).} other {Vrijgesteld van {tax} als kleine onderneming.}}',
  reverse_charge: '{kind, select, vat {Btw verlegd} other {Belasting verlegd}} naar de afnemer.',
  services_outside_eu:
    '{country, select, NL {Niet onderworpen aan btw: de dienst wordt buiten de Europese Unie verricht (artikel 6, eerste lid, Wet op de omzetbelasting 1968, artikel 44 van Richtlijn 2006/112/EG).} BE {Niet onderworpen aan btw: de dienst wordt buiten de Europese Unie verricht (artikel 21, § 2, Btw-Wetboek, artikel 44 van Richtlijn 2006/112/EG).} other {Niet onderworpen aan {tax}: de dienst wordt buiten de Europese Unie verricht (artikel 44 van Richtlijn 2006/112/EG).}}',
  export: 'Uitvoer: geen {tax} verschuldigd.',
  exempt: 'Vrijgesteld van {tax}.',
  zero_rated: 'Nultarief voor {tax}.',

  payment: 'Betaling',
  accountHolder: 'Rekeninghouder',
  bankDetails: 'Bankgegevens',
  paymentReference: 'Betalingskenmerk',
  qrCaption: 'Scan met uw bankapp om te betalen',
  payOnline: 'Online betalen',

  paidOn: 'Betaald op {date}',
  voidSince: 'Vervallen op {date}',
  acceptedOn: 'Geaccepteerd op {date}',
  declinedOn: 'Afgewezen op {date}',
  withdrawnOn: 'Ingetrokken op {date}',
  expired: 'Niet meer geldig',

  deliverables: 'Op te leveren',
  toBeAgreed: 'Nog overeen te komen.',
  revisionRounds: 'Correctierondes',
  timeline: 'Planning',
  price: 'Prijs',
  hourlyRate: 'Uurtarief',
  changeOrders: 'Goedgekeurde meerwerkopdrachten',
  changeOrdersShortened:
    'De tekst van {count, plural, one {# andere meerwerkopdracht} other {# andere meerwerkopdrachten}} staat hier niet: elke meerwerkopdracht heeft een eigen document.',
  changeOrdersOmitted:
    '{count, plural, one {# andere meerwerkopdracht staat} other {# andere meerwerkopdrachten staan}} hier niet vermeld.',
  addedRounds: 'Extra correctierondes',
  moreRounds: '{count, plural, one {# extra correctieronde} other {# extra correctierondes}}',
  plusTax: '{amount} exclusief {tax}',
  withTax: '{amount} inclusief {tax}',
  withoutTax: '{amount}, zonder {tax} ({reason})',
  contractTerms: 'Voorwaarden',
  signature: '{kind, select, scope {Goedkeuring} estimate {Acceptatie} other {Ondertekening}}',
  signedBy: '{kind, select, scope {Goedgekeurd door} estimate {Geaccepteerd door} other {Ondertekend door}}',
  signedFor: '{kind, select, scope {Goedgekeurd voor} estimate {Geaccepteerd voor} other {Ondertekend voor}}',
  signedAt: '{kind, select, scope {Goedgekeurd op} estimate {Geaccepteerd op} other {Ondertekend op}}',
  agreedBy:
    '{kind, select, scope {Goedgekeurd} estimate {Geaccepteerd} declined {Afgewezen} other {Ondertekend}} door {name}, {at}.',
  agreedFor:
    '{kind, select, scope {Goedgekeurd} estimate {Geaccepteerd} declined {Afgewezen} other {Ondertekend}}. Vastgelegd door {recorder}{isNamed, select, true { voor {name}} other {}}, {at}.',
  signedHow: 'Wijze van akkoord',
  typedName: 'Door de naam in te vullen op de pagina achter de link van de klant',
  recordedBy: 'Vastgelegd door {recorder}',
  operator: 'de beheerder',
  signedText:
    '{kind, select, estimate {SHA-256 van de offerte} scope {SHA-256 van de meerwerkopdracht} other {SHA-256 van de overeenkomst}}',

  statementTitle: 'Rekeningoverzicht',
  period: 'Periode',
  openingBalance: 'Beginsaldo',
  balance: 'Saldo',
  periodInvoiced: 'Gefactureerd in deze periode',
  periodPaid: 'Betaald in deze periode',
  closingBalance: 'Eindsaldo',
  statementEntry:
    '{kind, select, invoice {Factuur {number}} late_fee {Kosten voor te late betaling van {number}} void {Vervallen: {number}} removed_payment {Correctie van betaling van {number}} other {Betaling van {number}}}',
  addedEntry: '{entry} (later geboekt)',
  addedEntries:
    'Geboekt na onze e-mail van {day} op eerdere dagen: {count, plural, one {één boeking} other {{count, number} boekingen}}, samen {amount}.',
  inCurrency: 'In {currency}',
  noEntries: 'In deze periode is niets gefactureerd of betaald.',
  tooManyEntries:
    'Deze periode heeft {count, number} boekingen, meer dan een overzicht toont. Kies een kortere periode om ze te zien.',

  mails: {
    invoice: {
      subject: 'Factuur {number} van {workspace}',
      text: 'Beste {client},\n\nIn de bijlage vindt u factuur {number} van {amount}. U kunt de factuur ook online bekijken:\n{link}\n\nDe uiterste betaaldatum is {due}.\n\nMet vriendelijke groet,\n{workspace}',
    },
    estimate: {
      subject: 'Offerte {number} van {workspace}',
      text: 'Beste {client},\n\nIn de bijlage vindt u offerte {number} van {amount}. U kunt de offerte online bekijken en daar accepteren of afwijzen:\n{link}\n\nDe offerte is geldig tot en met {due}.\n\nMet vriendelijke groet,\n{workspace}',
    },
    scope: {
      subject: 'Projectomschrijving van {project}',
      text: 'Beste {client},\n\nHier kunt u de projectomschrijving van {project} bekijken en goedkeuren:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
    contract: {
      subject: 'Overeenkomst voor {project}',
      text: 'Beste {client},\n\nHier kunt u de overeenkomst voor {project} lezen en ondertekenen:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
    reminder: {
      subject: 'Betalingsherinnering factuur {number}',
      text: 'Beste {client},\n\nWaarschijnlijk is het u ontgaan dat het bedrag van {amount} voor factuur {number} op {due} betaald had moeten zijn. U kunt de factuur hier bekijken:\n{link}\n\nHeeft u inmiddels betaald, dan kunt u deze e-mail als niet verzonden beschouwen.\n\nMet vriendelijke groet,\n{workspace}',
    },
    change_order: {
      subject: 'Meerwerkopdracht voor {project}: {title}',
      text: 'Beste {client},\n\nHier kunt u de meerwerkopdracht ‘{title}’ voor {project} ({amount}) lezen en goedkeuren:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
    portal: {
      subject: 'Uw documenten van {workspace}',
      text: 'Beste {client},\n\nHier vindt u alles bij elkaar: wat op u wacht, uw projecten, alle documenten en een rekeningoverzicht:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
  },
};
