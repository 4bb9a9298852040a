import type { z } from 'zod';
import { sql } from '../../database/sql.ts';
import { count, day } from '../../formatting/index.ts';
import { getWorkspace } from '../../operations/getWorkspace.ts';
import { fields, objects } from '../../records/fragments.ts';
import type { Limits, Workspace } from '../../records/workspace.ts';
import { settingsTabs } from '../components/settingsTabs.ts';
import { table } from '../components/table.ts';
import { word } from '../forms/labels.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { page } from '../page/page.ts';
import type { Person } from '../sessions/person.ts';

type WorkspaceLimits = z.infer<typeof Limits>;
interface Usage {
  workspace: z.infer<typeof Workspace>;
  limits: WorkspaceLimits;
}

/** The labels of the limits, in the order of the table of plans. */
const limitLabels = {
  clients: 'Clients',
  activeProjects: 'Active projects',
  seats: 'Seats',
  monthlyWrites: 'API writes this month',
} satisfies Partial<Record<keyof WorkspaceLimits, string>>;
const featureLabels = {
  api: 'API and AI assistants',
  webhooks: 'Webhooks',
  classification: 'Revision classification',
};
type LimitName = keyof typeof limitLabels;
type FeatureName = keyof WorkspaceLimits['features'];
/** A plan, with its limits (null: none) and features. */
type Plan = { name: string } & Record<LimitName, number | null> & Record<FeatureName, boolean>;

const plans = sql.fragment`
  select ${objects(sql.fragment`
    select ${fields('p', 'name clients activeProjects seats monthlyWrites api webhooks classification')}
      from corkboard.plans p
     order by p.monthly_writes nulls last, p.name
     limit 25`)} as rows`;

/** The limits of the workspace and its usage. Every error about a reached limit links here. */
export const billing = page<{ usage: Usage; plans: { rows: Plan[] } }>({
  path: '/settings/billing',
  reads: () => ({ usage: getWorkspace.sqlCall({}), plans }),
  view: ({ usage: { workspace, limits }, plans }, { person }) => ({
    title: 'Plan and billing',
    body: html`
      ${settingsTabs({ person }, '/settings/billing')}
      <section><h2>Your plan: ${word(workspace.plan)}</h2>
      <dl>${(Object.keys(limitLabels) as LimitName[]).map(name => usage(name, limits[name], person))}${(
        Object.keys(featureLabels) as FeatureName[]
      ).map(name => html`<dt>${featureLabels[name]}</dt><dd>${yesNo(limits.features[name])}</dd>`)}</dl>
      <p class="hint">Records that integrations and assistants create count as API writes. What you do here doesn’t. The count
        resets on ${day(limits.monthlyWrites.resetsAt, person.locale)} (UTC).</p></section>
      <section><h2>Change your plan</h2>
      <p>To change your plan, contact the operator of your Corkboard server and give this workspace ID:
        <code>${workspace.id}</code>. Changes take effect at once.</p>
      <p>To make room within your plan, move a client or project to the trash, change a project’s status from active, or
        remove a <a href="/settings/members">member</a>.</p>
      ${table(
        'Plans',
        [
          'Plan',
          'Clients',
          'Active projects',
          'Seats',
          'API writes per month',
          'API',
          'Webhooks',
          'Revision classification',
        ],
        plans.rows.map(plan => row(plan, workspace.plan, person)),
      )}</section>`,
  }),
});

function usage(name: LimitName, { used, allowed }: WorkspaceLimits[LimitName], { locale }: Person): Html {
  const words =
    allowed === null
      ? `${count(used, locale)}, no limit`
      : `${count(used, locale)} of ${count(allowed, locale)}`;
  // A meter's maximum must be greater than its minimum.
  const bar =
    allowed === null || allowed === 0
      ? null
      : html`<meter aria-label="${limitLabels[name]}" value="${Math.min(used, allowed)}" max="${allowed}" high="${allowed * 0.9}" optimum="0">${words}</meter>`;
  return html`<dt>${limitLabels[name]}</dt><dd>${words}${bar}</dd>`;
}

const yesNo = (isSo: boolean) => (isSo ? 'Yes' : 'No');

function row(plan: Plan, current: string, { locale }: Person): Value[] {
  const most = (number: number | null) => (number === null ? 'No limit' : count(number, locale));
  return [
    word(plan.name) + (plan.name === current ? ' (your plan)' : ''),
    ...(Object.keys(limitLabels) as LimitName[]).map(name => most(plan[name])),
    ...(Object.keys(featureLabels) as FeatureName[]).map(name => yesNo(plan[name])),
  ];
}
