import { removeLogo, setLogo } from '../../actions/logo.ts';
import { setNumbers, setWorkspace } from '../../actions/workspace.ts';
import { fragment } from '../../database/fragment.ts';
import { sql } from '../../database/sql.ts';
import type { Sender as PartySender, ZeroTaxReason } from '../../documents/partySnapshot.ts';
import { typedAddress } from '../../documents/typedAddress.ts';
import { column } from '../../records/columns.ts';
import { objects, workspaceId } from '../../records/fragments.ts';
import { numberedKinds } from '../../vocabulary/documents.ts';
import { card } from '../components/card.ts';
import { ownersOnly } from '../components/confirmFirst.ts';
import { disclosure } from '../components/disclosure.ts';
import { facts } from '../components/facts.ts';
import { logoPath } from '../components/logo.ts';
import { addressText, hasNoAddress, partyLooks, paymentTerm, zeroTaxReason } from '../components/party.ts';
import { settingsTabs } from '../components/settingsTabs.ts';
import type { FieldOptions } from '../forms/fields.ts';
import { form, typedOver } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** The workspace's details on documents, by the names of the action's fields. */
interface Sender extends Omit<PartySender, 'locale' | 'timeZone'> {
  zeroTaxReason: ZeroTaxReason | null;
  paymentTermDays: number | null;
  invoiceNotes: string | null;
  estimateNotes: string | null;
}

const business = 'Business';
const address = 'Address';
const tax = 'Tax and registration';
const payment = 'Getting paid';
const invoices = 'Invoices and estimates';
const eInvoices = 'Electronic invoices';

const looks: Record<string, FieldOptions> = {
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
    label: 'Notes on invoices',
    hint: 'Drafts that members create begin with these notes',
  },
  estimateNotes: { section: invoices, label: 'Notes on estimates', hint: undefined },
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

const set = byAction(setWorkspace, { path: '/settings/documents/set', looks, names: Object.keys(looks) });
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

/** How a kind of documents is numbered, with the next number as it will be on the document. */
interface Numbers {
  kind: NumberedKind;
  format: string;
  restartsYearly: boolean;
  nextNumber: number;
  next: string;
}

type NumberedKind = (typeof numberedKinds)[number];
const numbered: Record<NumberedKind, string> = {
  invoice: 'Invoices',
  estimate: 'Estimates',
  credit_note: 'Credit notes',
};
const example =
  '{number} counts up, {number:3} with at least three digits, and {year} is the year. RE-{year}-{number:3} makes RE-2026-118';

const numbersPost = (kind: NumberedKind) =>
  byAction(setNumbers, {
    path: `/settings/documents/numbers/${kind.replace('_', '-')}`,
    redirectTo: () => '/settings/documents',
    looks: {
      kind: { hidden: true },
      format: { hint: example, required: true },
      restartsYearly: { hint: 'The format must have {year} then' },
      nextNumber: {
        hint: 'Raise it to go on from another program. You can’t lower it again',
        required: true,
      },
    },
  });
const numbersPosts = {
  invoice: numbersPost('invoice'),
  estimate: numbersPost('estimate'),
  credit_note: numbersPost('credit_note'),
};

const numbersRead = sql.fragment`
  select ${objects(sql.fragment`
    select k.kind, n.format, n.restarts_yearly as "restartsYearly", n.next_number as "nextNumber",
           corkboard.format_number(n.format, n.year, n.next_number) as next
      from unnest(${sql.array(numberedKinds, 'text')}) k (kind),
           corkboard.next_in_series(${workspaceId}, k.kind) n`)} as kinds`;

const columns = Object.keys(looks).map(name => column('w', name));
const reads = sql.fragment`
  select ${fragment(columns.join(', '), [])}, w.name, w.letterhead, encode(w.logo_sha256, 'hex') as logo
    from corkboard.workspaces w
   where w.id = ${workspaceId}`;

/** Who issues the workspace's documents and how they are paid, and the logo on them. */
export const documentSettings = page<{ sender: Sender; numbers: { kinds: Numbers[] } }>({
  path: '/settings/documents',
  reads: () => ({ sender: reads, numbers: numbersRead }),
  view: ({ sender, numbers }, context) => ({
    title: 'Documents',
    body: html`
      ${settingsTabs(context, '/settings/documents')}
      ${context.person.role === 'owner' ? html`<p class="hint">Invoices, estimates, scopes and contracts show what you fill in here. Documents that you have sent stay as they are.</p>` : null}
      ${logoSection(sender, context)}
      ${context.person.role === 'owner' ? letterheadNote(sender) : null}
      ${form(filledIn(sender, context), set, { values: { ...sender } }) ?? html`${ownersOnly(context, 'change these settings')}${senderFacts(sender)}`}
      ${numbersSection(numbers.kinds, context)}`,
  }),
  posts: [set, upload, remove, ...Object.values(numbersPosts)],
});

const numbersSection = (kinds: Numbers[], context: PageContext): Html | null =>
  card(
    'Numbers',
    kinds.map(({ kind, next, ...values }) => {
      const name = numbered[kind];
      const change = disclosure(context, `Change numbers of ${name.toLowerCase()}`, numbersPosts[kind], {
        values: { kind, ...values },
        isLong: true,
      });
      return html`<h3>${name}</h3><p>Next: <strong class="num">${next}</strong></p>${change}`;
    }),
  );

function logoSection({ logo, legalName, name }: Sender, context: PageContext): Html | null {
  if (logo === null) return card('Logo', form(context, upload));
  const image = html`<p><img class="logo" src="${logoPath(context.person.workspace_id, logo)}" alt="Logo of ${legalName ?? name}"></p>`;
  return card('Logo', [image, form(context, upload), form(context, remove, { quiet: true })]);
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
  return typedOver(context, set, { ...sender }, typed);
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
    ['Notes on invoices', sender.invoiceNotes],
    ['Notes on estimates', sender.estimateNotes],
    ['Footer', sender.invoiceFooter],
    ['E-invoice network ID', sender.eInvoiceNetworkId],
    ['Contact', contact || null],
  ];
  return facts(known.map(([name, value]) => [name, value ?? 'None']));
}
