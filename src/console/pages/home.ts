import { sql } from 'slonik';
import { html } from '../html/html.ts';
import { homeGroups } from '../records/home.ts';
import { type HomeStats, homeStats } from '../records/homeStats.ts';
import { page } from '../routing/page.ts';
import { type FirstSteps, firstSteps, firstStepsCard } from './home/firstSteps.ts';
import { type Review, reviewCard } from './home/review.ts';
import { businessStats, hasFigures } from './home/stats.ts';
import { type Offer, offerOnHome, openOffer } from './members/ownership.ts';

const columns = Object.entries(homeGroups).map(
  ([name, group]) => sql.fragment`${group} as ${sql.identifier([name])}`,
);

/** The home page: the state of the business, and everything that needs a person's attention. */
export const home = page<{ review: Review; stats: HomeStats; offer: Offer | null; steps: FirstSteps }>({
  path: '/',
  reads: () => ({
    review: sql.fragment`select ${sql.join(columns, sql.fragment`, `)}`,
    stats: homeStats,
    offer: openOffer,
    steps: firstSteps,
  }),
  view: ({ review, stats, offer, steps }, context) => {
    const { person } = context;
    const started = firstStepsCard(steps);
    return {
      title: 'Home',
      body: html`
        ${offerOnHome(context, offer)}
        ${started}
        ${hasFigures(stats) ? businessStats(stats, person) : null}
        ${reviewCard(review, person) ?? (started === null ? caughtUp : null)}`,
    };
  },
});

const caughtUp = html`
  <p class="empty">You’re all caught up. Drafts from assistants and integrations appear here, and so do overdue invoices, new intake
    answers, questions for clients, and webhooks that are failing or off. <a href="/projects">Go to projects</a></p>`;
