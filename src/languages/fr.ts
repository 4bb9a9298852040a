import type { Catalogue } from './en.ts';

export const fr: Catalogue = {
  title: '{kind, select, estimate {Devis} other {Facture}}',
  reminderTitle: 'Rappel de paiement : {title}',
  scopeTitle: 'Périmètre de la mission',
  contractTitle: 'Contrat',
  changeOrderTitle: 'Avenant',
  titleFrom: '{title} de {sender}',
  print: 'Imprimer',
  downloadPdf: 'Télécharger le PDF',
  downloadXml: 'Télécharger la facture électronique (XML)',
  scopeVersion: 'Version du périmètre',
  scopeFrom: 'Périmètre de {project}, de {sender}',
  contractFrom: 'Contrat pour {project}, de {sender}',
  changeOrderFrom: 'Avenant pour {project}, de {sender}',
  draft: 'Brouillon',
  pageOf: 'Page {page} sur {pages}',
  from: 'De',
  to: 'À',
  provider: 'Prestataire',
  client: 'Client',

  invoiceDate: 'Date de facture',
  date: 'Date',
  supplyDate: 'Date de prestation',
  supplyPeriod: 'Période de prestation',
  dueDate: 'Échéance',
  validUntil: 'Valable jusqu’au',
  paymentTerms: 'Conditions',
  payableWithin: '{days, plural, =0 {À réception} one {Sous # jour} other {Sous # jours}}',
  order: 'Votre commande',
  buyerReference: 'Votre référence',
  project: 'Projet',
  version: 'Version',

  vatNumber:
    '{kind, select, vat {N° de TVA} gst {N° de {country, select, CA {TPS} other {GST}}} other {N° fiscal}} : {number}',
  taxNumber: 'N° fiscal : {number}',
  registrationNumber: 'N° d’immatriculation : {number}',

  description: 'Désignation',
  quantity: 'Quantité',
  unitPrice: 'Prix unitaire',
  netUnitPrice: 'Prix unitaire HT',
  amount: 'Montant',
  net: 'Montant HT',
  hours: '{count, plural, one {{number} heure} other {{number} heures}}',
  days: '{count, plural, one {{number} jour} other {{number} jours}}',
  pieces: '{count, plural, one {{number} unité} other {{number} unités}}',
  flat: '{count, plural, =1 {forfait} one {{number} forfait} other {{number} forfaits}}',

  subtotal: 'Sous-total',
  discount: 'Remise',
  discountWithTax: 'Remise ({amount} {tax} comprise)',
  netTotal: 'Total HT',
  taxName:
    '{kind, select, vat {TVA} gst {{country, select, CA {TPS} other {GST}}} salesTax {Taxe de vente} other {Taxe}}',
  taxInText:
    '{kind, select, vat {TVA} gst {{country, select, CA {TPS} other {GST}}} salesTax {taxe de vente} other {taxe}}',
  taxAtRate: '{tax} {rate} sur {net}',
  reason:
    '{reason, select, small_business {franchise en base} reverse_charge {autoliquidation} services_outside_eu {hors champ} export {exportation} zero_rated {taux zéro} other {exonération}}',
  taxInCurrency: '{tax} dans la monnaie du vendeur : {amount} ({rate})',
  totalTax: 'Total {tax}',
  total: '{isTaxed, select, true {Total TTC} other {Total}}',
  lateFee: 'Frais de retard',
  lateFeeOn: 'Frais de retard du {date}',
  totalWithLateFee: 'Total avec frais de retard',
  paidSoFar: 'Déjà réglé, dernier paiement le {date}',
  amountDue: 'Montant à payer',
  amountDueBy: 'Montant à payer au plus tard le {date}',

  small_business:
    '{country, select, FR {TVA non applicable, art. 293 B du CGI.} BE {Petite entreprise soumise au régime de la franchise de taxe. TVA non applicable.} DE {TVA non applicable, § 19 de la loi allemande sur la TVA (UStG).} other {Franchise en base des petites entreprises : {tax} non applicable.}}',
  reverse_charge: 'Autoliquidation : {tax} due par le preneur.',
  services_outside_eu:
    '{country, select, FR {TVA non applicable : prestation située hors de l’Union européenne (art. 259-1° du CGI, art. 44 de la directive 2006/112/CE).} BE {TVA non applicable : prestation située hors de l’Union européenne (art. 21, § 2, du Code de la TVA, art. 44 de la directive 2006/112/CE).} other {{tax} non applicable : prestation située hors de l’Union européenne (art. 44 de la directive 2006/112/CE).}}',
  export: 'Exportation : {tax} non applicable.',
  exempt: 'Exonéré de {tax}.',
  zero_rated: '{tax} au taux zéro.',

  payment: 'Règlement',
  accountHolder: 'Titulaire du compte',
  bankDetails: 'Coordonnées bancaires',
  paymentReference: 'Référence',
  qrCaption: 'À scanner avec votre application bancaire pour payer',
  payOnline: 'Payer en ligne',

  paidOn: 'Payée le {date}',
  voidSince: 'Annulé le {date}',
  acceptedOn: 'Accepté le {date}',
  declinedOn: 'Refusé le {date}',
  withdrawnOn: 'Retiré le {date}',
  expired: 'N’est plus valable',

  deliverables: 'Livrables',
  toBeAgreed: 'À convenir.',
  revisionRounds: 'Cycles de révision',
  timeline: 'Calendrier',
  price: 'Prix',
  hourlyRate: 'Taux horaire',
  changeOrders: 'Avenants approuvés',
  changeOrdersShortened:
    'Le texte de {count, plural, one {# autre avenant} other {# autres avenants}} n’est pas imprimé ici : chacun a son propre document.',
  changeOrdersOmitted:
    '{count, plural, one {# autre avenant n’est pas indiqué} other {# autres avenants ne sont pas indiqués}} ici.',
  addedRounds: 'Cycles de révision supplémentaires',
  moreRounds:
    '{count, plural, one {# cycle de révision supplémentaire} other {# cycles de révision supplémentaires}}',
  plusTax: '{amount} hors {tax}',
  withTax: '{amount}, {tax} comprise',
  withoutTax: '{amount}, sans {tax} ({reason})',
  contractTerms: 'Conditions',
  signature: '{kind, select, scope {Approbation} estimate {Acceptation} other {Signature}}',
  signedBy: '{kind, select, scope {Approuvé par} estimate {Accepté par} other {Signé par}}',
  signedFor: '{kind, select, scope {Approuvé pour} estimate {Accepté pour} other {Signé pour}}',
  signedAt: '{kind, select, scope {Approuvé le} estimate {Accepté le} other {Signé le}}',
  agreedBy:
    '{kind, select, scope {Approuvé} estimate {Accepté} declined {Refusé} other {Signé}} par {name}, {at}.',
  agreedFor:
    '{kind, select, scope {Approuvé} estimate {Accepté} declined {Refusé} other {Signé}}. Enregistrement par {recorder}{isNamed, select, true { pour {name}} other {}}, {at}.',
  signedHow: 'Mode d’expression',
  typedName: 'Saisie du nom sur la page ouverte par le lien du client',
  recordedBy: 'Enregistrement par {recorder}',
  operator: 'l’exploitant du service',
  memberOf: '{member} de {workspace}',
  signedText:
    '{kind, select, estimate {SHA-256 du devis} scope {SHA-256 de l’avenant} other {SHA-256 du contrat}}',

  statementTitle: 'Relevé de compte',
  period: 'Période',
  openingBalance: 'Solde initial',
  balance: 'Solde',
  periodInvoiced: 'Facturé sur la période',
  periodPaid: 'Payé sur la période',
  closingBalance: 'Solde final',
  statementEntry:
    '{kind, select, invoice {Facture {number}} late_fee {Frais de retard, {number}} void {Annulation de {number}} removed_payment {Annulation du règlement de {number}} other {Règlement de {number}}}',
  addedEntry: '{entry} (enregistré ultérieurement)',
  addedEntries:
    'Enregistré après notre e-mail du {day} pour des jours antérieurs : {count, plural, one {une écriture} other {{count, number} écritures}}, au total {amount}.',
  inCurrency: 'En {currency}',
  noEntries: 'Aucune facture ni aucun règlement sur cette période.',
  tooManyEntries:
    'Cette période compte {count, number} écritures, plus qu’un relevé n’en affiche. Choisissez une période plus courte pour les voir.',

  mails: {
    invoice: {
      subject: 'Facture {number} de {workspace}',
      text: 'Bonjour {client},\n\nVeuillez trouver ci-joint la facture {number} d’un montant de {amount}. Vous pouvez également la consulter en ligne :\n{link}\n\nElle est à régler au plus tard le {due}.\n\nCordialement,\n{workspace}',
    },
    estimate: {
      subject: 'Devis {number} de {workspace}',
      text: 'Bonjour {client},\n\nVeuillez trouver ci-joint le devis {number} d’un montant de {amount}. Vous pouvez le consulter en ligne, et l’y accepter ou le refuser :\n{link}\n\nIl est valable jusqu’au {due}.\n\nCordialement,\n{workspace}',
    },
    scope: {
      subject: 'Périmètre du projet {project}',
      text: 'Bonjour {client},\n\nVous pouvez consulter et approuver le périmètre du projet {project} à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
    },
    contract: {
      subject: 'Contrat pour {project}',
      text: 'Bonjour {client},\n\nVous pouvez lire et signer le contrat pour {project} à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
    },
    reminder: {
      subject: 'Rappel : facture {number} en attente de règlement',
      text: 'Bonjour {client},\n\nSauf erreur de notre part, le montant de {amount} dû au titre de la facture {number}, échue le {due}, n’a pas encore été réglé. Vous pouvez la consulter ici :\n{link}\n\nSi vous l’avez réglé entre-temps, veuillez ne pas tenir compte de ce message.\n\nCordialement,\n{workspace}',
    },
    change_order: {
      subject: 'Avenant pour {project} : {title}',
      text: 'Bonjour {client},\n\nVous pouvez lire et approuver l’avenant « {title} » pour {project} ({amount}) à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
    },
    portal: {
      subject: 'Vos documents de {workspace}',
      text: 'Bonjour {client},\n\nVous trouverez ici, en un seul endroit, ce qui attend votre réponse, vos projets, tous les documents et votre relevé de compte :\n{link}\n\nCordialement,\n{workspace}',
    },
  },
};
