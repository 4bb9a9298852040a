import { sql } from '../../database/sql.ts';
import { exampleIds } from '../../records/example.ts';
import { selectList, workspaceId } from '../../records/fragments.ts';
import { activity } from '../components/activity.ts';
import { html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { type AuditEntry, entries } from '../queries/auditLog.ts';
import { homeGroups } from '../queries/home.ts';
import { type HomeCharts, homeCharts } from '../queries/homeCharts.ts';
import { type HomeStats, homeStats } from '../queries/homeStats.ts';
import { chartCards } from './home/charts.ts';
import { dismissSteps, type FirstSteps, firstSteps, firstStepsCard } from './home/firstSteps.ts';
import { type Review, reviewCard } from './home/review.ts';
import { agreedCard, businessStats, hasFigures } from './home/stats.ts';
import { type Offer, offerOnHome, openOffer } from './members/ownership.ts';

/** How many of the last changes the home page shows. */
const maxActivity = 6;

/** The home page: the state of the business, and everything that needs a person's attention. */
export const home = page<{
  review: Review;
  stats: HomeStats;
  offer: Offer | null;
  steps: FirstSteps;
  charts: HomeCharts;
  recent: { rows: AuditEntry[] };
  demo: { isDemo: boolean };
}>({
  path: '/',
  reads: () => ({
    review: sql.fragment`select ${selectList(homeGroups)}`,
    stats: homeStats,
    offer: openOffer,
    steps: firstSteps,
    charts: homeCharts,
    recent: entries({}, null, maxActivity),
    demo: isDemo,
  }),
  view: ({ review, stats, offer, steps, charts, recent, demo }, context) => {
    const { person } = context;
    const started = firstStepsCard(steps, context);
    // Before the first project there is nothing to review or to count.
    const isEmpty = started !== null && !steps.hasProject;
    const waiting = reviewCard(review, context) ?? (isEmpty ? null : caughtUp);
    return {
      title: 'Home',
      body: html`
        ${offerOnHome(context, offer)}
        ${demo.isDemo ? demoHint : null}
        ${hasFigures(stats) ? businessStats(stats, person) : null}
        ${started !== null && waiting !== null ? html`<div class="beside"><div>${waiting}</div><div>${started}</div></div>` : html`${started}${waiting}`}
        ${agreedCard(stats, person)}
        ${chartCards(charts, context)}
        ${activity(recent.rows, person, '/settings/audit')}`,
    };
  },
  posts: [dismissSteps],
});

/** Whether it is the workspace of the first start (src/demo/story.ts), whose ids nothing else makes. */
const isDemo = sql.fragment`
  select exists (
    select 1 from corkboard.clients c where c.workspace_id = ${workspaceId} and c.id = ${exampleIds.clientId}) as "isDemo"`;

const demoHint = html`
  <p class="hint">This is a demo workspace. “Start your own workspace” in README.md says how to make one for yourself.</p>`;

const caughtUp = html`
  <p class="empty">You’re all caught up. Drafts from assistants and integrations appear here, and so do overdue invoices, agreed work that isn’t invoiced,
    inquiries, new intake answers, requested changes, questions for clients, emails that failed, and webhooks that are failing or off. <a href="/projects">Go to projects</a></p>`;
