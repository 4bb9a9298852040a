import type { Catalogue } from './en.ts';

export const nl: Catalogue = {
  title: '{kind, select, estimate {Offerte} invoice {Factuur} other {Creditnota}}',
  reminderTitle: 'Betalingsherinnering voor {title}',
  scopeTitle: 'Opdrachtomschrijving',
  contractTitle: 'Overeenkomst',
  changeOrderTitle: 'Meerwerkopdracht',
  titleFrom: '{title} van {sender}',
  print: 'Afdrukken',
  downloadPdf: 'PDF downloaden',
  downloadXml: 'E-factuur downloaden (XML)',
  scopeVersion: 'Versie van de opdrachtomschrijving',
  scopeFrom: 'Opdrachtomschrijving voor {project}, van {sender}',
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
  netUnitPrice: 'Prijs per eenheid excl. {tax}',
  amount: 'Bedrag',
  net: 'Bedrag excl. {tax}',
  hours: '{number} uur',
  days: '{count, plural, one {{number} dag} other {{number} dagen}}',
  pieces: '{count, plural, one {{number} stuk} other {{number} stuks}}',
  flat: '{count, plural, =1 {vast bedrag} other {{number} × vast bedrag}}',

  subtotal: 'Subtotaal',
  discount: 'Korting',
  discountWithTax: 'Korting ({amount} incl. {tax})',
  netTotal: 'Totaal excl. {tax}',
  taxName: '{kind, select, vat {Btw} gst {GST} salesTax {Verkoopbelasting} other {Belasting}}',
  taxInText: '{kind, select, vat {btw} gst {GST} salesTax {verkoopbelasting} other {belasting}}',
  taxAtRate: '{tax} {rate} over {net}',
  reason:
    '{reason, select, small_business {{country, select, BE {vrijstellingsregeling} other {kleineondernemersregeling}}} reverse_charge {verlegd} services_outside_eu {niet belastbaar} export {uitvoer} zero_rated {nultarief} other {vrijgesteld}}',
  taxInCurrency: '{tax} in de valuta van de leverancier: {amount} ({rate})',
  totalTax: 'Totaal {tax}',
  total: '{isTaxed, select, true {Totaal incl. {tax}} other {Totaal}}',
  lateFee: 'Aanmaningskosten',
  lateFeeOn: 'Aanmaningskosten van {date}',
  totalWithLateFee: 'Totaal inclusief aanmaningskosten',
  paidSoFar: 'Al betaald, laatste betaling op {date}',
  credited: 'Creditnota’s',
  balanceOfClient: 'Uw tegoed',
  creditedInvoice: 'Betreft factuur',
  invoiceOfDate: '{number} van {date}',
  creditReason: 'Reden',
  creditOfInvoice: 'Vermindering van factuur {number}',
  isCanceled: 'De factuur wordt geannuleerd.',
  amountCredited: 'Gecrediteerd bedrag',
  amountDue: 'Te betalen',
  amountDueBy: 'Te betalen uiterlijk {date}',

  small_business:
    '{country, select, NL {Vrijgesteld van omzetbelasting op grond van artikel 25 Wet op de omzetbelasting 1968 (kleineondernemersregeling).} BE {Kleine onderneming onderworpen aan de vrijstellingsregeling van belasting. Btw niet toepasselijk.} DE {Vrijgesteld van btw op grond van § 19 van de Duitse btw-wet (UStG).} other {Vrijgesteld van {tax} als kleine onderneming.}}',
  reverse_charge: '{kind, select, vat {Btw verlegd} other {Belasting verlegd}} naar de afnemer.',
  services_outside_eu:
    '{country, select, NL {Niet onderworpen aan btw: de dienst wordt buiten de Europese Unie verricht (artikel 6, eerste lid, Wet op de omzetbelasting 1968, artikel 44 van Richtlijn 2006/112/EG).} BE {Niet onderworpen aan btw: de dienst wordt buiten de Europese Unie verricht (artikel 21, § 2, Btw-Wetboek, artikel 44 van Richtlijn 2006/112/EG).} other {Niet onderworpen aan {tax}: de dienst wordt buiten de Europese Unie verricht (artikel 44 van Richtlijn 2006/112/EG).}}',
  export:
    '{country, select, BE {Vrijgesteld van btw wegens uitvoer (artikel 39 Btw-Wetboek).} other {Uitvoer: nultarief voor {tax}.}}',
  exempt: 'Vrijgesteld van {tax}.',
  zero_rated: 'Nultarief voor {tax}.',

  payment: 'Betaling',
  accountHolder: 'Rekeninghouder',
  bankDetails: 'Bankgegevens',
  paymentReference: 'Betalingskenmerk',
  qrCaption: 'Scan met uw bankapp om te betalen',
  payOnline: 'Online betalen',

  paidOn: 'Betaald op {date}',
  voidSince: 'Geannuleerd op {date}',
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
  agreedLine:
    '{part, select, whole {{item}} share {{share} van {item}} rest {Restbedrag voor {item}} other {Deelbedrag voor {item}}}, overeengekomen op {date}',
  agreedTotal: '{item}, overeengekomen op {date}: {amount}',
  invoicedBefore: 'Eerder gefactureerd:',
  paymentPart: 'Betaling {number}',
  partDue:
    '{amount}, {due, select, approval {te betalen bij goedkeuring} date {te betalen op {date}} delivery {te betalen bij oplevering van het project} other {te betalen volgens afspraak}}',
  contractTerms: 'Voorwaarden',
  signature: '{kind, select, scope {Goedkeuring} estimate {Acceptatie} other {Ondertekening}}',
  signedBy: '{kind, select, scope {Goedgekeurd door} estimate {Geaccepteerd door} other {Ondertekend door}}',
  signedFor:
    '{kind, select, scope {Goedgekeurd namens} estimate {Geaccepteerd namens} other {Ondertekend namens}}',
  signedAt: '{kind, select, scope {Goedgekeurd op} estimate {Geaccepteerd op} other {Ondertekend op}}',
  agreedBy:
    '{kind, select, scope {Goedgekeurd} estimate {Geaccepteerd} declined {Afgewezen} other {Ondertekend}} door {name}, {at}.',
  agreedFor:
    '{kind, select, scope {Goedgekeurd} estimate {Geaccepteerd} declined {Afgewezen} other {Ondertekend}}. Vastgelegd door {recorder}{isNamed, select, true { namens {name}} other {}}, {at}.',
  signedHow: 'Wijze van akkoord',
  typedName: 'Door de naam in te vullen op de pagina achter de link van de klant',
  recordedBy: 'Vastgelegd door {recorder}',
  operator: 'de beheerder',
  memberOf: '{member} van {workspace}',
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
    '{kind, select, invoice {Factuur {number}} late_fee {Aanmaningskosten voor {number}} void {Annulering van {number}} removed_payment {Correctie van betaling van {number}} credit_note {Creditnota {creditNote} bij {number}} refund {Terugbetaling van {number}} transfer {Overgeboekt tegoed, {number}} other {Betaling van {number}}}',
  addedEntry: '{entry} (later geboekt)',
  addedEntries:
    'Geboekt na onze e-mail van {day} op eerdere dagen: {count, plural, one {één boeking} other {{count, number} boekingen}}, samen {amount}.',
  inCurrency: 'In {currency}',
  noEntries: 'In deze periode is niets gefactureerd of betaald.',
  tooManyEntries:
    'Deze periode heeft {count, number} boekingen, meer dan een overzicht toont. Kies een kortere periode om ze te zien.',

  skip: 'Naar de inhoud',
  optional: '(niet verplicht)',
  notSaved: 'Niet opgeslagen. Pas de velden hieronder aan.',
  notDone: 'Dit is niet gelukt',
  typedText: 'Dit heeft u ingevuld. Het is niet opgeslagen:',
  fieldRule: 'Het veld ‘{label}’ {rule}.',
  refused: 'Dit kan niet meer. Laad de pagina opnieuw om te zien wat er is veranderd.',
  unreadable:
    'Een deel van het formulier is niet aangekomen. Laad de pagina opnieuw en verstuur het daarna nog eens.',
  pages: 'Pagina’s',
  previousPage: 'Vorige',
  nextPage: 'Volgende',
  yourName: 'Uw naam',
  recordKept: 'Wij bewaren daarbij het tijdstip, uw IP-adres en uw browser.',

  scopeInPreparation: 'Deze opdrachtomschrijving is nog in voorbereiding. Kom later nog eens terug.',
  contractInPreparation: 'Deze overeenkomst is nog in voorbereiding. Kom later nog eens terug.',
  contractNeedsScope:
    'U kunt deze overeenkomst hier ondertekenen zodra de opdrachtomschrijving is goedgekeurd.',
  approveScope: 'Opdrachtomschrijving goedkeuren',
  signContract: 'Overeenkomst ondertekenen',
  approveChangeOrder: 'Meerwerkopdracht goedkeuren',
  declineChangeOrder: 'Meerwerkopdracht afwijzen',
  acceptEstimate: 'Offerte accepteren',
  declineEstimate: 'Offerte afwijzen',
  declineReason: 'Reden',
  declineHint: 'Wat moet er anders?',
  givenReason: 'Reden: {reason}',
  requestChanges: 'Wijzigingen aanvragen',
  changes: 'Wijzigingen',
  changesHint: 'Wat moet er anders voordat u deze opdrachtomschrijving goedkeurt?',
  changesRequested: 'Wijzigingen aangevraagd door {name}, {at}: {text}',
  changeOrderWithdrawn: 'Deze meerwerkopdracht is ingetrokken, {at}.',
  estimateExpired:
    'Deze offerte was geldig tot en met {date} en kan niet meer worden geaccepteerd. U kunt de offerte nog wel afwijzen, of {sender} om een nieuwe vragen.',

  intakeTitle: 'Vragen over {project}',
  intakeFrom: 'Vragen over {project}, van {sender}',
  intakeIntroduction: '{sender} wil graag meer weten over uw project.',
  intakeHint: 'Beantwoord zoveel vragen als u wilt. U kunt uw antwoorden maar één keer versturen.',
  intakeQuestion: 'Waar gaat het project over, en wat moet het opleveren?',
  answers: 'Antwoorden',
  submitAnswers: 'Antwoorden versturen',
  intakeReceived: 'Bedankt. Wij hebben uw antwoorden ontvangen op {at}.',
  intakeRecorded: 'Uw antwoorden zijn vastgelegd door {recorder}, {at}.',

  portalTitle: '{client}: documenten van {sender}',
  portalFor: 'Voor {client}',
  waiting: 'Wacht op u',
  nothingWaiting: 'Er wacht niets op u.',
  asked:
    '{kind, select, scope {Opdrachtomschrijving goedkeuren: {name}} contract {Overeenkomst ondertekenen: {name}} estimate {Offerte {name} beantwoorden} change_order {Meerwerkopdracht goedkeuren: {name}} other {Factuur {name} betalen}}',
  withAnyTax: 'Bedragen zijn inclusief eventuele belasting.',
  firstOfAll: 'Dit zijn de eerste {shown, number} van {count, number}.',
  newestOfAll: 'Dit zijn de nieuwste {shown, number} van {count, number}.',
  paidAndDue: '{paid} betaald, {due} te betalen',
  waitingUntil: '{kind, select, invoice {te betalen uiterlijk {date}} other {geldig tot en met {date}}}',
  overdue: 'Achterstallig',
  projects: 'Projecten',
  projectState:
    '{state, select, lead {In gesprek} scoping {Opdracht in overleg} active {In uitvoering} delivered {Opgeleverd} paid {Opgeleverd en betaald} paused {Gepauzeerd} other {Afgerond}}',
  scopeState:
    '{state, select, approved {De opdrachtomschrijving is goedgekeurd.} waiting {De opdrachtomschrijving wacht op uw goedkeuring.} other {Een nieuwe versie van de opdrachtomschrijving is in voorbereiding.}}',
  contractState:
    '{state, select, signed {De overeenkomst is ondertekend.} other {De overeenkomst wacht op uw handtekening.}}',
  documents: 'Documenten',
  noDocuments: 'Nog geen documenten.',
  document: 'Document',
  amountWithTax: 'Bedrag incl. belasting',
  status: 'Status',
  file: 'Bestand',
  pdfOf: 'PDF van {title}, {project}',
  documentName:
    '{kind, select, scope {Opdrachtomschrijving} contract {Overeenkomst} change_order {{isNamed, select, true {Meerwerkopdracht: {name}} other {Meerwerkopdracht}}} estimate {Offerte {name}} credit_note {Creditnota {name}} other {Factuur {name}}}',
  documentState:
    '{state, select, signed {Ondertekend} approved {Goedgekeurd} void {Geannuleerd} paid {Betaald} overdue {Achterstallig} open {Open} accepted {Geaccepteerd} declined {Afgewezen} other {Verzonden}}',
  yourAccount: 'Uw rekeningoverzicht',
  accountText: 'Alle facturen en betalingen, met het saldo.',
  openStatement: 'Overzicht openen',

  breadcrumbs: 'Kruimelpad',
  allDocuments: 'Alle documenten',
  periodFrom: 'Van',
  periodUntil: 'Tot en met',
  showPeriod: 'Periode tonen',
  thisYear: 'Dit jaar',
  lastYear: 'Vorig jaar',

  inquiryTo: 'Aanvraag aan {sender}',
  yourEmail: 'Uw e-mailadres',
  company: 'Bedrijf',
  yourMessage: 'Uw bericht',
  messageHint: 'Waar gaat uw project over?',
  leaveBlank: 'Laat dit leeg',
  sendInquiry: 'Aanvraag versturen',
  inquiryKept: '{sender} ontvangt wat u invult, met het tijdstip, uw IP-adres en de naam van uw browser.',
  inquiryReceived: 'Bedankt. {sender} heeft uw aanvraag ontvangen.',
  anotherInquiry: 'Nog een aanvraag versturen',

  unsubscribe: 'Deze e-mails niet meer ontvangen?',
  unsubscribeText: 'Corkboard stuurt u een e-mail wanneer in de werkruimte {workspace} {event}.',
  unsubscribeNow: 'E-mails stoppen',
  unsubscribed: 'E-mails gestopt',
  unsubscribedText: 'Corkboard stuurt u geen e-mail meer wanneer in de werkruimte {workspace} {event}.',
  notifiedWhen:
    '{kind, select, approved {een opdrachtomschrijving, meerwerkopdracht of offerte wordt goedgekeurd} declined {een klant een offerte of meerwerkopdracht afwijst of wijzigingen van een opdrachtomschrijving aanvraagt} signed {een overeenkomst wordt ondertekend} intake_submitted {vragen over een project worden beantwoord} inquiry {een aanvraag binnenkomt} viewed {een klant een factuur of offerte voor het eerst opent} overdue {een factuur achterstallig wordt} other {een factuur wordt betaald}}',
  notificationsAgain: 'Kies uw e-mailmeldingen om ze weer te ontvangen.',
  goHome: 'Naar de startpagina',

  declarations: {
    scope:
      'Door uw naam in te vullen, keurt u deze opdrachtomschrijving goed namens de hierboven genoemde opdrachtgever. De goedkeuring is bindend. Wij bewaren daarbij het tijdstip.',
    contract:
      'Door uw naam in te vullen, ondertekent u deze overeenkomst namens de hierboven genoemde opdrachtgever. De ondertekening is bindend. Wij bewaren daarbij het tijdstip, uw IP-adres en uw browser.',
    change_order:
      'Door uw naam in te vullen, keurt u deze meerwerkopdracht goed namens de hierboven genoemde opdrachtgever. De goedkeuring is bindend. Wij bewaren daarbij het tijdstip, uw IP-adres en uw browser.',
    estimate:
      'Door uw naam in te vullen, accepteert u deze offerte namens de hierboven genoemde opdrachtgever. De acceptatie is bindend. Wij bewaren daarbij het tijdstip, uw IP-adres en uw browser.',
  },

  refusals: {
    blank: 'mag niet leeg zijn',
    required: 'moet worden ingevuld',
    tooLong: 'mag hoogstens {most} tekens bevatten',
    unstorable: 'bevat tekens die niet kunnen worden opgeslagen',
    invisible: 'mag geen stuurtekens of onzichtbare tekens bevatten',
    noLetter: 'moet een letter of cijfer bevatten',
    noEmail: 'moet een e-mailadres bevatten',
    manyLines: 'moet op één regel staan, zonder stuurtekens',
    noAnswer: 'is leeg: geef ten minste één antwoord',
    noDay: 'moet een datum bevatten',
    noYear: 'moet een jaar van 0001 tot en met 9999 bevatten',
    beforeFirst: 'mag niet voor de eerste dag liggen',
    scopeApproved: 'De opdrachtomschrijving is al goedgekeurd.',
    scopeNeverDrafted: 'De opdrachtomschrijving is nog niet opgesteld, dus er is niets goed te keuren.',
    scopeChanged: 'De opdrachtomschrijving is intussen gewijzigd. Lees eerst de nieuwe versie.',
    manyRequests:
      'Er staan nog {count} aanvragen open voor deze opdrachtomschrijving. Wacht op antwoord voordat u er nog een verstuurt.',
    contractSigned: 'De overeenkomst is al ondertekend.',
    contractChanged: 'De overeenkomst is intussen gewijzigd. Lees eerst de nieuwe versie.',
    contractTooEarly: 'De overeenkomst kan worden ondertekend zodra de opdrachtomschrijving is goedgekeurd.',
    changeOrderApproved: 'De meerwerkopdracht is al goedgekeurd.',
    changeOrderDeclined: 'De meerwerkopdracht is al afgewezen.',
    changeOrderWithdrawn: 'De meerwerkopdracht is ingetrokken.',
    changeOrderChanged: 'De meerwerkopdracht is intussen gewijzigd. Lees eerst de nieuwe versie.',
    nothingAgreed:
      'Een meerwerkopdracht vereist een goedgekeurde opdrachtomschrijving of een ondertekende overeenkomst.',
    manyStatements:
      'Voor deze klant zijn zojuist veel overzichten gemaakt. Probeer het over tien minuten nog eens.',
    intakeSubmitted: 'De antwoorden voor dit project zijn al verstuurd.',
    estimateEnded: '{number} geldt niet meer en kan niet worden geaccepteerd of afgewezen.',
    estimateAnswered: '{number} is al {answer, select, accepted {geaccepteerd} other {afgewezen}}.',
    estimateInvoiced: 'Voor {number} is al een factuur gemaakt, dus accepteren of afwijzen kan niet meer.',
    estimateExpired: '{number} is verlopen en kan niet meer worden geaccepteerd.',
    estimateChanged: '{number} is intussen gewijzigd. Lees de nieuwe versie eerst.',
    declarationChanged: 'De tekst bij uw naam is intussen gewijzigd. Lees de tekst eerst opnieuw.',
    manyInquiries:
      'Er wachten op dit moment te veel aanvragen op antwoord. Stuur een e-mail, of probeer het later nog eens.',
    manyFromNetwork:
      'Binnen een uur zijn er {count} aanvragen vanaf uw netwerk gekomen. Stuur een e-mail, of probeer het over een uur nog eens.',
    noInquiries: 'Hier worden geen aanvragen aangenomen.',
  },

  errors: {
    linkEnded: {
      title: 'Deze link werkt niet meer',
      text: 'Misschien is er een nieuwere link, of ontbreekt er een deel van. Vraag de actuele link aan degene die u deze heeft gestuurd.',
    },
    unavailable: {
      title: 'Deze pagina is niet beschikbaar',
      text: 'De pagina kan nu niet worden getoond. Vraag het aan degene die u de link heeft gestuurd.',
    },
    notFound: {
      title: 'Pagina niet gevonden',
      text: 'Misschien is de pagina verwijderd, of klopt het adres niet.',
    },
    noPage: { title: 'Deze pagina bestaat niet', text: 'Misschien klopt een deel van het adres niet.' },
    noFile: { title: 'Dit bestand bestaat niet', text: 'Dit document heeft geen bestand van deze soort.' },
    fileLate: { title: 'Dit bestand wordt nog gemaakt', text: 'Probeer het zo meteen nog eens.' },
    noPeriod: { title: 'Deze periode is ongeldig', text: 'Kies de eerste en de laatste dag opnieuw.' },
    crossSite: {
      title: 'Dit formulier is vanaf een andere website verstuurd',
      text: 'Er is niets veranderd. Open de pagina in Corkboard en verstuur het formulier opnieuw.',
    },
    busy: {
      title: 'Er komen te veel formulieren tegelijk binnen',
      text: 'Er is niets opgeslagen. Ga terug om te bewaren wat u heeft ingevuld, en verstuur het formulier zo meteen opnieuw.',
    },
    tooLong: {
      title: 'Dit formulier is te lang',
      text: 'Er is niets opgeslagen. Ga terug, maak uw tekst korter en verstuur het formulier opnieuw.',
    },
    badForm: {
      title: 'Dit formulier kan niet worden gelezen',
      text: 'Er is niets opgeslagen. Open de pagina opnieuw en verstuur het formulier.',
    },
    fault: {
      title: 'Er is iets misgegaan',
      text: 'Dit ligt aan ons. Probeer het zo meteen nog eens. Blijft het gebeuren, stuur dan dit nummer aan degene die u de link heeft gestuurd:',
    },
    unsubscribeEnded: {
      title: 'Deze link werkt niet meer',
      text: 'Misschien ontbreekt er een deel van, of is de link ouder dan een jaar. Bent u lid, meld u dan aan en kies uw e-mailmeldingen onder Settings, Members.',
    },
  },

  mails: {
    invoice: {
      subject: 'Factuur {number} van {workspace}',
      text: 'Beste {client},\n\nIn de bijlage vindt u factuur {number} van {amount}. U kunt de factuur ook online bekijken:\n{link}\n\nDe uiterste betaaldatum is {due}.\n\nMet vriendelijke groet,\n{workspace}',
    },
    estimate: {
      subject: 'Offerte {number} van {workspace}',
      text: 'Beste {client},\n\nIn de bijlage vindt u offerte {number} van {amount}. U kunt de offerte online bekijken en daar accepteren of afwijzen:\n{link}\n\nDe offerte is geldig tot en met {due}.\n\nMet vriendelijke groet,\n{workspace}',
    },
    credit_note: {
      subject: 'Creditnota {number} bij factuur {title} van {workspace}',
      text: 'Beste {client},\n\nIn de bijlage vindt u creditnota {number} van {amount} bij onze factuur {title}. U kunt de creditnota ook online bekijken:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
    scope: {
      subject: 'Opdrachtomschrijving voor {project}',
      text: 'Beste {client},\n\nHier kunt u de opdrachtomschrijving voor {project} bekijken en goedkeuren:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
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
    statement: {
      subject: 'Rekeningoverzicht van {workspace}',
      text: 'Beste {client},\n\nHier vindt u uw rekeningoverzicht, dat u ook als pdf kunt downloaden:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
    portal: {
      subject: 'Uw documenten van {workspace}',
      text: 'Beste {client},\n\nHier vindt u alles bij elkaar: wat op u wacht, uw projecten, alle documenten en een rekeningoverzicht:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
  },
};
