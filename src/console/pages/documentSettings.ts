import { removeLogo, setLogo } from '../../actions/logo.ts';
import { setWorkspace } from '../../actions/workspace.ts';
import { sql } from '../../database/sql.ts';
import type { Address, ZeroTaxReason } from '../../documents/partySnapshot.ts';
import { typedAddress } from '../../documents/typedAddress.ts';
import { workspaceId } from '../../operations/define.ts';
import type { Look } from '../forms/fields.ts';
import { form, typedOver } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { ownersOnly } from '../parts/confirmFirst.ts';
import { facts } from '../parts/facts.ts';
import { logoPath } from '../parts/logo.ts';
import { addressText, hasNoAddress, partyLooks, paymentTerm, zeroTaxReason } from '../parts/party.ts';
import { settingsTabs } from '../parts/settingsTabs.ts';
import { byAction } from '../posts/byAction.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** What documents say of the workspace, by the names of the action's fields. */
interface Sender extends Address {
  name: string;
  legalName: string | null;
  letterhead: string | null;
  vatNumber: string | null;
  taxNumber: string | null;
  registrationNumber: string | null;
  zeroTaxReason: ZeroTaxReason | null;
  iban: string | null;
  bic: string | null;
  bankDetails: string | null;
  payLink: string | null;
  paymentTermDays: number | null;
  invoiceNotes: string | null;
  invoiceFooter: string | null;
  eInvoiceNetworkId: string | null;
  contactName: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  /** The SHA-256 of the logo, in hex. */
  logo: string | null;
}

const business = 'Business';
const address = 'Address';
const tax = 'Tax and registration';
const payment = 'Getting paid';
const invoices = 'Invoices';
const eInvoices = 'Electronic invoices';

const looks: Record<string, Look> = {
  legalName: {
    section: business,
    hint: 'The company or person that issues documents, if not the workspace’s name',
  },
  ...partyLooks({ address, tax }),
  taxNumber: { section: tax, hint: 'A national tax number, such as a Steuernummer or an EIN' },
  registrationNumber: { section: tax, hint: 'In a register of companies, for example HRB 12345' },
  iban: { section: payment, label: 'IBAN', hint: 'The account that clients pay to' },
  bic: { section: payment, label: 'BIC', hint: 'The bank of that account' },
  bankDetails: {
    section: payment,
    rows: 3,
    hint: 'How to pay where there is no IBAN: bank, account and routing number',
  },
  payLink: {
    section: payment,
    label: 'Payment link',
    kind: 'text',
    hint: 'Where clients pay online. Corkboard fills in {number}, {amount}, {currency} and {reference}, as in https://pay.example.com/{number}',
  },
  paymentTermDays: { section: payment, hint: 'Drafts that members create are due after this many days' },
  invoiceNotes: {
    section: invoices,
    label: 'Notes',
    hint: 'Drafts that members create begin with these notes',
  },
  invoiceFooter: {
    section: invoices,
    rows: 2,
    label: 'Footer',
    hint: 'At the foot of each page of a document',
  },
  eInvoiceNetworkId: {
    section: eInvoices,
    hint: 'Your address in the network for electronic invoices: a scheme, a colon and the ID, for example 0088:4012345000009',
  },
  contactName: {
    section: eInvoices,
    hint: 'Clients can ask this person about invoices. German e-invoices must name one.',
  },
  contactEmail: { section: eInvoices, hint: undefined },
  contactPhone: { section: eInvoices, hint: undefined },
};

const all = byAction(setWorkspace, { path: '/settings/documents/set', looks });
const set = { ...all, fields: all.fields.filter(({ name }) => name in looks) };
const upload = byAction(setLogo, {
  path: '/settings/documents/logo',
  looks: {
    logo: {
      kind: 'file',
      label: 'File',
      hint: 'A PNG, JPEG or SVG file of at most 200 KB',
      accept: '.png,.jpg,.jpeg,.svg',
    },
  },
});
const remove = byAction(removeLogo, { path: '/settings/documents/logo/remove' });

const reads = sql.fragment`
  select w.name, w.letterhead, w.legal_name as "legalName", w.address_lines as "addressLines",
         w.postal_code as "postalCode", w.city, w.region, w.country, w.vat_number as "vatNumber",
         w.tax_number as "taxNumber", w.registration_number as "registrationNumber",
         w.zero_tax_reason as "zeroTaxReason", w.iban, w.bic, w.bank_details as "bankDetails", w.pay_link as "payLink",
         w.payment_term_days as "paymentTermDays", w.invoice_notes as "invoiceNotes",
         w.invoice_footer as "invoiceFooter", w.e_invoice_network_id as "eInvoiceNetworkId",
         w.contact_name as "contactName", w.contact_email as "contactEmail", w.contact_phone as "contactPhone",
         encode(w.logo_sha256, 'hex') as logo
    from corkboard.workspaces w
   where w.id = ${workspaceId}`;

/** Who issues the workspace's documents and how they are paid, and the logo on them. */
export const documentSettings = page<{ sender: Sender }>({
  path: '/settings/documents',
  reads: () => ({ sender: reads }),
  view: ({ sender }, context) => ({
    title: 'Documents',
    crumbs: [['Settings', '/settings']],
    body: html`
      ${settingsTabs(context, '/settings/documents')}
      ${context.person.role === 'owner' ? html`<p class="hint">Invoices, estimates, scopes and contracts show what you fill in here. Documents that you have sent stay as they are.</p>` : null}
      ${logoSection(sender, context)}
      ${context.person.role === 'owner' ? letterheadNote(sender) : null}
      ${form(filledIn(sender, context), set, { values: { ...sender } }) ?? html`${ownersOnly(context, 'change these settings')}${senderFacts(sender)}`}`,
  }),
  posts: [set, upload, remove],
});

function logoSection({ logo, legalName, name }: Sender, context: PageContext): Html | null {
  const image =
    logo === null
      ? null
      : html`<p><img class="logo" src="${logoPath(context.person.workspace_id, logo)}" alt="Logo of ${legalName ?? name}"></p>`;
  const forms = [form(context, upload), logo === null ? null : form(context, remove, { quiet: true })];
  if (image === null && forms.every(one => one === null)) return null;
  return html`<section><h2>Logo</h2>${image}${forms}</section>`;
}

/** Whether the address is to be filled in from the letterhead. */
const isToFillIn = (sender: Sender): boolean => hasNoAddress(sender) && sender.letterhead !== null;

const letterheadNote = (sender: Sender): Html | null =>
  isToFillIn(sender)
    ? html`<p class="notice" role="status">The address below is filled in from your <a href="/settings">letterhead</a>. Check it, then save. Until then, documents show the letterhead.</p>`
    : null;

/** The page with the address of the letterhead in its form, as if the person had typed it. */
function filledIn(sender: Sender, context: PageContext): PageContext {
  if (!isToFillIn(sender) || context.rejected?.path === set.path) return context;
  const found = typedAddress(sender.letterhead!, [sender.name, sender.legalName]);
  const typed = { ...found, legalName: sender.legalName ?? found.legalName };
  const values = typedOver(set, { ...sender }, typed, context.person);
  return { ...context, rejected: { path: set.path, values, messages: [], status: 200 } };
}

/** The settings as shown to members, who can't change them. */
function senderFacts(sender: Sender): Html {
  const { contactName, contactEmail, contactPhone } = sender;
  const contact = [contactName, contactEmail, contactPhone].filter(value => value !== null).join('\n');
  const known: [name: string, value: string | null][] = [
    ['Legal name', sender.legalName],
    ['Address', addressText(sender) ?? sender.letterhead],
    ['VAT number', sender.vatNumber],
    ['Tax number', sender.taxNumber],
    ['Registration number', sender.registrationNumber],
    ['Reason for a rate of 0', zeroTaxReason(sender.zeroTaxReason)],
    ['IBAN', sender.iban],
    ['BIC', sender.bic],
    ['Bank details', sender.bankDetails],
    ['Payment link', sender.payLink],
    ['Payment term', paymentTerm(sender.paymentTermDays)],
    ['Notes', sender.invoiceNotes],
    ['Footer', sender.invoiceFooter],
    ['E-invoice network ID', sender.eInvoiceNetworkId],
    ['Contact', contact || null],
  ];
  return facts(known.map(([name, value]) => [name, value ?? 'None']));
}
