import type { Catalogue } from './en.ts';

export const de: Catalogue = {
  title:
    '{kind, select, estimate {Angebot} invoice {Rechnung} cancellation {Stornorechnung} other {Rechnungskorrektur}}',
  reminderTitle: 'Zahlungserinnerung zu {title}',
  scopeTitle: 'Leistungsumfang',
  contractTitle: 'Vertrag',
  changeOrderTitle: 'Nachtrag',
  titleFrom: '{title} von {sender}',
  print: 'Drucken',
  downloadPdf: 'PDF herunterladen',
  downloadXml: 'E-Rechnung herunterladen (XML)',
  scopeVersion: 'Version des Leistungsumfangs',
  scopeFrom: 'Leistungsumfang zu {project}, von {sender}',
  contractFrom: 'Vertrag zu {project}, von {sender}',
  changeOrderFrom: 'Nachtrag zu {project}, von {sender}',
  draft: 'Entwurf',
  pageOf: 'Seite {page} von {pages}',
  from: 'Von',
  to: 'An',
  provider: 'Auftragnehmer',
  client: 'Auftraggeber',

  invoiceDate: 'Rechnungsdatum',
  date: 'Datum',
  supplyDate: 'Leistungsdatum',
  supplyPeriod: 'Leistungszeitraum',
  dueDate: 'Fällig am',
  validUntil: 'Gültig bis',
  paymentTerms: 'Zahlungsziel',
  payableWithin: '{days, plural, =0 {Sofort} one {# Tag} other {# Tage}}',
  order: 'Ihre Bestellung',
  buyerReference: 'Ihre Referenz',
  project: 'Projekt',
  version: 'Version',

  vatNumber:
    '{kind, select, vat {{country, select, AT {UID-Nr.} CH {MWST-Nr.} LI {MWST-Nr.} other {USt-IdNr.}}} gst {GST-Nr.} other {Steuer-ID}}: {number}',
  taxNumber: 'Steuernummer: {number}',
  registrationNumber: '{country, select, AT {Firmenbuchnummer} other {Registernummer}}: {number}',

  description: 'Bezeichnung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  netUnitPrice: 'Einzelpreis netto',
  amount: 'Betrag',
  net: 'Netto',
  hours: '{count, plural, one {{number} Stunde} other {{number} Stunden}}',
  days: '{count, plural, one {{number} Tag} other {{number} Tage}}',
  pieces: '{number} Stück',
  flat: '{count, plural, =1 {pauschal} other {{number} × pauschal}}',

  subtotal: 'Zwischensumme',
  discount: 'Rabatt',
  discountWithTax: 'Rabatt ({amount} inkl. {tax})',
  netTotal: 'Nettobetrag',
  taxName:
    '{kind, select, vat {{country, select, CH {MWST} LI {MWST} other {USt.}}} gst {GST} salesTax {Verkaufssteuer} other {Steuer}}',
  taxInText:
    '{kind, select, vat {{country, select, CH {Mehrwertsteuer} LI {Mehrwertsteuer} other {Umsatzsteuer}}} gst {GST} salesTax {Verkaufssteuer} other {Steuer}}',
  taxAtRate: '{tax} {rate} auf {net}',
  reason:
    '{reason, select, small_business {Kleinunternehmer} reverse_charge {Reverse Charge} services_outside_eu {nicht steuerbar} export {Ausfuhr} zero_rated {Nullsteuersatz} other {steuerfrei}}',
  taxInCurrency: '{tax} in der Währung des Rechnungsstellers: {amount} ({rate})',
  totalTax: '{tax} gesamt',
  total: 'Gesamtbetrag',
  lateFee: 'Mahngebühr',
  lateFeeOn: 'Mahngebühr vom {date}',
  totalWithLateFee: 'Gesamtbetrag mit Mahngebühr',
  paidSoFar: 'Bereits bezahlt, zuletzt am {date}',
  credited: 'Rechnungskorrekturen',
  balanceOfClient: 'Guthaben',
  creditedInvoice: 'Zu Rechnung',
  invoiceOfDate: '{number} vom {date}',
  creditReason: 'Grund',
  creditOfInvoice: 'Minderung der Rechnung {number}',
  isCanceled: 'Die Rechnung wird storniert.',
  amountCredited: 'Korrekturbetrag',
  amountDue: 'Zu zahlen',
  amountDueBy: 'Zu zahlen bis {date}',

  small_business:
    '{country, select, DE {Steuerfrei nach § 19 UStG (Kleinunternehmer).} AT {Umsatzsteuerfrei aufgrund der Kleinunternehmerregelung (§ 6 Abs. 1 Z 27 UStG).} CH {Nicht mehrwertsteuerpflichtig (Art. 10 Abs. 2 Bst. a MWSTG).} other {Der Leistungserbringer ist als Kleinunternehmen befreit: Es wird keine {tax} berechnet.}}',
  reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
  services_outside_eu:
    '{country, select, DE {Nicht steuerbar: Der Leistungsort liegt außerhalb der Europäischen Union (§ 3a Abs. 2 UStG, Art. 44 MwStSystRL).} AT {Nicht steuerbar: Der Leistungsort liegt außerhalb der Europäischen Union (§ 3a Abs. 6 UStG, Art. 44 MwStSystRL).} other {Nicht steuerbar: Der Leistungsort liegt außerhalb der Europäischen Union (Art. 44 MwStSystRL).}}',
  export: 'Ausfuhrlieferung: von der {tax} befreit.',
  exempt: 'Von der {tax} befreit.',
  zero_rated: '{tax} zum Nullsteuersatz.',

  payment: 'Zahlung',
  accountHolder: 'Kontoinhaber',
  bankDetails: 'Bankverbindung',
  paymentReference: 'Verwendungszweck',
  qrCaption: 'Mit der Banking-App scannen und bezahlen',
  payOnline: 'Online bezahlen',

  paidOn: 'Bezahlt am {date}',
  voidSince: 'Storniert am {date}',
  acceptedOn: 'Angenommen am {date}',
  declinedOn: 'Abgelehnt am {date}',
  withdrawnOn: 'Zurückgezogen am {date}',
  expired: 'Nicht mehr gültig',

  deliverables: 'Leistungen',
  toBeAgreed: 'Noch zu vereinbaren.',
  revisionRounds: 'Korrekturrunden',
  timeline: 'Zeitplan',
  price: 'Preis',
  hourlyRate: 'Stundensatz',
  changeOrders: 'Freigegebene Nachträge',
  changeOrdersShortened:
    'Der Text von {count, plural, one {# weiteren Nachtrag} other {# weiteren Nachträgen}} ist hier nicht abgedruckt: Jeder Nachtrag hat ein eigenes Dokument.',
  changeOrdersOmitted:
    '{count, plural, one {# weiterer Nachtrag ist} other {# weitere Nachträge sind}} hier nicht aufgeführt.',
  addedRounds: 'Zusätzliche Korrekturrunden',
  moreRounds: '{count, plural, one {# weitere Korrekturrunde} other {# weitere Korrekturrunden}}',
  plusTax: '{amount} zzgl. {tax}',
  withTax: '{amount} inkl. {tax}',
  withoutTax: '{amount}, ohne {tax} ({reason})',
  agreedLine:
    '{part, select, whole {{item}} share {{share} von {item}} rest {Restbetrag für {item}} other {Teilbetrag für {item}}}, laut Vereinbarung vom {date}',
  agreedTotal: '{item}, vereinbart am {date}: {amount}',
  invoicedBefore: 'Bisher abgerechnet:',
  paymentPart: 'Zahlung {number}',
  partDue:
    '{amount}, {due, select, approval {fällig bei Freigabe} date {fällig am {date}} delivery {fällig bei Übergabe des Projekts} other {fällig nach Vereinbarung}}',
  contractTerms: 'Bedingungen',
  signature: '{kind, select, scope {Freigabe} estimate {Annahme} other {Unterschrift}}',
  signedBy: '{kind, select, scope {Freigegeben von} estimate {Angenommen von} other {Unterzeichnet von}}',
  signedFor:
    '{kind, select, scope {Freigegeben im Namen von} estimate {Angenommen im Namen von} other {Unterzeichnet im Namen von}}',
  signedAt: '{kind, select, scope {Freigegeben am} estimate {Angenommen am} other {Unterzeichnet am}}',
  agreedBy:
    '{kind, select, scope {Freigegeben} estimate {Angenommen} declined {Abgelehnt} other {Unterzeichnet}} von {name}, {at}.',
  agreedFor:
    '{kind, select, scope {Freigegeben} estimate {Angenommen} declined {Abgelehnt} other {Unterzeichnet}}. Eingetragen von {recorder}{isNamed, select, true { im Namen von {name}} other {}}, {at}.',
  signedHow: 'Art der Erklärung',
  typedName: 'Eingabe des Namens auf der Seite hinter dem Link des Kunden',
  recordedBy: 'Eingetragen von {recorder}',
  operator: 'dem Betreiber',
  memberOf: '{member} von {workspace}',
  signedText:
    '{kind, select, estimate {SHA-256 des Angebots} scope {SHA-256 des Nachtrags} other {SHA-256 des Vertrags}}',

  statementTitle: 'Kontoauszug',
  period: 'Zeitraum',
  openingBalance: 'Anfangssaldo',
  balance: 'Saldo',
  periodInvoiced: 'In diesem Zeitraum berechnet',
  periodPaid: 'In diesem Zeitraum bezahlt',
  closingBalance: 'Endsaldo',
  statementEntry:
    '{kind, select, invoice {Rechnung {number}} late_fee {Mahngebühr zu {number}} void {Storno von {number}} removed_payment {Storno der Zahlung zu {number}} credit_note {Rechnungskorrektur {creditNote} zu {number}} refund {Erstattung zu {number}} transfer {Umgebuchtes Guthaben, {number}} other {Zahlung zu {number}}}',
  addedEntry: '{entry} (nachträglich erfasst)',
  addedEntries:
    'Nach unserer E-Mail vom {day} für frühere Tage erfasst: {count, plural, one {eine Buchung} other {{count, number} Buchungen}}, zusammen {amount}.',
  inCurrency: 'In {currency}',
  noEntries: 'In diesem Zeitraum wurde nichts berechnet oder bezahlt.',
  tooManyEntries:
    'Dieser Zeitraum hat {count, number} Buchungen, mehr als ein Kontoauszug aufführt. Wählen Sie einen kürzeren, um sie zu sehen.',

  skip: 'Zum Inhalt springen',
  optional: '(freiwillig)',
  notSaved: 'Nicht gespeichert. Bitte korrigieren Sie die Angaben unten.',
  notDone: 'Das war nicht möglich',
  typedText: 'Das haben Sie eingegeben. Es wurde nicht gespeichert:',
  fieldRule: 'Das Feld „{label}“ {rule}.',
  refused: 'Das ist nicht mehr möglich. Laden Sie die Seite neu, um den aktuellen Stand zu sehen.',
  unreadable:
    'Ein Teil des Formulars ist nicht angekommen. Laden Sie die Seite neu und senden Sie es dann noch einmal ab.',
  pages: 'Seiten',
  previousPage: 'Zurück',
  nextPage: 'Weiter',
  yourName: 'Ihr Name',
  recordKept: 'Wir speichern dazu den Zeitpunkt, Ihre IP-Adresse und Ihren Browser.',

  scopeInPreparation: 'Dieser Leistungsumfang ist noch in Arbeit. Bitte schauen Sie später wieder vorbei.',
  contractInPreparation: 'Dieser Vertrag ist noch in Arbeit. Bitte schauen Sie später wieder vorbei.',
  contractNeedsScope:
    'Sie können diesen Vertrag hier unterzeichnen, sobald der Leistungsumfang freigegeben ist.',
  approveScope: 'Leistungsumfang freigeben',
  signContract: 'Vertrag unterzeichnen',
  approveChangeOrder: 'Nachtrag freigeben',
  declineChangeOrder: 'Nachtrag ablehnen',
  acceptEstimate: 'Angebot annehmen',
  declineEstimate: 'Angebot ablehnen',
  declineReason: 'Grund',
  declineHint: 'Was soll anders sein?',
  givenReason: 'Grund: {reason}',
  requestChanges: 'Änderungen anfordern',
  changes: 'Änderungen',
  changesHint: 'Was soll anders sein, bevor Sie diesen Leistungsumfang freigeben?',
  changesRequested: 'Änderungswunsch von {name}, {at}: {text}',
  changeOrderWithdrawn: 'Dieser Nachtrag wurde zurückgezogen, {at}.',
  estimateExpired:
    'Dieses Angebot war bis {date} gültig und kann nicht mehr angenommen werden. Sie können es noch ablehnen oder {sender} um ein neues bitten.',

  intakeTitle: 'Fragen zu {project}',
  intakeFrom: 'Fragen zu {project}, von {sender}',
  intakeIntroduction: '{sender} möchte mehr über Ihr Projekt wissen.',
  intakeHint:
    'Beantworten Sie so viele Fragen, wie Sie möchten. Sie können Ihre Antworten nur einmal absenden.',
  intakeQuestion: 'Worum geht es in dem Projekt, und was soll es erreichen?',
  answers: 'Antworten',
  submitAnswers: 'Antworten absenden',
  intakeReceived: 'Vielen Dank. Ihre Antworten sind eingegangen: {at}.',
  intakeRecorded: 'Ihre Antworten wurden von {recorder} eingetragen, {at}.',

  portalTitle: '{client}: Dokumente von {sender}',
  portalFor: 'Für {client}',
  waiting: 'Für Sie zu erledigen',
  nothingWaiting: 'Für Sie ist nichts zu erledigen.',
  asked:
    '{kind, select, scope {Leistungsumfang freigeben: {name}} contract {Vertrag unterzeichnen: {name}} estimate {Angebot {name} beantworten} change_order {Nachtrag freigeben: {name}} other {Rechnung {name} bezahlen}}',
  withAnyTax: 'Alle Beträge sind brutto.',
  firstOfAll: 'Das sind die ersten {shown, number} von {count, number}.',
  newestOfAll: 'Das sind die neuesten {shown, number} von {count, number}.',
  paidAndDue: '{paid} bezahlt, {due} offen',
  waitingUntil: '{kind, select, invoice {fällig am {date}} other {gültig bis {date}}}',
  overdue: 'Überfällig',
  projects: 'Projekte',
  projectState:
    '{state, select, lead {Im Gespräch} scoping {Leistungsumfang in Abstimmung} active {In Arbeit} delivered {Geliefert} paid {Geliefert und bezahlt} paused {Pausiert} other {Abgeschlossen}}',
  scopeState:
    '{state, select, approved {Der Leistungsumfang ist freigegeben.} waiting {Der Leistungsumfang wartet auf Ihre Freigabe.} other {Eine neue Fassung des Leistungsumfangs ist in Arbeit.}}',
  contractState:
    '{state, select, signed {Der Vertrag ist unterzeichnet.} other {Der Vertrag wartet auf Ihre Unterschrift.}}',
  documents: 'Dokumente',
  noDocuments: 'Noch keine Dokumente.',
  document: 'Dokument',
  amountWithTax: 'Bruttobetrag',
  status: 'Status',
  file: 'Datei',
  pdfOf: 'PDF: {title}, {project}',
  documentName:
    '{kind, select, scope {Leistungsumfang} contract {Vertrag} change_order {{isNamed, select, true {Nachtrag: {name}} other {Nachtrag}}} estimate {Angebot {name}} credit_note {Rechnungskorrektur {name}} other {Rechnung {name}}}',
  documentState:
    '{state, select, signed {Unterzeichnet} approved {Freigegeben} void {Storniert} paid {Bezahlt} overdue {Überfällig} open {Offen} accepted {Angenommen} declined {Abgelehnt} other {Gesendet}}',
  yourAccount: 'Ihr Kundenkonto',
  accountText: 'Alle Rechnungen und Zahlungen, mit dem Saldo.',
  openStatement: 'Kontoauszug öffnen',

  breadcrumbs: 'Navigationspfad',
  allDocuments: 'Alle Dokumente',
  periodFrom: 'Von',
  periodUntil: 'Bis',
  showPeriod: 'Zeitraum anzeigen',
  thisYear: 'Dieses Jahr',
  lastYear: 'Letztes Jahr',

  inquiryTo: 'Anfrage an {sender}',
  yourEmail: 'Ihre E-Mail-Adresse',
  company: 'Firma',
  yourMessage: 'Ihre Nachricht',
  messageHint: 'Worum geht es in Ihrem Projekt?',
  leaveBlank: 'Bitte leer lassen',
  sendInquiry: 'Anfrage senden',
  inquiryKept:
    '{sender} erhält Ihre Angaben mit dem Zeitpunkt, Ihrer IP-Adresse und dem Namen Ihres Browsers.',
  inquiryReceived: 'Vielen Dank. {sender} hat Ihre Anfrage erhalten.',
  anotherInquiry: 'Noch eine Anfrage senden',

  unsubscribe: 'Diese E-Mails abbestellen?',
  unsubscribeText: 'Corkboard schickt Ihnen im Workspace {workspace} eine E-Mail, wenn {event}.',
  unsubscribeNow: 'E-Mails abbestellen',
  unsubscribed: 'E-Mails abbestellt',
  unsubscribedText: 'Corkboard schickt Ihnen im Workspace {workspace} keine E-Mail mehr, wenn {event}.',
  notifiedWhen:
    '{kind, select, approved {ein Leistungsumfang, Nachtrag oder Angebot freigegeben wird} declined {ein Kunde ein Angebot oder einen Nachtrag ablehnt oder Änderungen an einem Leistungsumfang wünscht} signed {ein Vertrag unterzeichnet wird} intake_submitted {Fragen zu einem Projekt beantwortet werden} inquiry {eine Anfrage eingeht} viewed {ein Kunde eine Rechnung oder ein Angebot zum ersten Mal öffnet} overdue {eine Rechnung überfällig wird} other {eine Rechnung bezahlt wird}}',
  notificationsAgain: 'Um sie wieder zu erhalten, wählen Sie Ihre E-Mail-Benachrichtigungen.',
  goHome: 'Zur Startseite',

  declarations: {
    scope:
      'Mit der Eingabe Ihres Namens geben Sie diesen Leistungsumfang für den oben genannten Auftraggeber verbindlich frei. Wir speichern dazu den Zeitpunkt.',
    contract:
      'Mit der Eingabe Ihres Namens unterzeichnen Sie diesen Vertrag verbindlich für den oben genannten Auftraggeber. Wir speichern dazu den Zeitpunkt, Ihre IP-Adresse und Ihren Browser.',
    change_order:
      'Mit der Eingabe Ihres Namens geben Sie diesen Nachtrag für den oben genannten Auftraggeber verbindlich frei. Wir speichern dazu den Zeitpunkt, Ihre IP-Adresse und Ihren Browser.',
    estimate:
      'Mit der Eingabe Ihres Namens nehmen Sie dieses Angebot für den oben genannten Auftraggeber verbindlich an. Wir speichern dazu den Zeitpunkt, Ihre IP-Adresse und Ihren Browser.',
  },

  refusals: {
    blank: 'darf nicht leer sein',
    required: 'muss ausgefüllt werden',
    tooLong: 'darf höchstens {most} Zeichen enthalten',
    unstorable: 'enthält Zeichen, die nicht gespeichert werden können',
    invisible: 'darf keine Steuerzeichen und keine unsichtbaren Zeichen enthalten',
    noLetter: 'muss einen Buchstaben oder eine Ziffer enthalten',
    noEmail: 'muss eine E-Mail-Adresse enthalten',
    manyLines: 'muss in eine Zeile passen und darf keine Steuerzeichen enthalten',
    noAnswer: 'ist leer: Bitte geben Sie mindestens eine Antwort',
    noDay: 'muss ein Datum enthalten',
    noYear: 'muss ein Jahr von 0001 bis 9999 enthalten',
    beforeFirst: 'darf keinen Tag vor dem ersten enthalten',
    scopeApproved: 'Der Leistungsumfang ist bereits freigegeben.',
    scopeNeverDrafted: 'Der Leistungsumfang wurde noch nicht verfasst. Es gibt noch nichts freizugeben.',
    scopeChanged:
      'Der Leistungsumfang wurde inzwischen neu gefasst. Bitte lesen Sie zuerst die neue Fassung.',
    manyRequests:
      'Zu diesem Leistungsumfang sind noch {count} Änderungswünsche offen. Bitte warten Sie eine Antwort ab, bevor Sie einen weiteren senden.',
    contractSigned: 'Der Vertrag ist bereits unterzeichnet.',
    contractChanged: 'Der Vertrag wurde inzwischen geändert. Bitte lesen Sie zuerst die neue Fassung.',
    contractTooEarly: 'Der Vertrag kann unterzeichnet werden, sobald der Leistungsumfang freigegeben ist.',
    changeOrderApproved: 'Der Nachtrag ist bereits freigegeben.',
    changeOrderDeclined: 'Der Nachtrag wurde bereits abgelehnt.',
    changeOrderWithdrawn: 'Der Nachtrag wurde zurückgezogen.',
    changeOrderChanged: 'Der Nachtrag wurde inzwischen geändert. Bitte lesen Sie zuerst die neue Fassung.',
    nothingAgreed:
      'Ein Nachtrag setzt einen freigegebenen Leistungsumfang oder einen unterzeichneten Vertrag voraus.',
    manyStatements:
      'Für diesen Kunden wurden gerade viele Kontoauszüge erstellt. Versuchen Sie es in zehn Minuten noch einmal.',
    intakeSubmitted: 'Die Antworten zu diesem Projekt wurden bereits abgesendet.',
    estimateEnded: '{number} gilt nicht mehr und kann weder angenommen noch abgelehnt werden.',
    estimateAnswered: '{number} wurde bereits {answer, select, accepted {angenommen} other {abgelehnt}}.',
    estimateInvoiced:
      'Zu {number} gibt es bereits eine Rechnung. Es kann nicht mehr angenommen oder abgelehnt werden.',
    estimateExpired: '{number} ist abgelaufen und kann nicht mehr angenommen werden.',
    estimateChanged: '{number} wurde inzwischen geändert. Bitte lesen Sie die neue Fassung zuerst.',
    declarationChanged:
      'Der Text neben Ihrem Namen wurde inzwischen geändert. Bitte lesen Sie ihn noch einmal.',
    manyInquiries:
      'Zurzeit warten zu viele Anfragen auf eine Antwort. Bitte senden Sie eine E-Mail, oder versuchen Sie es später noch einmal.',
    manyFromNetwork:
      'Aus Ihrem Netzwerk kamen innerhalb einer Stunde {count} Anfragen. Bitte senden Sie eine E-Mail, oder versuchen Sie es in einer Stunde noch einmal.',
    noInquiries: 'Hier werden keine Anfragen angenommen.',
  },

  errors: {
    linkEnded: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Vielleicht wurde er durch einen neuen ersetzt, oder ein Teil davon fehlt. Bitten Sie die Person, die ihn Ihnen geschickt hat, um den aktuellen Link.',
    },
    unavailable: {
      title: 'Diese Seite ist nicht verfügbar',
      text: 'Sie kann zurzeit nicht angezeigt werden. Fragen Sie die Person, die Ihnen den Link geschickt hat.',
    },
    notFound: {
      title: 'Seite nicht gefunden',
      text: 'Vielleicht wurde sie gelöscht, oder die Adresse ist falsch.',
    },
    noPage: { title: 'Diese Seite gibt es nicht', text: 'Ein Teil der Adresse ist vielleicht falsch.' },
    noFile: {
      title: 'Diese Datei gibt es nicht',
      text: 'Zu diesem Dokument gibt es keine Datei dieser Art.',
    },
    fileLate: { title: 'Diese Datei wird noch erstellt', text: 'Versuchen Sie es gleich noch einmal.' },
    noPeriod: {
      title: 'Dieser Zeitraum ist ungültig',
      text: 'Wählen Sie den ersten und den letzten Tag noch einmal.',
    },
    crossSite: {
      title: 'Dieses Formular kam von einer anderen Website',
      text: 'Es wurde nichts geändert. Öffnen Sie die Seite in Corkboard und senden Sie das Formular noch einmal ab.',
    },
    busy: {
      title: 'Zurzeit kommen zu viele Formulare an',
      text: 'Es wurde nichts gespeichert. Gehen Sie zurück, damit Ihre Eingaben erhalten bleiben, und senden Sie das Formular gleich noch einmal ab.',
    },
    tooLong: {
      title: 'Dieses Formular ist zu lang',
      text: 'Es wurde nichts gespeichert. Gehen Sie zurück, kürzen Sie Ihren Text und senden Sie das Formular noch einmal ab.',
    },
    badForm: {
      title: 'Dieses Formular kann nicht gelesen werden',
      text: 'Es wurde nichts gespeichert. Öffnen Sie die Seite noch einmal und senden Sie ihr Formular ab.',
    },
    fault: {
      title: 'Etwas ist schiefgegangen',
      text: 'Das liegt an uns. Versuchen Sie es gleich noch einmal. Wenn es wieder geschieht, schicken Sie der Person, die Ihnen den Link geschickt hat, diese Nummer:',
    },
    unsubscribeEnded: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Ein Teil davon fehlt vielleicht, oder er ist älter als ein Jahr. Wenn Sie Mitglied sind, melden Sie sich an und wählen Sie Ihre E-Mail-Benachrichtigungen unter Settings, Members.',
    },
  },

  mails: {
    invoice: {
      subject: 'Rechnung {number} von {workspace}',
      text: 'Guten Tag {client},\n\nanbei erhalten Sie die Rechnung {number} über {amount}. Sie können sie auch online ansehen:\n{link}\n\nSie ist fällig am {due}.\n\nMit freundlichen Grüßen\n{workspace}',
    },
    estimate: {
      subject: 'Angebot {number} von {workspace}',
      text: 'Guten Tag {client},\n\nanbei erhalten Sie das Angebot {number} über {amount}. Sie können es online ansehen und dort annehmen oder ablehnen:\n{link}\n\nEs ist gültig bis {due}.\n\nMit freundlichen Grüßen\n{workspace}',
    },
    credit_note: {
      subject: 'Rechnungskorrektur {number} zur Rechnung {title} von {workspace}',
      text: 'Guten Tag {client},\n\nanbei erhalten Sie die Rechnungskorrektur {number} über {amount} zu unserer Rechnung {title}. Sie können sie auch online ansehen:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    scope: {
      subject: 'Leistungsumfang zu {project}',
      text: 'Guten Tag {client},\n\nden Leistungsumfang zu {project} können Sie hier prüfen und freigeben:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    contract: {
      subject: 'Vertrag zu {project}',
      text: 'Guten Tag {client},\n\nden Vertrag zu {project} können Sie hier lesen und unterzeichnen:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    reminder: {
      subject: 'Zahlungserinnerung zur Rechnung {number}',
      text: 'Guten Tag {client},\n\nsicher haben Sie übersehen, dass der Betrag von {amount} zur Rechnung {number} am {due} fällig war. Sie können sie hier ansehen:\n{link}\n\nFalls Sie bereits bezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.\n\nMit freundlichen Grüßen\n{workspace}',
    },
    change_order: {
      subject: 'Nachtrag zu {project}: {title}',
      text: 'Guten Tag {client},\n\nden Nachtrag „{title}“ zu {project} ({amount}) können Sie hier lesen und freigeben:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    statement: {
      subject: 'Kontoauszug von {workspace}',
      text: 'Guten Tag {client},\n\nhier finden Sie Ihren Kontoauszug, auch als PDF zum Herunterladen:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    portal: {
      subject: 'Ihre Unterlagen von {workspace}',
      text: 'Guten Tag {client},\n\nhier finden Sie alles an einem Ort: was auf Sie wartet, Ihre Projekte, alle Dokumente und einen Kontoauszug:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
  },
};
