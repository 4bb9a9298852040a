import { sql } from 'slonik';
import type { z } from 'zod';
import { count, day } from '../../formatting/index.ts';
import { getWorkspace } from '../../operations/getWorkspace.ts';
import { array } from '../../records/fragments.ts';
import type { Limits, Workspace } from '../../records/workspace.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { settingsTabs } from '../parts/settingsTabs.ts';
import { table } from '../parts/table.ts';
import { page } from '../routing/page.ts';
import type { Person } from '../sessions/visit.ts';

type Limits_ = z.infer<typeof Limits>;
interface Usage {
  workspace: z.infer<typeof Workspace>;
  limits: Limits_;
}
interface Plan {
  name: string;
  clients: number | null;
  activeProjects: number | null;
  seats: number | null;
  monthlyWrites: number | null;
  api: boolean;
  webhooks: boolean;
  classification: boolean;
}

/** What is counted, in words, in the order of the table of plans. */
const counted = {
  clients: 'Clients',
  activeProjects: 'Active projects',
  seats: 'Seats',
  monthlyWrites: 'Writes by the API this month',
} satisfies Partial<Record<keyof Limits_, string>>;
const features = { api: 'API and assistants', webhooks: 'Webhooks', classification: 'Classification' };
type Counted = keyof typeof counted;
type Feature = keyof Limits_['features'];

const plans = sql.fragment`
  select ${array(sql.fragment`
    select row_to_json(r) from (
      select p.name, p.clients, p.active_projects as "activeProjects", p.seats, p.monthly_writes as "monthlyWrites",
             p.api, p.webhooks, p.classification
        from corkboard.plans p
       order by p.monthly_writes nulls last, p.name
       limit 25) r`)} as rows`;

/** What the workspace may use and has used: every answer that says a limit is reached leads here. */
export const billing = page<{ usage: Usage; plans: { rows: Plan[] } }>({
  path: '/settings/billing',
  reads: () => ({ usage: getWorkspace.does({}), plans }),
  view: ({ usage: { workspace, limits }, plans }, { person }) => ({
    title: 'Plan and usage',
    body: html`
      ${settingsTabs('/settings/billing')}
      <p>Your plan is <strong>${workspace.plan}</strong>.</p>
      <dl>${(Object.keys(counted) as Counted[]).map(name => usage(name, limits[name], person))}</dl>
      <p>What programs and assistants create counts as a write, what people do here does not. Counting begins anew on
        ${day(limits.monthlyWrites.resetsAt, person.locale)} (UTC).</p>
      <h2>What it includes</h2>
      <dl>${(Object.keys(features) as Feature[]).map(
        name => html`<dt>${features[name]}</dt><dd>${yesNo(limits.features[name])}</dd>`,
      )}</dl>
      <h2>To change it</h2>
      <p>Nothing is paid here. Ask whoever runs this Corkboard for another plan; they set it with
        <code>corkboard workspace set ${workspace.id} --plan</code> and the plan's name, and it holds from the next
        request on. A place also becomes free where a client or project is moved to the trash, a project is no longer
        active, or a <a href="/settings/members">member</a> is removed.</p>
      ${table(
        'Plans',
        [
          'Plan',
          'Clients',
          'Active projects',
          'Seats',
          'Writes a month',
          'API',
          'Webhooks',
          'Classification',
        ],
        plans.rows.map(plan => row(plan, workspace.plan, person)),
      )}`,
  }),
});

function usage(name: Counted, { used, allowed }: Limits_[Counted], { locale }: Person): Html {
  const words =
    allowed === null
      ? `${count(used, locale)}, no limit`
      : `${count(used, locale)} of ${count(allowed, locale)}`;
  // A meter's end must lie above its start.
  const bar =
    allowed === null || allowed === 0
      ? null
      : html`<meter aria-label="${counted[name]}" value="${Math.min(used, allowed)}" max="${allowed}" high="${allowed * 0.9}" optimum="0">${words}</meter>`;
  return html`<dt>${counted[name]}</dt><dd>${words}${bar}</dd>`;
}

const yesNo = (isSo: boolean) => (isSo ? 'Yes' : 'No');

function row(plan: Plan, current: string, { locale }: Person): Value[] {
  const most = (number: number | null) => (number === null ? 'No limit' : count(number, locale));
  return [
    plan.name === current ? html`${plan.name} (yours)` : plan.name,
    ...(Object.keys(counted) as Counted[]).map(name => most(plan[name])),
    ...(Object.keys(features) as Feature[]).map(name => yesNo(plan[name])),
  ];
}
