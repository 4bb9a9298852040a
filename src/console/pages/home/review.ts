import type { AgreedItem } from '../../../documents/agreedLines.ts';
import { amount, counted } from '../../../formatting/index.ts';
import { cut } from '../../../vocabulary/cut.ts';
import { assistantVia } from '../../../vocabulary/provenance.ts';
import { mailedDocument } from '../../components/documentMail.ts';
import { briefInSentence, briefTime } from '../../components/time.ts';
import { type FormOptions, form } from '../../forms/form.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { type IconName, listIcon } from '../../html/icons.ts';
import { type HomeItem, type homeGroups, maxNote, maxShown } from '../../queries/home.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { withQuery } from '../../requests/paths.ts';
import type { Person } from '../../sessions/person.ts';
import { agreedInvoiceAddress, draftAgreed } from '../invoiceAgreed.ts';

/** The items that need a person's attention, by group. */
export type Review = Record<keyof typeof homeGroups, HomeItem[]>;

/** How a group of items is shown. */
interface GroupView {
  icon: IconName;
  color: '' | ' bad' | ' warn' | ' info';
  href: (one: HomeItem) => string;
  /** The task, as the text of the link. */
  says: (one: HomeItem, person: Person) => string;
  /** The parts of the line below. */
  notes: (one: HomeItem, person: Person) => Value[];
  button: string;
  /** How the button drafts the invoice, instead of opening the link. */
  post?: (one: HomeItem) => FormOptions;
  /** The address of the list of this group; without one, further items appear here as the first ones are done. */
  more?: { href: string; says: string };
}

const tab = (name: string) => (one: HomeItem) => `/projects/${one.id}?tab=${name}`;
const invoicePage = ({ id }: HomeItem) => `/invoices/${id}`;
const drafter = ({ by }: HomeItem) => by ?? 'an unknown API key';
const age = ({ since }: HomeItem, person: Person) => briefTime(since!, person);
const drafted = (one: HomeItem, person: Person): Value[] => [assistantVia(one.via!), age(one, person)];

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** An agreed item inside a sentence. */
function agreedName(kind: AgreedItem['kind'], name: string | null, project: string): string {
  if (kind === 'scope') return `the scope of ${project}`;
  if (kind === 'estimate') return `estimate ${name}`;
  return name === null ? `a change order of ${project}` : `change order “${name}”`;
}

/** A part of a payment plan. */
const partName = ({ part, agreed, note, name }: HomeItem) =>
  `Payment ${part} of ${agreedName(agreed!, note ?? null, name)}`;

/** The groups, most urgent first. */
const groups: Record<keyof Review, GroupView> = {
  overdue: {
    icon: 'circle-alert',
    color: ' bad',
    href: invoicePage,
    says: ({ name, daysLate }, { locale }) => `${name} is ${counted(daysLate!, 'day', locale)} overdue`,
    notes: ({ client, project, totalCents, currency }, { locale }) => [
      client!,
      project!,
      ...(totalCents == null ? [] : [`the rest of ${amount(totalCents, currency!, locale)}`]),
    ],
    button: 'Open',
    more: { href: '/invoices?overdue=true', says: 'See all overdue invoices' },
  },
  dueParts: {
    icon: 'receipt-text',
    color: ' warn',
    href: ({ id }) => `/projects/${id}?tab=invoices`,
    says: one => `${partName(one)} is due`,
    notes: ({ client, name }) => [client!, name],
    button: 'Draft invoice',
    post: one => ({
      params: { id: one.id },
      values: { item: one.item, part: one.part, shown: one.version },
      recordName: partName(one),
    }),
  },
  toInvoice: {
    icon: 'receipt-text',
    color: ' info',
    href: ({ id, item }) => withQuery(agreedInvoiceAddress(id), { item: item! }),
    says: ({ agreed, note, name }) =>
      capitalized(`${agreedName(agreed!, note ?? null, name)} isn’t invoiced yet`),
    notes: (one, person) => [
      one.client!,
      ...(one.agreed === 'scope' ? [] : [one.name]),
      html`${one.agreed === 'estimate' ? 'accepted' : 'approved'} ${briefInSentence(one.since!, person)}`,
    ],
    button: 'Invoice',
  },
  mails: {
    icon: 'mail-x',
    color: ' bad',
    href: ({ id }) => `/emails/${id}`,
    says: ({ kind, name, client }) =>
      `${mailedDocument({ kind: kind!, recordName: name })} couldn’t be emailed to ${client}`,
    notes: (one, person) => [one.note!, age(one, person)],
    button: 'Open',
  },
  drafts: {
    icon: 'bot',
    color: ' info',
    href: invoicePage,
    says: one => `${one.name} drafted by ${drafter(one)}`,
    notes: (one, person) => [one.client!, one.project!, ...drafted(one, person)],
    button: 'Review',
    more: { href: '/invoices?status=DRAFT', says: 'See all drafts' },
  },
  scopes: {
    icon: 'file-pen-line',
    color: ' info',
    href: tab('scope'),
    says: one => `Scope drafted by ${drafter(one)} awaits approval`,
    notes: (one, person) => [one.client!, one.name, ...drafted(one, person)],
    button: 'Review',
  },
  requests: {
    icon: 'file-pen-line',
    color: ' warn',
    href: tab('scope'),
    says: ({ client }) => `${client} asks for changes to a scope`,
    notes: (one, person) => [`“${cut(one.note!, maxNote)}”`, one.name, age(one, person)],
    button: 'Open',
  },
  inquiries: {
    icon: 'inbox',
    color: ' warn',
    href: ({ id }) => `/inquiries/${id}`,
    says: ({ name }) => `${name} sent an inquiry`,
    notes: (one, person) => [
      ...(one.client == null ? [] : [one.client]),
      `“${cut(one.note!, maxNote)}”`,
      age(one, person),
    ],
    button: 'Open',
    more: { href: '/inquiries', says: 'See all inquiries' },
  },
  questions: {
    icon: 'circle-question-mark',
    color: ' warn',
    href: tab('revisions'),
    says: ({ client }) => `Ask ${client} before you start`,
    notes: ({ name, note }) => [`“${note}”`, name],
    button: 'Open',
  },
  overBudget: {
    icon: 'repeat',
    color: ' warn',
    href: tab('revisions'),
    says: ({ name, note }) => `${name} is over budget: revision round ${note}`,
    notes: (one, person) => [one.client!, age(one, person)],
    button: 'Open',
  },
  intakes: {
    icon: 'clipboard-list',
    color: '',
    href: tab('intake'),
    says: ({ client }) => `${client} answered the intake`,
    notes: (one, person) => [one.name, 'no scope yet', age(one, person)],
    button: 'Open',
  },
  endpoints: {
    icon: 'unplug',
    color: ' warn',
    href: ({ id }) => `/settings/webhooks/${id}`,
    says: ({ name, state }) => `Webhook ${name} is ${state === 'off' ? 'off' : 'failing'}`,
    notes: ({ state, since, note }, person) => [
      html`${state === 'off' ? 'Off' : 'Failing'} since ${briefInSentence(since!, person)}${note == null ? null : `: ${note}`}`,
    ],
    button: 'Fix',
    more: { href: '/settings/integrations', says: 'See all webhooks' },
  },
};
const names = Object.keys(groups) as (keyof Review)[];

/** Whether all items are asked for that the page can show. */
const asksForAll = (search: URLSearchParams): boolean => search.get('review') === 'all';

/** The card with everything that needs a person's attention; null if nothing does. */
export function reviewCard(review: Review, context: PageContext): Html | null {
  const { search } = context;
  const shown = names.filter(name => review[name].length > 0);
  if (shown.length === 0) return null;
  const hasAll = asksForAll(search);
  const most = maxShown(hasAll);
  return html`
    <section class="todos">
      <h2>Needs your review</h2>
      <ul class="plain" data-keys="true">${shown.map(name =>
        review[name].slice(0, most).map((one, at) => todo(name, one, at, context)),
      )}</ul>
      ${further(
        shown.filter(name => review[name].length > most).map(name => groups[name]),
        hasAll,
      )}
    </section>`;
}

function todo(name: keyof Review, one: HomeItem, at: number, context: PageContext): Html {
  const { person } = context;
  const { icon, color, href, says, notes, button, post } = groups[name];
  // Unless it drafts something, the button only shows what the link does: a click on either opens it.
  const action = post
    ? form(context, draftAgreed, post(one))
    : html`<span class="button quiet" aria-hidden="true">${button}</span>`;
  return html`
<li class="todo"><span class="badge${color}">${listIcon(icon, `icon-${name}`, at === 0)}</span><div><a href="${href(one)}">${says(one, person)}</a> <span class="sub">${notes(one, person).map((note, at) => html`${at === 0 ? null : ' · '}<bdi>${note}</bdi>`)}</span></div><span class="number">${money(one, person)}</span>${action}</li>`;
}

const money = ({ cents, currency }: HomeItem, { locale }: Person) =>
  cents == null ? null : amount(cents, currency!, locale);

/** What is below the list if it doesn't show everything. */
function further(crowded: readonly GroupView[], hasAll: boolean): Html | null {
  if (crowded.length === 0) return null;
  const links = crowded.flatMap(({ more }) => (more === undefined ? [] : [more]));
  const rest = hasAll
    ? html`<span>More items appear here as you finish these.</span>`
    : html`<a href="/?review=all">Show more</a>`;
  return html`<div class="further">
    ${links.map(({ href, says }) => html`<a href="${href}">${says}</a>`)}
    ${links.length < crowded.length || !hasAll ? rest : null}</div>`;
}
