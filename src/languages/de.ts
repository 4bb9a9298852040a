import type { Catalogue } from './en.ts';

export const de: Catalogue = {
  title: '{kind, select, estimate {Angebot} other {Rechnung}}',
  reminderTitle: 'Zahlungserinnerung zu {title}',
  scopeTitle: 'Leistungsumfang',
  contractTitle: 'Vertrag',
  changeOrderTitle: 'Nachtrag',
  titleFrom: '{title} von {sender}',
  print: 'Drucken',
  downloadPdf: 'PDF herunterladen',
  downloadXml: 'E-Rechnung herunterladen (XML)',
  scopeVersion: 'Version des Leistungsumfangs',
  scopeFrom: 'Leistungsumfang von {project}, von {sender}',
  contractFrom: 'Vertrag über {project}, von {sender}',
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

  vatNumber: '{kind, select, vat {USt-IdNr.} gst {GST-Nr.} other {Steuer-ID}}: {number}',
  taxNumber: 'Steuernummer: {number}',
  registrationNumber: 'Registernummer: {number}',

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
    '{kind, select, vat {{country, select, CH {MwSt.} LI {MwSt.} other {USt.}}} gst {GST} salesTax {Verkaufssteuer} other {Steuer}}',
  taxInText:
    '{kind, select, vat {{country, select, CH {Mehrwertsteuer} LI {Mehrwertsteuer} other {Umsatzsteuer}}} gst {GST} salesTax {Verkaufssteuer} other {Steuer}}',
  taxAtRate: '{tax} {rate} auf {net}',
  reason:
    '{reason, select, small_business {Kleinunternehmer} reverse_charge {Reverse Charge} services_outside_eu {nicht steuerbar} export {Ausfuhr} zero_rated {Nullsatz} other {steuerfrei}}',
  taxInCurrency: '{tax} in der Währung des Leistenden: {amount} ({rate})',
  totalTax: '{tax} gesamt',
  total: 'Gesamtbetrag',
  lateFee: 'Mahngebühr',
  lateFeeOn: 'Mahngebühr vom {date}',
  totalWithLateFee: 'Gesamtbetrag mit Mahngebühr',
  paidSoFar: 'Bereits bezahlt, zuletzt am {date}',
  amountDue: 'Zu zahlen',
  amountDueBy: 'Zu zahlen bis {date}',

  small_business:
    '{country, select, DE {Gemäß § 19 UStG wird keine Umsatzsteuer berechnet (Kleinunternehmer).} AT {Umsatzsteuerfrei aufgrund der Kleinunternehmerregelung (§ 6 Abs. 1 Z 27 UStG).} other {Der Leistungserbringer ist als Kleinunternehmen befreit: Es wird keine {tax} berechnet.}}',
  reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
  services_outside_eu:
    '{country, select, DE {Nicht steuerbar: Der Leistungsort liegt außerhalb der Europäischen Union (§ 3a Abs. 2 UStG, Art. 44 MwStSystRL).} AT {Nicht steuerbar: Der Leistungsort liegt außerhalb der Europäischen Union (§ 3a Abs. 6 UStG, Art. 44 MwStSystRL).} other {Nicht steuerbar: Der Leistungsort liegt außerhalb der Europäischen Union (Art. 44 MwStSystRL).}}',
  export: 'Ausfuhr: Es wird keine {tax} berechnet.',
  exempt: 'Von der {tax} befreit.',
  zero_rated: '{tax} zum Nullsatz.',

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
  contractTerms: 'Bedingungen',
  signature: '{kind, select, scope {Freigabe} estimate {Annahme} other {Unterschrift}}',
  signedBy: '{kind, select, scope {Freigegeben von} estimate {Angenommen von} other {Unterzeichnet von}}',
  signedFor: '{kind, select, scope {Freigegeben für} estimate {Angenommen für} other {Unterzeichnet für}}',
  signedAt: '{kind, select, scope {Freigegeben am} estimate {Angenommen am} other {Unterzeichnet am}}',
  agreedBy:
    '{kind, select, scope {Freigegeben} estimate {Angenommen} declined {Abgelehnt} other {Unterzeichnet}} von {name}, {at}.',
  agreedFor:
    '{kind, select, scope {Freigegeben} estimate {Angenommen} declined {Abgelehnt} other {Unterzeichnet}}. Eingetragen von {recorder}{isNamed, select, true { für {name}} other {}}, {at}.',
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
    '{kind, select, invoice {Rechnung {number}} late_fee {Mahngebühr zu {number}} void {Storno von {number}} removed_payment {Storno der Zahlung zu {number}} other {Zahlung zu {number}}}',
  addedEntry: '{entry} (nachträglich erfasst)',
  addedEntries:
    'Nach unserer E-Mail vom {day} für frühere Tage erfasst: {count, plural, one {eine Buchung} other {{count, number} Buchungen}}, zusammen {amount}.',
  inCurrency: 'In {currency}',
  noEntries: 'In diesem Zeitraum wurde nichts berechnet oder bezahlt.',
  tooManyEntries:
    'Dieser Zeitraum hat {count, number} Buchungen, mehr als ein Kontoauszug aufführt. Wählen Sie einen kürzeren, um sie zu sehen.',

  mails: {
    invoice: {
      subject: 'Rechnung {number} von {workspace}',
      text: 'Guten Tag {client},\n\nanbei erhalten Sie die Rechnung {number} über {amount}. Sie können sie auch online ansehen:\n{link}\n\nSie ist fällig am {due}.\n\nMit freundlichen Grüßen\n{workspace}',
    },
    estimate: {
      subject: 'Angebot {number} von {workspace}',
      text: 'Guten Tag {client},\n\nanbei erhalten Sie das Angebot {number} über {amount}. Sie können es online ansehen und dort annehmen oder ablehnen:\n{link}\n\nEs ist gültig bis {due}.\n\nMit freundlichen Grüßen\n{workspace}',
    },
    scope: {
      subject: 'Leistungsumfang für {project}',
      text: 'Guten Tag {client},\n\nden Leistungsumfang für {project} können Sie hier prüfen und freigeben:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    contract: {
      subject: 'Vertrag für {project}',
      text: 'Guten Tag {client},\n\nden Vertrag für {project} können Sie hier lesen und unterzeichnen:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    reminder: {
      subject: 'Zahlungserinnerung zur Rechnung {number}',
      text: 'Guten Tag {client},\n\nsicher haben Sie übersehen, dass der Betrag von {amount} zur Rechnung {number} am {due} fällig war. Sie können sie hier ansehen:\n{link}\n\nFalls Sie bereits bezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.\n\nMit freundlichen Grüßen\n{workspace}',
    },
    change_order: {
      subject: 'Nachtrag zu {project}: {title}',
      text: 'Guten Tag {client},\n\nden Nachtrag „{title}“ zu {project} ({amount}) können Sie hier lesen und freigeben:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    portal: {
      subject: 'Ihre Unterlagen von {workspace}',
      text: 'Guten Tag {client},\n\nhier finden Sie alles an einem Ort: was auf Sie wartet, Ihre Projekte, alle Dokumente und einen Kontoauszug:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
  },
};
