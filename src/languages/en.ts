/**
 * The texts in English of documents, as ICU messages, and of the emails to clients. The other catalogues have the same keys, which
 * TypeScript checks.
 */
export const en = {
  title: '{kind, select, estimate {Estimate} other {Invoice}}',
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
  amountDue: 'Amount due',
  amountDueBy: 'Amount due by {date}',

  small_business:
    '{country, select, DE {No VAT is charged under § 19 of the German VAT Act (small business).} other {No {tax} is charged: the supplier is exempt as a small business.}}',
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
    '{kind, select, invoice {Invoice {number}} late_fee {Late fee for {number}} void {Void of {number}} removed_payment {Reversed payment for {number}} other {Payment for {number}}}',
  addedEntry: '{entry} (recorded later)',
  addedEntries:
    'Recorded after our email of {day} on earlier days: {count, plural, one {one entry} other {{count, number} entries}}, {amount} in all.',
  inCurrency: 'In {currency}',
  noEntries: 'Nothing was invoiced or paid in this period.',
  tooManyEntries:
    'This period has {count, number} entries, more than a statement lists. Choose a shorter one to see them.',

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
