/**
 * The texts in English of documents, as ICU messages, and of the emails to clients. The other catalogues have the same keys, which
 * TypeScript checks.
 */
export const en = {
  title: '{kind, select, estimate {Estimate} invoice {Invoice} other {Credit note}}',
  reminderTitle: 'Payment reminder for {title}',
  scopeTitle: 'Scope of work',
  contractTitle: 'Contract',
  changeOrderTitle: 'Change order',
  titleFrom: '{title} from {sender}',
  print: 'Print',
  downloadPdf: 'Download PDF',
  downloadXml: 'Download e-invoice (XML)',
  scopeVersion: 'Version of the scope',
  scopeFrom: 'Scope of {project}, from {sender}',
  contractFrom: 'Contract of {project}, from {sender}',
  changeOrderFrom: 'Change order for {project}, from {sender}',
  draft: 'Draft',
  pageOf: 'Page {page} of {pages}',
  from: 'From',
  to: 'To',
  provider: 'Provider',
  client: 'Client',

  invoiceDate: 'Invoice date',
  date: 'Date',
  supplyDate: 'Date of supply',
  supplyPeriod: 'Period of supply',
  dueDate: 'Due',
  validUntil: 'Valid until',
  paymentTerms: 'Terms',
  payableWithin: '{days, plural, =0 {On receipt} one {Within # day} other {Within # days}}',
  order: 'Your order',
  buyerReference: 'Your reference',
  project: 'Project',
  version: 'Version',

  vatNumber: '{kind, select, vat {VAT number} gst {GST number} other {Tax ID}}: {number}',
  taxNumber: 'Tax number: {number}',
  registrationNumber: 'Registration number: {number}',

  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  netUnitPrice: 'Net unit price',
  amount: 'Amount',
  net: 'Net',
  hours: '{count, plural, one {{number} hour} other {{number} hours}}',
  days: '{count, plural, one {{number} day} other {{number} days}}',
  pieces: '{count, plural, one {{number} piece} other {{number} pieces}}',
  flat: '{count, plural, =1 {flat rate} other {{number} × flat rate}}',

  subtotal: 'Subtotal',
  discount: 'Discount',
  discountWithTax: 'Discount ({amount} including {tax})',
  netTotal: 'Net',
  taxName: '{kind, select, vat {VAT} gst {GST} salesTax {Sales tax} other {Tax}}',
  taxInText: '{kind, select, vat {VAT} gst {GST} salesTax {sales tax} other {tax}}',
  taxAtRate: '{tax} {rate} on {net}',
  reason:
    '{reason, select, small_business {small business} reverse_charge {reverse charge} services_outside_eu {not taxable} export {export} zero_rated {zero rate} other {exempt}}',
  taxInCurrency: '{tax} in the seller’s currency: {amount} ({rate})',
  totalTax: 'Total {tax}',
  total: 'Total',
  lateFee: 'Late fee',
  lateFeeOn: 'Late fee of {date}',
  totalWithLateFee: 'Total with late fee',
  paidSoFar: 'Paid so far, last on {date}',
  credited: 'Credit notes',
  balanceOfClient: 'Balance in your favor',
  creditedInvoice: 'Corrects invoice',
  invoiceOfDate: '{number} of {date}',
  creditReason: 'Reason',
  creditOfInvoice: 'Reduction of invoice {number}',
  isCanceled: 'The invoice is canceled.',
  amountCredited: 'Amount credited',
  amountDue: 'Amount due',
  amountDueBy: 'Amount due by {date}',

  small_business:
    '{country, select, DE {Exempt from VAT under § 19 of the German VAT Act (small business).} other {No {tax} is charged: the supplier is exempt as a small business.}}',
  reverse_charge: 'Reverse charge: the recipient is liable for the {tax}.',
  services_outside_eu:
    '{country, select, DE {Not taxable in Germany: the service is supplied outside the European Union (§ 3a (2) of the German VAT Act, Article 44 of Directive 2006/112/EC).} other {Not subject to {tax}: the service is supplied outside the European Union (Article 44 of Directive 2006/112/EC).}}',
  export: 'Export: no {tax} is charged.',
  exempt: 'Exempt from {tax}.',
  zero_rated: 'Zero-rated for {tax}.',

  payment: 'How to pay',
  accountHolder: 'Account holder',
  bankDetails: 'Bank details',
  paymentReference: 'Reference',
  qrCaption: 'Scan to pay with your banking app',
  payOnline: 'Pay online',

  paidOn: 'Paid on {date}',
  voidSince: 'Void since {date}',
  acceptedOn: 'Accepted on {date}',
  declinedOn: 'Declined on {date}',
  withdrawnOn: 'Withdrawn on {date}',
  expired: 'No longer valid',

  deliverables: 'Deliverables',
  toBeAgreed: 'To be agreed.',
  revisionRounds: 'Revision rounds',
  timeline: 'Timeline',
  price: 'Price',
  hourlyRate: 'Hourly rate',
  changeOrders: 'Approved change orders',
  changeOrdersShortened:
    'The text of {count, plural, one {# more change order} other {# more change orders}} isn’t printed here: each has a document of its own.',
  changeOrdersOmitted:
    '{count, plural, one {# further change order isn’t} other {# further change orders aren’t}} listed here.',
  addedRounds: 'Additional revision rounds',
  moreRounds: '{count, plural, one {# more revision round} other {# more revision rounds}}',
  plusTax: '{amount} plus {tax}',
  withTax: '{amount} including {tax}',
  withoutTax: '{amount}, no {tax} is charged ({reason})',
  agreedLine:
    '{part, select, whole {{item}} share {{share} of {item}} rest {Rest of {item}} other {Part of {item}}}, as agreed on {date}',
  agreedTotal: '{item}, agreed on {date}: {amount}',
  invoicedBefore: 'Invoiced before:',
  paymentPart: 'Payment {number}',
  partDue:
    '{amount}, {due, select, approval {due on approval} date {due on {date}} delivery {due when the project is delivered} other {due as arranged}}',
  contractTerms: 'Terms',
  signature: '{kind, select, scope {Approval} estimate {Acceptance} other {Signature}}',
  signedBy: '{kind, select, scope {Approved by} estimate {Accepted by} other {Signed by}}',
  signedFor: '{kind, select, scope {Approved for} estimate {Accepted for} other {Signed for}}',
  signedAt: '{kind, select, scope {Approved at} estimate {Accepted at} other {Signed at}}',
  agreedBy:
    '{kind, select, scope {Approved} estimate {Accepted} declined {Declined} other {Signed}} by {name}, {at}.',
  agreedFor:
    '{kind, select, scope {Approved} estimate {Accepted} declined {Declined} other {Signed}}. Recorded by {recorder}{isNamed, select, true { for {name}} other {}}, {at}.',
  signedHow: 'How it was given',
  typedName: 'By entering the name on the page behind the client’s link',
  recordedBy: 'Recorded by {recorder}',
  operator: 'the operator',
  memberOf: '{member} at {workspace}',
  signedText:
    '{kind, select, estimate {SHA-256 of the estimate} scope {SHA-256 of the change order} other {SHA-256 of the contract}}',

  statementTitle: 'Statement of account',
  period: 'Period',
  openingBalance: 'Opening balance',
  balance: 'Balance',
  periodInvoiced: 'Invoiced in this period',
  periodPaid: 'Paid in this period',
  closingBalance: 'Closing balance',
  statementEntry:
    '{kind, select, invoice {Invoice {number}} late_fee {Late fee for {number}} void {Void of {number}} removed_payment {Reversed payment for {number}} credit_note {Credit note {creditNote} for {number}} refund {Refund for {number}} transfer {Transferred balance, {number}} other {Payment for {number}}}',
  addedEntry: '{entry} (recorded later)',
  addedEntries:
    'Recorded after our email of {day} on earlier days: {count, plural, one {one entry} other {{count, number} entries}}, {amount} in all.',
  inCurrency: 'In {currency}',
  noEntries: 'Nothing was invoiced or paid in this period.',
  tooManyEntries:
    'This period has {count, number} entries, more than a statement lists. Choose a shorter one to see them.',

  // What every page for clients has.
  skip: 'Skip to the content',
  optional: '(optional)',
  notSaved: 'Not saved. Please fix the fields below.',
  notDone: 'This could not be done',
  typedText: 'This is what you typed. It was not saved:',
  fieldRule: '{label} {rule}.',
  refused: 'This isn’t possible any more. Load the page again to see what has changed.',
  unreadable: 'A part of the form did not arrive. Load the page again, and then send it once more.',
  pages: 'Pages',
  previousPage: 'Previous',
  nextPage: 'Next',
  yourName: 'Your name',
  recordKept: 'We keep the time, your network address and your browser with it.',

  // Scope, contract, change order and estimate.
  scopeInPreparation: 'This scope is still being prepared. Please check back later.',
  contractInPreparation: 'This contract is still being prepared. Please check back later.',
  contractNeedsScope: 'You can sign this contract here once its scope is approved.',
  approveScope: 'Approve scope',
  signContract: 'Sign contract',
  approveChangeOrder: 'Approve change order',
  declineChangeOrder: 'Decline change order',
  acceptEstimate: 'Accept estimate',
  declineEstimate: 'Decline estimate',
  declineReason: 'Reason',
  declineHint: 'What should be different?',
  givenReason: 'Reason: {reason}',
  requestChanges: 'Request changes',
  changes: 'Changes',
  changesHint: 'What should be different before you approve this scope?',
  changesRequested: 'Changes requested by {name}, {at}: {text}',
  changeOrderWithdrawn: 'This change order was withdrawn, {at}.',
  estimateExpired:
    'This estimate was valid until {date}, so it can’t be accepted any more. You can still decline it, or ask {sender} for a new one.',

  // The questions before a project begins.
  intakeTitle: 'Questions about {project}',
  intakeFrom: 'Questions about {project}, from {sender}',
  intakeIntroduction: '{sender} would like to know more about your project.',
  intakeHint: 'Answer as many questions as you like. You can submit your answers only once.',
  intakeQuestion: 'What is the project about, and what should it achieve?',
  answers: 'Answers',
  submitAnswers: 'Submit answers',
  intakeReceived: 'Thank you. We received your answers on {at}.',
  intakeRecorded: 'Your answers were recorded by {recorder}, {at}.',

  // The portal.
  portalTitle: '{client}: documents from {sender}',
  portalFor: 'For {client}',
  waiting: 'Waiting for you',
  nothingWaiting: 'Nothing is waiting for you.',
  asked:
    '{kind, select, scope {Approve the scope of {name}} contract {Sign the contract for {name}} estimate {Answer estimate {name}} change_order {Approve the change order {name}} other {Pay invoice {name}}}',
  withAnyTax: 'Amounts include any tax.',
  firstOfAll: 'These are the first {shown, number} of {count, number}.',
  newestOfAll: 'These are the newest {shown, number} of {count, number}.',
  paidAndDue: '{paid} paid, {due} due',
  waitingUntil: '{kind, select, invoice {due {date}} other {valid until {date}}}',
  overdue: 'Overdue',
  projects: 'Projects',
  projectState:
    '{state, select, lead {In discussion} scoping {Agreeing on the scope} active {In progress} delivered {Delivered} paid {Delivered and paid} paused {Paused} other {Completed}}',
  scopeState:
    '{state, select, approved {The scope is approved.} waiting {The scope is waiting for your approval.} other {An update of the scope is being prepared.}}',
  contractState:
    '{state, select, signed {The contract is signed.} other {The contract is waiting for your signature.}}',
  documents: 'Documents',
  noDocuments: 'No documents yet.',
  document: 'Document',
  amountWithTax: 'Amount with tax',
  status: 'Status',
  file: 'File',
  pdfOf: 'PDF of {title}, {project}',
  documentName:
    '{kind, select, scope {Scope} contract {Contract} change_order {{isNamed, select, true {Change order: {name}} other {Change order}}} estimate {Estimate {name}} credit_note {Credit note {name}} other {Invoice {name}}}',
  documentState:
    '{state, select, signed {Signed} approved {Approved} void {Void} paid {Paid} overdue {Overdue} open {Open} accepted {Accepted} declined {Declined} other {Sent}}',
  yourAccount: 'Your account',
  accountText: 'All invoices and payments, with the balance.',
  openStatement: 'Open statement',

  // The statement’s controls.
  breadcrumbs: 'Breadcrumbs',
  allDocuments: 'All documents',
  periodFrom: 'From',
  periodUntil: 'Until',
  showPeriod: 'Show period',
  thisYear: 'This year',
  lastYear: 'Last year',

  // The inquiry form.
  inquiryTo: 'Inquiry to {sender}',
  yourEmail: 'Your email',
  company: 'Company',
  yourMessage: 'Your message',
  messageHint: 'What is your project about?',
  leaveBlank: 'Leave this blank',
  sendInquiry: 'Send inquiry',
  inquiryKept:
    '{sender} gets what you enter, with the time, your network address and the name of your browser.',
  inquiryReceived: 'Thank you. {sender} has received your inquiry.',
  anotherInquiry: 'Send another inquiry',

  // The link in emails to members that ends them, which people open without signing in.
  unsubscribe: 'Stop these emails?',
  unsubscribeText: 'Corkboard emails you when {event} in the workspace {workspace}.',
  unsubscribeNow: 'Stop these emails',
  unsubscribed: 'Emails stopped',
  unsubscribedText: 'Corkboard no longer emails you when {event} in the workspace {workspace}.',
  notifiedWhen:
    '{kind, select, approved {a scope, change order or estimate is approved} declined {a client declines an estimate or change order, or asks for changes to a scope} signed {a contract is signed} intake_submitted {intake questions are answered} inquiry {someone sends an inquiry} viewed {a client opens an invoice or estimate for the first time} overdue {an invoice becomes overdue} other {an invoice is paid}}',
  notificationsAgain: 'To get them again, choose your email notifications.',
  goHome: 'Go to Home',

  /** What a client declares by entering their name. What was declared is kept with it, word by word. */
  declarations: {
    scope:
      'By entering your name, you approve this scope for the client named above. The approval is binding. We keep the time with it.',
    contract:
      'By entering your name, you sign this contract for the client named above. The signature is binding. We keep the time, your network address and your browser with it.',
    change_order:
      'By entering your name, you approve this change order for the client named above. The approval is binding. We keep the time, your network address and your browser with it.',
    estimate:
      'By entering your name, you accept this estimate for the client named above. The acceptance is binding. We keep the time, your network address and your browser with it.',
  },

  /** Why a client’s form is refused: the texts of the service itself, by which those of other languages are found (refusals.ts). */
  refusals: {
    blank: 'must not be blank',
    required: 'is required',
    tooLong: 'must be at most {most} characters long',
    unstorable: 'must not contain NUL or unpaired surrogates',
    invisible: 'must not contain control characters or invisible formatting characters',
    noLetter: 'must contain a letter or a digit',
    noEmail: 'must be an email address',
    manyLines: 'must be one line, without control characters',
    noAnswer: 'are all blank: give at least one',
    noDay: 'must be a date that exists, as YYYY-MM-DD',
    noYear: 'must be in the years 0001 to 9999',
    beforeFirst: 'must be the first day or a later one',
    scopeApproved: 'The scope is approved already.',
    scopeNeverDrafted: 'The scope was never drafted, so there is nothing to approve.',
    scopeChanged: 'The scope was drafted again since it was read: read the new one first.',
    manyRequests:
      '{count} requests for this scope are still open. Wait for an answer before you send another one.',
    contractSigned: 'The contract is signed already.',
    contractChanged: 'The contract was changed since it was read: read the new one first.',
    contractTooEarly: 'The contract can be signed once the scope is approved.',
    changeOrderApproved: 'The change order is approved already.',
    changeOrderDeclined: 'The change order was declined already.',
    changeOrderWithdrawn: 'The change order was withdrawn.',
    changeOrderChanged: 'The change order was changed since it was read: read the new one first.',
    nothingAgreed: 'A change order needs an approved scope or a signed contract to change.',
    manyStatements: 'Many statements of this client were just made. Try again in ten minutes.',
    intakeSubmitted: 'The intake of this project is submitted already.',
    estimateEnded: '{number} is {status}: only a SENT estimate can be accepted or declined.',
    estimateAnswered: '{number} was {answer} already.',
    estimateInvoiced:
      '{number} was turned into an invoice already, so it can’t be accepted or declined any more.',
    estimateExpired: '{number} has expired, so it can’t be accepted any more.',
    estimateChanged: '{number} was changed since it was read: read it again first.',
    declarationChanged:
      'The words beside your name were changed since they were read: read the new ones first.',
    manyInquiries:
      'Too many inquiries are waiting for an answer at the moment. Send an email instead, or try again later.',
    manyFromNetwork:
      '{count} inquiries have come from your network within an hour. Send an email instead, or try again in an hour.',
    noInquiries: 'This workspace takes no inquiries.',
  },

  /** Pages in place of the one that was asked for, in English also the console’s. */
  errors: {
    linkEnded: {
      title: 'This link no longer works',
      text: 'A newer link may have replaced it, or part of it is missing. Ask the person who sent it to you for the current link.',
    },
    unavailable: {
      title: 'This page is not available',
      text: 'It can’t be shown at the moment. Ask the person who sent you the link.',
    },
    notFound: {
      title: 'Page not found',
      text: 'It may have been moved to the trash, or the address may be wrong.',
    },
    noPage: { title: 'There is no such page', text: 'Part of the address may be wrong.' },
    noFile: { title: 'There is no such file', text: 'This document has no file of this kind.' },
    fileLate: { title: 'This file is still being made', text: 'Try again in a moment.' },
    noPeriod: { title: 'This period is not valid', text: 'Choose the first and the last day again.' },
    crossSite: {
      title: 'This form was sent from another site',
      text: 'Nothing was changed. Open the page in Corkboard and send the form again.',
    },
    busy: {
      title: 'Too many forms are arriving at once',
      text: 'Nothing was saved. Go back to keep what you typed, and send the form again in a moment.',
    },
    tooLong: {
      title: 'This form is too long',
      text: 'Nothing was saved. Go back, shorten your text, and send the form again.',
    },
    badForm: {
      title: 'This form can’t be read',
      text: 'Nothing was saved. Open the page again and send its form.',
    },
    fault: {
      title: 'Something went wrong',
      text: 'This is a problem on our side. Try again in a moment. If it keeps happening, send this number to the person who sent you the link:',
    },
    unsubscribeEnded: {
      title: 'This link no longer works',
      text: 'Part of it may be missing, or it is more than a year old. If you are a member, sign in and choose your email notifications under Settings, Members.',
    },
  },

  /** With which emails to clients begin. Their placeholders are those of settings (src/documents/mailTexts.ts), not ICU's. */
  mails: {
    invoice: {
      subject: 'Invoice {number} from {workspace}',
      text: 'Hello {client},\n\nPlease find attached invoice {number} for {amount}. You can also view it online:\n{link}\n\nIt is due on {due}.\n\nKind regards,\n{workspace}',
    },
    estimate: {
      subject: 'Estimate {number} from {workspace}',
      text: 'Hello {client},\n\nPlease find attached estimate {number} for {amount}. You can view it online, and accept or decline it there:\n{link}\n\nIt is valid until {due}.\n\nKind regards,\n{workspace}',
    },
    credit_note: {
      subject: 'Credit note {number} for invoice {title} from {workspace}',
      text: 'Hello {client},\n\nPlease find attached credit note {number} for {amount}, which corrects our invoice {title}. You can also view it online:\n{link}\n\nKind regards,\n{workspace}',
    },
    scope: {
      subject: 'Scope of work for {project}',
      text: 'Hello {client},\n\nYou can review and approve the scope of work for {project} here:\n{link}\n\nKind regards,\n{workspace}',
    },
    contract: {
      subject: 'Contract for {project}',
      text: 'Hello {client},\n\nYou can read and sign the contract for {project} here:\n{link}\n\nKind regards,\n{workspace}',
    },
    reminder: {
      subject: 'Reminder: invoice {number} is overdue',
      text: 'Hello {client},\n\nThis is a reminder that the payment of {amount} for invoice {number} was due on {due}. You can view it here:\n{link}\n\nIf you have already paid it, please disregard this email.\n\nKind regards,\n{workspace}',
    },
    change_order: {
      subject: 'Change order for {project}: {title}',
      text: 'Hello {client},\n\nYou can read and approve the change order “{title}” for {project} ({amount}) here:\n{link}\n\nKind regards,\n{workspace}',
    },
    statement: {
      subject: 'Statement of account from {workspace}',
      text: 'Hello {client},\n\nHere you find the statement of your account, which you can also download as a PDF:\n{link}\n\nKind regards,\n{workspace}',
    },
    portal: {
      subject: 'Your documents from {workspace}',
      text: 'Hello {client},\n\nHere you find everything in one place: what is waiting for you, your projects, all documents and a statement of your account:\n{link}\n\nKind regards,\n{workspace}',
    },
  },
} as const;

type Texts<Shape> = { [Key in keyof Shape]: Shape[Key] extends string ? string : Texts<Shape[Key]> };

/** The texts of a language: a missing one does not compile. */
export type Catalogue = Texts<typeof en>;

/** The subject and text of an email. */
export interface MailText {
  subject: string;
  text: string;
}
