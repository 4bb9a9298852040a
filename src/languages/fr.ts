import type { Catalogue } from './en.ts';

/** What France calls an avoir is a note de crédit for senders in these countries. */
const ofSender = (avoir: string, noteDeCredit: string): string =>
  `{country, select, ${['BE', 'CA', 'CH', 'LU'].map(code => `${code} {${noteDeCredit}}`).join(' ')} other {${avoir}}}`;

export const fr: Catalogue = {
  title: `{kind, select, estimate {Devis} invoice {Facture} other {${ofSender('Avoir', 'Note de crédit')}}}`,
  reminderTitle: 'Rappel de paiement : {title}',
  scopeTitle: 'Périmètre de la mission',
  contractTitle: 'Contrat',
  changeOrderTitle: 'Avenant',
  titleFrom: '{title} – {sender}',
  print: 'Imprimer',
  downloadPdf: 'Télécharger le PDF',
  downloadXml: 'Télécharger la facture électronique (XML)',
  scopeVersion: 'Version du périmètre',
  scopeFrom: 'Périmètre : {project} – {sender}',
  contractFrom: 'Contrat : {project} – {sender}',
  changeOrderFrom: 'Avenant : {project} – {sender}',
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
  paymentTerms: 'Délai de paiement',
  payableWithin: '{days, plural, =0 {À réception} one {# jour} other {# jours}}',
  order: 'Votre commande',
  buyerReference: 'Votre référence',
  project: 'Projet',
  version: 'Version',

  vatNumber:
    '{kind, select, vat {N° de TVA} gst {N° de {country, select, CA {TPS} other {GST}}} other {N° fiscal}} : {number}',
  taxNumber: 'N° fiscal : {number}',
  registrationNumber: '{country, select, BE {N° d’entreprise} other {N° d’immatriculation}} : {number}',

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
  taxInCurrency: '{tax} dans la monnaie du prestataire : {amount} ({rate})',
  totalTax: 'Total {tax}',
  total: '{isTaxed, select, true {Total TTC} other {Total}}',
  lateFee: 'Pénalité de retard',
  lateFeeOn: 'Pénalité de retard du {date}',
  totalWithLateFee: 'Total avec pénalité de retard',
  paidSoFar: 'Déjà payé, dernier paiement le {date}',
  credited: ofSender('Avoirs', 'Notes de crédit'),
  balanceOfClient: 'Solde en votre faveur',
  creditedInvoice: 'Facture rectifiée',
  invoiceOfDate: '{number} du {date}',
  creditReason: 'Motif',
  creditOfInvoice: 'Réduction sur la facture {number}',
  isCanceled: 'La facture est annulée.',
  amountCredited: `Montant de ${ofSender('l’avoir', 'la note de crédit')}`,
  amountDue: 'Montant à payer',
  amountDueBy: 'Montant à payer au plus tard le {date}',

  small_business:
    '{country, select, FR {TVA non applicable, art. 293 B du CGI.} BE {Petite entreprise soumise au régime de la franchise de taxe. TVA non applicable.} CH {Non assujetti à la TVA (art. 10, al. 2, let. a, LTVA).} DE {Exonéré de TVA, § 19 de la loi allemande sur la TVA (UStG).} other {Franchise en base des petites entreprises : {tax} non applicable.}}',
  reverse_charge: 'Autoliquidation : {tax} due par le preneur.',
  services_outside_eu:
    '{country, select, FR {TVA non applicable : prestation située hors de l’Union européenne (art. 259-1° du CGI, art. 44 de la directive 2006/112/CE).} BE {TVA non applicable : prestation située hors de l’Union européenne (art. 21, § 2, du Code de la TVA, art. 44 de la directive 2006/112/CE).} other {{tax} non applicable : prestation située hors de l’Union européenne (art. 44 de la directive 2006/112/CE).}}',
  export: 'Exportation : exonération de {tax}.',
  exempt: 'Exonération de {tax}.',
  zero_rated: '{tax} au taux zéro.',

  payment: 'Paiement',
  accountHolder: 'Titulaire du compte',
  bankDetails: 'Coordonnées bancaires',
  paymentReference: 'Référence',
  qrCaption: 'À scanner avec votre application bancaire pour payer',
  payOnline: 'Payer en ligne',

  paidOn: 'Payée le {date}',
  voidSince: '{kind, select, estimate {Annulé} other {Annulée}} le {date}',
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
  agreedLine:
    '{part, select, whole {{item}} share {{share} de {item}} rest {Solde de {item}} other {Montant partiel pour {item}}}, selon l’accord du {date}',
  agreedTotal: '{item}, accord du {date} : {amount}',
  invoicedBefore: 'Déjà facturé :',
  paymentPart: 'Paiement {number}',
  partDue:
    '{amount}, {due, select, approval {dû à l’approbation} date {dû le {date}} delivery {dû à la livraison du projet} other {dû selon accord}}',
  contractTerms: 'Conditions',
  signature: '{kind, select, scope {Approbation} estimate {Acceptation} other {Signature}}',
  signedBy: '{kind, select, scope {Approuvé par} estimate {Accepté par} other {Signé par}}',
  signedFor: '{kind, select, scope {Approuvé pour} estimate {Accepté pour} other {Signé pour}}',
  signedAt: '{kind, select, scope {Approuvé le} estimate {Accepté le} other {Signé le}}',
  agreedBy:
    '{kind, select, scope {Approuvé} estimate {Accepté} declined {Refusé} other {Signé}} par {name}, {at}.',
  agreedFor:
    '{kind, select, scope {Approuvé} estimate {Accepté} declined {Refusé} other {Signé}}. Enregistré par {recorder}{isNamed, select, true { pour {name}} other {}}, {at}.',
  signedHow: 'Mode de consentement',
  typedName: 'Saisie du nom sur la page ouverte par le lien du client',
  recordedBy: 'Enregistré par {recorder}',
  operator: 'l’exploitant du service',
  memberOf: '{member} ({workspace})',
  signedText:
    '{kind, select, estimate {SHA-256 du devis} scope {SHA-256 de l’avenant} other {SHA-256 du contrat}}',

  statementTitle: 'Relevé de compte',
  period: 'Période',
  openingBalance: 'Solde initial',
  balance: 'Solde',
  periodInvoiced: 'Facturé sur la période',
  periodPaid: 'Payé sur la période',
  closingBalance: 'Solde final',
  statementEntry: `{kind, select, invoice {Facture {number}} late_fee {Pénalité de retard, facture {number}} void {Annulation de la facture {number}} removed_payment {Annulation du paiement de la facture {number}} credit_note {${ofSender('Avoir', 'Note de crédit')} {creditNote} sur la facture {number}} refund {Remboursement, facture {number}} transfer {Solde transféré, facture {number}} other {Paiement de la facture {number}}}`,
  addedEntry: '{entry} (enregistré ultérieurement)',
  addedEntries:
    'Enregistré après notre e-mail du {day} pour des jours antérieurs : {count, plural, one {une écriture} other {{count, number} écritures}}, au total {amount}.',
  inCurrency: 'En {currency}',
  noEntries: 'Aucune facture ni aucun paiement sur cette période.',
  tooManyEntries:
    'Cette période compte {count, number} écritures, plus qu’un relevé n’en affiche. Choisissez une période plus courte pour les voir.',

  skip: 'Aller au contenu',
  optional: '(facultatif)',
  notSaved: 'Non enregistré. Veuillez corriger les champs ci-dessous.',
  notDone: 'Cette opération n’a pas pu aboutir',
  typedText: 'Voici ce que vous avez saisi. Rien n’a été enregistré :',
  fieldRule: 'Le champ « {label} » {rule}.',
  refused: 'Ce n’est plus possible. Rechargez la page pour voir ce qui a changé.',
  unreadable: 'Une partie du formulaire n’a pas été reçue. Rechargez la page, puis envoyez-le de nouveau.',
  pages: 'Pages',
  previousPage: 'Précédente',
  nextPage: 'Suivante',
  yourName: 'Votre nom',
  recordKept: 'Nous conservons aussi la date et l’heure, votre adresse IP et votre navigateur.',

  scopeInPreparation: 'Ce périmètre est encore en préparation. Veuillez revenir plus tard.',
  contractInPreparation: 'Ce contrat est encore en préparation. Veuillez revenir plus tard.',
  contractNeedsScope: 'Vous pourrez signer ce contrat ici dès que son périmètre aura été approuvé.',
  approveScope: 'Approuver le périmètre',
  signContract: 'Signer le contrat',
  approveChangeOrder: 'Approuver l’avenant',
  declineChangeOrder: 'Refuser l’avenant',
  acceptEstimate: 'Accepter le devis',
  declineEstimate: 'Refuser le devis',
  declineReason: 'Motif',
  declineHint: 'Que faudrait-il changer ?',
  givenReason: 'Motif : {reason}',
  requestChanges: 'Demander des modifications',
  changes: 'Modifications',
  changesHint: 'Que faudrait-il changer avant que vous n’approuviez ce périmètre ?',
  changesRequested: 'Modifications demandées par {name}, {at} : {text}',
  changeOrderWithdrawn: 'Cet avenant a été retiré, {at}.',
  estimateExpired:
    'Ce devis était valable jusqu’au {date} et ne peut plus être accepté. Vous pouvez encore le refuser, ou en demander un nouveau à {sender}.',

  intakeTitle: 'Questions sur {project}',
  intakeFrom: 'Questions sur {project} – {sender}',
  intakeIntroduction: '{sender} souhaite en savoir plus sur votre projet.',
  intakeHint:
    'Répondez à autant de questions que vous le souhaitez. Vous ne pouvez envoyer vos réponses qu’une seule fois.',
  intakeQuestion: 'Sur quoi porte le projet, et quel en est l’objectif ?',
  answers: 'Réponses',
  submitAnswers: 'Envoyer les réponses',
  intakeReceived: 'Merci. Nous avons reçu vos réponses le {at}.',
  intakeRecorded: 'Vos réponses ont été enregistrées par {recorder}, {at}.',

  portalTitle: '{client} : documents – {sender}',
  portalFor: 'Pour {client}',
  waiting: 'En attente de votre part',
  nothingWaiting: 'Rien n’est en attente de votre part.',
  asked:
    '{kind, select, scope {Approuver le périmètre : {name}} contract {Signer le contrat : {name}} estimate {Répondre au devis {name}} change_order {Approuver l’avenant : {name}} other {Payer la facture {name}}}',
  withAnyTax: 'Les montants comprennent les taxes éventuelles.',
  firstOfAll: 'Voici les {shown, number} premiers éléments sur {count, number}.',
  newestOfAll: 'Voici les {shown, number} projets les plus récents sur {count, number}.',
  paidAndDue: '{paid} payés, {due} à payer',
  waitingUntil: '{kind, select, invoice {échéance le {date}} other {valable jusqu’au {date}}}',
  overdue: 'En retard',
  projects: 'Projets',
  projectState:
    '{state, select, lead {En discussion} scoping {Périmètre en cours de définition} active {En cours} delivered {Livré} paid {Livré et payé} paused {En pause} other {Terminé}}',
  scopeState:
    '{state, select, approved {Le périmètre est approuvé.} waiting {Le périmètre attend votre approbation.} other {Une mise à jour du périmètre est en préparation.}}',
  contractState: '{state, select, signed {Le contrat est signé.} other {Le contrat attend votre signature.}}',
  documents: 'Documents',
  noDocuments: 'Aucun document pour le moment.',
  document: 'Document',
  amountWithTax: 'Montant TTC',
  status: 'Statut',
  file: 'Fichier',
  pdfOf: 'PDF : {title}, {project}',
  documentName: `{kind, select, scope {Périmètre} contract {Contrat} change_order {{isNamed, select, true {Avenant : {name}} other {Avenant}}} estimate {Devis {name}} credit_note {${ofSender('Avoir', 'Note de crédit')} {name}} other {Facture {name}}}`,
  documentState:
    '{state, select, signed {Signé} approved {Approuvé} void {{kind, select, estimate {Annulé} other {Annulée}}} paid {Payée} overdue {En retard} open {À payer} accepted {Accepté} declined {Refusé} other {Envoyé}}',
  yourAccount: 'Votre compte',
  accountText: 'Toutes les factures et tous les paiements, avec le solde.',
  openStatement: 'Ouvrir le relevé',

  breadcrumbs: 'Fil d’Ariane',
  allDocuments: 'Tous les documents',
  periodFrom: 'Du',
  periodUntil: 'Au',
  showPeriod: 'Afficher la période',
  thisYear: 'Cette année',
  lastYear: 'L’année dernière',

  inquiryTo: 'Demande à {sender}',
  yourEmail: 'Votre adresse e-mail',
  company: 'Entreprise',
  yourMessage: 'Votre message',
  messageHint: 'Sur quoi porte votre projet ?',
  leaveBlank: 'Laissez ce champ vide',
  sendInquiry: 'Envoyer la demande',
  inquiryKept:
    '{sender} reçoit ce que vous saisissez, avec la date et l’heure, votre adresse IP et le nom de votre navigateur.',
  inquiryReceived: 'Merci. {sender} a reçu votre demande.',
  anotherInquiry: 'Envoyer une autre demande',

  unsubscribe: 'Ne plus recevoir ces e-mails ?',
  unsubscribeText: 'Corkboard vous envoie un e-mail lorsque, dans l’espace de travail {workspace}, {event}.',
  unsubscribeNow: 'Ne plus les recevoir',
  unsubscribed: 'E-mails arrêtés',
  unsubscribedText:
    'Corkboard ne vous envoie plus d’e-mail lorsque, dans l’espace de travail {workspace}, {event}.',
  notifiedWhen:
    '{kind, select, approved {un périmètre, un avenant ou un devis est approuvé} declined {un client refuse un devis ou un avenant, ou demande des modifications d’un périmètre} signed {un contrat est signé} intake_submitted {les questions d’un projet reçoivent une réponse} inquiry {une demande arrive} viewed {un client ouvre une facture ou un devis pour la première fois} overdue {une facture est en retard} other {une facture est payée}}',
  notificationsAgain: 'Pour les recevoir de nouveau, choisissez vos notifications par e-mail.',
  goHome: 'Aller à l’accueil',

  declarations: {
    scope:
      'En saisissant votre nom, vous approuvez ce périmètre pour le client indiqué ci-dessus. Cette approbation a valeur d’engagement. Nous en conservons la date et l’heure.',
    contract:
      'En saisissant votre nom, vous signez ce contrat pour le client indiqué ci-dessus. Cette signature a valeur d’engagement. Nous conservons avec votre signature la date et l’heure, votre adresse IP et votre navigateur.',
    change_order:
      'En saisissant votre nom, vous approuvez cet avenant pour le client indiqué ci-dessus. Cette approbation a valeur d’engagement. Nous conservons avec votre approbation la date et l’heure, votre adresse IP et votre navigateur.',
    estimate:
      'En saisissant votre nom, vous acceptez ce devis pour le client indiqué ci-dessus. Cette acceptation a valeur d’engagement. Nous conservons avec votre acceptation la date et l’heure, votre adresse IP et votre navigateur.',
  },

  refusals: {
    blank: 'doit être renseigné',
    required: 'doit être renseigné',
    tooLong: 'ne doit pas dépasser {most} caractères',
    unstorable: 'contient des caractères qui ne peuvent pas être enregistrés',
    invisible: 'ne doit contenir ni caractères de contrôle ni caractères invisibles',
    noLetter: 'doit contenir une lettre ou un chiffre',
    noEmail: 'doit contenir une adresse e-mail',
    manyLines: 'doit tenir sur une ligne, sans caractères de contrôle',
    noAnswer: 'est vide : donnez au moins une réponse',
    noDay: 'doit contenir une date',
    noYear: 'doit contenir une année entre 0001 et 9999',
    beforeFirst: 'ne doit pas précéder la date de début',
    scopeApproved: 'Le périmètre est déjà approuvé.',
    scopeNeverDrafted: 'Le périmètre n’a pas encore été rédigé, il n’y a donc rien à approuver.',
    scopeChanged:
      'Le périmètre a été modifié depuis que vous l’avez lu. Veuillez d’abord lire la nouvelle version.',
    manyRequests:
      '{count} demandes concernant ce périmètre sont encore ouvertes. Attendez une réponse avant d’en envoyer une autre.',
    contractSigned: 'Le contrat est déjà signé.',
    contractChanged:
      'Le contrat a été modifié depuis que vous l’avez lu. Veuillez d’abord lire la nouvelle version.',
    contractTooEarly: 'Le contrat pourra être signé dès que le périmètre aura été approuvé.',
    changeOrderApproved: 'L’avenant est déjà approuvé.',
    changeOrderDeclined: 'L’avenant a déjà été refusé.',
    changeOrderWithdrawn: 'L’avenant a été retiré.',
    changeOrderChanged:
      'L’avenant a été modifié depuis que vous l’avez lu. Veuillez d’abord lire la nouvelle version.',
    nothingAgreed: 'Un avenant suppose un périmètre approuvé ou un contrat signé.',
    manyStatements: 'De nombreux relevés viennent d’être créés pour ce client. Réessayez dans dix minutes.',
    intakeSubmitted: 'Les réponses pour ce projet ont déjà été envoyées.',
    estimateEnded: '{number} n’est plus en vigueur et ne peut être ni accepté ni refusé.',
    estimateAnswered: '{number} a déjà été {answer, select, accepted {accepté} other {refusé}}.',
    estimateInvoiced: '{number} a déjà donné lieu à une facture et ne peut plus être accepté ni refusé.',
    estimateExpired: '{number} a expiré et ne peut plus être accepté.',
    estimateChanged: '{number} a été modifié depuis que vous l’avez lu. Veuillez d’abord le relire.',
    declarationChanged:
      'Le texte à côté de votre nom a été modifié depuis que vous l’avez lu. Veuillez d’abord le relire.',
    manyInquiries:
      'Trop de demandes sont actuellement en attente d’une réponse. Envoyez plutôt un e-mail, ou réessayez plus tard.',
    manyFromNetwork:
      '{count} demandes sont arrivées de votre réseau en une heure. Envoyez plutôt un e-mail, ou réessayez dans une heure.',
    noInquiries: 'Les demandes ne sont pas acceptées ici.',
  },

  errors: {
    linkEnded: {
      title: 'Ce lien ne fonctionne plus',
      text: 'Un lien plus récent l’a peut-être remplacé, ou il est incomplet. Demandez le lien actuel à la personne qui vous l’a envoyé.',
    },
    unavailable: {
      title: 'Cette page n’est pas disponible',
      text: 'Elle ne peut pas être affichée pour le moment. Adressez-vous à la personne qui vous a envoyé le lien.',
    },
    notFound: {
      title: 'Page introuvable',
      text: 'Elle a peut-être été supprimée, ou l’adresse est erronée.',
    },
    noPage: { title: 'Cette page n’existe pas', text: 'Une partie de l’adresse est peut-être erronée.' },
    noFile: { title: 'Ce fichier n’existe pas', text: 'Ce document n’a pas de fichier de ce type.' },
    fileLate: { title: 'Ce fichier est en cours de création', text: 'Réessayez dans un instant.' },
    noPeriod: {
      title: 'Cette période n’est pas valable',
      text: 'Choisissez de nouveau le premier et le dernier jour.',
    },
    crossSite: {
      title: 'Ce formulaire a été envoyé depuis un autre site',
      text: 'Rien n’a été modifié. Ouvrez la page dans Corkboard et envoyez de nouveau le formulaire.',
    },
    busy: {
      title: 'Trop de formulaires arrivent en même temps',
      text: 'Rien n’a été enregistré. Revenez en arrière pour conserver votre saisie, puis envoyez de nouveau le formulaire dans un instant.',
    },
    tooLong: {
      title: 'Ce formulaire est trop long',
      text: 'Rien n’a été enregistré. Revenez en arrière, raccourcissez votre texte et envoyez de nouveau le formulaire.',
    },
    badForm: {
      title: 'Ce formulaire est illisible',
      text: 'Rien n’a été enregistré. Ouvrez de nouveau la page et envoyez son formulaire.',
    },
    fault: {
      title: 'Une erreur s’est produite',
      text: 'Le problème vient de nous. Réessayez dans un instant. S’il persiste, envoyez ce numéro à la personne qui vous a envoyé le lien :',
    },
    unsubscribeEnded: {
      title: 'Ce lien ne fonctionne plus',
      text: 'Il est peut-être incomplet, ou il a plus d’un an. Si vous êtes membre, connectez-vous et choisissez vos notifications par e-mail sous Settings, Members.',
    },
  },

  mails: {
    invoice: {
      subject: 'Facture {number} – {workspace}',
      text: 'Bonjour {client},\n\nVeuillez trouver ci-joint la facture {number} d’un montant de {amount}. Vous pouvez également la consulter en ligne :\n{link}\n\nElle est à payer au plus tard le {due}.\n\nCordialement,\n{workspace}',
    },
    estimate: {
      subject: 'Devis {number} – {workspace}',
      text: 'Bonjour {client},\n\nVeuillez trouver ci-joint le devis {number} d’un montant de {amount}. Vous pouvez le consulter en ligne, et l’y accepter ou le refuser :\n{link}\n\nIl est valable jusqu’au {due}.\n\nCordialement,\n{workspace}',
    },
    credit_note: {
      subject: 'Avoir (note de crédit) {number} sur la facture {title} – {workspace}',
      text: 'Bonjour {client},\n\nVeuillez trouver ci-joint l’avoir (note de crédit) {number} d’un montant de {amount}, qui rectifie notre facture {title}. Vous pouvez également le consulter en ligne :\n{link}\n\nCordialement,\n{workspace}',
    },
    scope: {
      subject: 'Périmètre du projet {project}',
      text: 'Bonjour {client},\n\nVous pouvez consulter et approuver le périmètre du projet {project} à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
    },
    contract: {
      subject: 'Contrat pour {project}',
      text: 'Bonjour {client},\n\nVous pouvez lire et signer le contrat pour {project} à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
    },
    reminder: {
      subject: 'Rappel : facture {number} en attente de paiement',
      text: 'Bonjour {client},\n\nSauf erreur de notre part, le montant de {amount} dû au titre de la facture {number}, échue le {due}, n’a pas encore été payé. Vous pouvez la consulter ici :\n{link}\n\nSi vous avez payé entre-temps, veuillez ne pas tenir compte de ce message.\n\nCordialement,\n{workspace}',
    },
    change_order: {
      subject: 'Avenant pour {project} : {title}',
      text: 'Bonjour {client},\n\nVous pouvez lire et approuver l’avenant « {title} » pour {project} ({amount}) à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
    },
    statement: {
      subject: 'Relevé de compte de {workspace}',
      text: 'Bonjour {client},\n\nVous trouverez ici votre relevé de compte, que vous pouvez aussi télécharger en PDF :\n{link}\n\nCordialement,\n{workspace}',
    },
    portal: {
      subject: 'Vos documents – {workspace}',
      text: 'Bonjour {client},\n\nVous trouverez ici, en un seul endroit, ce qui attend votre réponse, vos projets, tous les documents et votre relevé de compte :\n{link}\n\nCordialement,\n{workspace}',
    },
  },
};
