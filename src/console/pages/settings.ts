import { setWorkspace } from '../../actions/workspace.ts';
import { sql } from '../../database/sql.ts';
import { percent } from '../../formatting/index.ts';
import { fields, workspaceId } from '../../records/fragments.ts';
import { ownersOnly } from '../components/confirmFirst.ts';
import { facts } from '../components/facts.ts';
import { settingsTabs } from '../components/settingsTabs.ts';
import type { FieldOptions } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import type { Region } from './region.ts';

/** The settings by the names of the action's fields. */
interface Settings extends Region {
  name: string;
  taxRateBps: number;
  pricesIncludeTax: boolean;
  ai: boolean;
  membersSeeTime: boolean;
  letterhead: string | null;
  terms: string | null;
  intakeQuestions: string[];
  /** Whether the plan includes revision classification, which `ai` turns on. */
  classification: boolean;
}

const business = 'Your business';
const money = 'Money';
const work = 'Documents and work';

const looks: Record<string, FieldOptions> = {
  name: { section: business },
  taxRateBps: {
    label: 'Tax rate (%)',
    hint: 'Used when an invoice doesn’t set its own, for example 19',
    section: money,
  },
  pricesIncludeTax: { label: 'Prices include tax', section: money },
  ai: { label: 'Classify revisions with AI', section: work },
  membersSeeTime: {
    hint: 'In reports, weeks, projects and the audit log; otherwise only the owner does',
    section: work,
  },
  letterhead: {
    section: business,
    hint: 'Shown on invoices, scopes and contracts while the address under Documents is blank',
  },
  terms: { section: work },
  intakeQuestions: { section: work },
};
/** The details on documents, and the settings with long lists, have pages of their own (documentSettings.ts, region.ts). */
const set = byAction(setWorkspace, { path: '/settings/set', looks, names: Object.keys(looks) });

const reads = sql.fragment`
  select ${fields('w', 'name taxRateBps pricesIncludeTax ai membersSeeTime timeZone locale letterhead terms intakeQuestions')},
         w.default_currency as currency, p.classification
    from corkboard.workspaces w join corkboard.plans p on p.name = w.plan
   where w.id = ${workspaceId}`;

/** The workspace's name, defaults, locale, and the texts on its documents. */
export const settings = page<{ settings: Settings }>({
  path: '/settings',
  reads: () => ({ settings: reads }),
  view: ({ settings }, context) => ({
    title: 'Settings',
    body: html`
      ${settingsTabs(context, '/settings')}
      ${
        settings.classification
          ? null
          : html`<p class="hint">Your plan doesn’t include revision classification, so that setting has no effect. <a href="/settings/billing">See plan and billing</a>.</p>`
      }
      ${context.person.role === 'owner' ? regionSection(settings) : null}
      ${form(context, set, { values: { ...settings } }) ?? html`${ownersOnly(context, 'change these settings')}${settingsFacts(settings)}`}`,
  }),
  posts: [set],
});

/** The settings that have long lists, and the link to their page. */
const regionSection = (settings: Region): Html => html`
  <section><h2>Currency, locale and time zone</h2>
    ${facts(regionFacts(settings))}
    <p><a class="button quiet" href="/settings/region">Change currency, locale and time zone</a></p></section>`;

const regionFacts = ({ currency, locale, timeZone }: Region): [string, string][] => [
  ['Currency', currency],
  ['Locale', locale],
  ['Time zone', timeZone],
];

/** The settings as shown to members, who can't change them. */
function settingsFacts(settings: Settings): Html {
  const { name, taxRateBps, pricesIncludeTax, ai, membersSeeTime, locale } = settings;
  const { letterhead, terms, intakeQuestions } = settings;
  return facts([
    ['Name', name],
    ['Tax rate', percent(taxRateBps, locale)],
    ['Prices include tax', pricesIncludeTax ? 'Yes' : 'No'],
    ['Classify revisions with AI', ai ? 'On' : 'Off'],
    ['Members see everyone’s time', membersSeeTime ? 'Yes' : 'No'],
    ...regionFacts(settings),
    ['Letterhead', letterhead ?? 'None'],
    ['Terms', terms ?? 'None'],
    ['Intake questions', intakeQuestions.length === 0 ? 'None' : intakeQuestions.join('\n')],
  ]);
}
