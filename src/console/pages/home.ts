import { sql } from 'slonik';
import { amount, day, moment } from '../../formatting/index.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { provenance } from '../parts/provenance.ts';
import { sinceAndWhy } from '../parts/webhookLabels.ts';
import { type HomeItem, homeGroups, maxShown } from '../records/home.ts';
import { page } from '../routing/page.ts';
import type { Person } from '../sessions/person.ts';
import { type Offer, offerOnHome, openOffer } from './members/ownership.ts';

/** How a group of items on the home page is shown. */
interface GroupView {
  heading: string;
  href: (one: HomeItem) => string;
  /** The text beside an item's name. */
  says: (one: HomeItem, person: Person) => Value;
  /** The address of a list of exactly this group; without one, further items appear here as the first ones are done. */
  more?: string;
}

const at = (time: string, { locale, time_zone }: Person) => moment(time, locale, time_zone);
const total = ({ totalCents, currency }: HomeItem, { locale }: Person) =>
  amount(totalCents!, currency!, locale);
const drafted = ({ via, by, since }: HomeItem, person: Person) =>
  provenance('drafted', { via: via!, by: by!, at: since! }, person);
const tab = (name: string) => (one: HomeItem) => `/projects/${one.id}?tab=${name}`;

const groups: Record<keyof typeof homeGroups, GroupView> = {
  drafts: {
    heading: 'Drafts to review',
    href: ({ id }) => `/invoices/${id}`,
    says: (one, person) => html`${total(one, person)}, ${drafted(one, person)}`,
    more: '/invoices?status=DRAFT',
  },
  scopes: {
    heading: 'Awaiting approval',
    href: tab('scope'),
    says: drafted,
  },
  overdue: {
    heading: 'Overdue',
    href: ({ id }) => `/invoices/${id}`,
    says: (one, person) => `${total(one, person)}, due ${day(one.since!, person.locale)}`,
    more: '/invoices?overdue=true',
  },
  intakes: {
    heading: 'New intake answers',
    href: tab('intake'),
    says: ({ since }, person) => `answered ${at(since!, person)}, no scope yet`,
  },
  questions: {
    heading: 'Questions for clients',
    href: tab('revisions'),
    says: ({ note }) => note!,
  },
  overBudget: {
    heading: 'Over budget',
    href: tab('revisions'),
    says: ({ note }) => `revision round ${note}`,
  },
  endpoints: {
    heading: 'Webhooks that need attention',
    href: ({ id }) => `/settings/webhooks/${id}`,
    says: ({ state, since, note }, person) =>
      html`${state === 'off' ? 'off' : 'failing'}${sinceAndWhy({ state: state!, since: since!, why: note!, until: null }, person)}`,
    more: '/settings/integrations',
  },
};
type Name = keyof typeof groups;
const names = Object.keys(groups) as Name[];

const columns = names.map(name => sql.fragment`${homeGroups[name]} as ${sql.identifier([name])}`);

/** The home page: everything that waits for a person. */
export const home = page<{ waiting: Record<Name, HomeItem[]>; offer: Offer | null }>({
  path: '/',
  reads: () => ({
    waiting: sql.fragment`select ${sql.join(columns, sql.fragment`, `)}`,
    offer: openOffer,
  }),
  view: ({ waiting, offer }, context) => {
    const offered = offerOnHome(context, offer);
    const some = names.filter(name => waiting[name].length > 0);
    return {
      title: 'Home',
      body:
        some.length === 0 && offered === null
          ? emptyState
          : html`${offered}${some.map(name => section(groups[name], waiting[name], context.person))}`,
    };
  },
});

function section(group: GroupView, waiting: HomeItem[], person: Person): Html {
  return html`
    <section>
      <h2>${group.heading}</h2>
      <ul class="list" data-keys="true">${waiting.slice(0, maxShown).map(
        one => html`
        <li><a href="${group.href(one)}">${one.name}${one.client === undefined ? null : ` for ${one.client}`}</a>
          <span class="when">${group.says(one, person)}</span></li>`,
      )}</ul>
      ${waiting.length > maxShown ? moreLink(group) : null}
    </section>`;
}

const moreLink = ({ more }: GroupView) =>
  more === undefined
    ? html`<p class="quiet-text">More items appear here as you finish these.</p>`
    : html`<p><a href="${more}">Show all</a></p>`;

const emptyState = html`
  <p class="empty">You’re all caught up. Drafts from assistants and integrations appear here, and so do overdue invoices, new intake
    answers, questions for clients, and webhooks that are failing or off. <a href="/projects">Go to projects</a></p>`;
