import { setWorkspace } from '../../actions/workspace.ts';
import { sql } from '../../database/sql.ts';
import { localeChoices, timeZoneChoices } from '../../formatting/choices.ts';
import { percent } from '../../formatting/index.ts';
import { workspaceId } from '../../operations/define.ts';
import { ownersOnly } from '../components/confirmFirst.ts';
import { facts } from '../components/facts.ts';
import { settingsTabs } from '../components/settingsTabs.ts';
import { currencyOptions } from '../forms/currencies.ts';
import type { FieldOptions } from '../forms/fields.ts';
import { form, typedOver } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { countryForm, defaultsOf } from './settings/country.ts';

/** The settings by the names of the action's fields. */
interface Settings {
  name: string;
  currency: string;
  taxRateBps: number;
  pricesIncludeTax: boolean;
  ai: boolean;
  membersSeeTime: boolean;
  timeZone: string;
  locale: string;
  letterhead: string | null;
  terms: string | null;
  intakeQuestions: string[];
  /** Whether the plan includes revision classification, which `ai` turns on. */
  classification: boolean;
}

const business = 'Your business';
const money = 'Money';
const region = 'Language and time';
const work = 'Documents and work';

const looks: Record<string, FieldOptions> = {
  name: { section: business },
  letterhead: {
    section: business,
    hint: 'Shown on invoices, scopes and contracts while the address under Documents is blank',
  },
  currency: { ...currencyOptions, section: money },
  taxRateBps: {
    label: 'Tax rate (%)',
    hint: 'Used when an invoice doesn’t set its own, for example 19',
    section: money,
  },
  pricesIncludeTax: { label: 'Prices include tax', section: money },
  locale: {
    section: region,
    kind: 'select',
    options: localeChoices,
    hint: 'The language and country for amounts and dates',
  },
  timeZone: {
    section: region,
    kind: 'select',
    options: timeZoneChoices,
    hint: 'For the dates and times you see',
  },
  terms: { section: work },
  intakeQuestions: { section: work },
  ai: { label: 'Classify revisions with AI', section: work },
  membersSeeTime: {
    hint: 'In reports, weeks, projects and the audit log; otherwise only the owner does',
    section: work,
  },
};
const all = byAction(setWorkspace, {
  path: '/settings/set',
  looks,
  // Without the country in the address, which would fill the form in again.
  redirectTo: () => '/settings',
});
/** The workspace's details on documents are on a page of their own (documentSettings.ts). */
const set = { ...all, fields: all.fields.filter(({ name }) => name in looks) };

const reads = sql.fragment`
  select w.name, w.default_currency as currency, w.tax_rate_bps as "taxRateBps",
         w.prices_include_tax as "pricesIncludeTax", w.ai,
         w.members_see_time as "membersSeeTime", w.time_zone as "timeZone", w.locale, w.letterhead, w.terms,
         w.intake_questions as "intakeQuestions", p.classification
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
      ${context.person.role === 'owner' ? countrySection(context) : null}
      ${form(filledIn(context, settings), set, { values: { ...settings } }) ?? html`${ownersOnly(context, 'change these settings')}${settingsFacts(settings)}`}`,
  }),
  posts: [set],
});

/** The question for the country, and what to do once it has filled in the form. */
function countrySection({ search }: PageContext): Html {
  const country = search.get('country') ?? '';
  const defaults = defaultsOf(country);
  return html`${countryForm(country)}
    ${defaults === null ? html`<p class="hint">The country fills in currency, locale and time zone below.</p>` : html`<p class="notice" role="status">Currency, locale and time zone are filled in. Check them, then save.</p>`}`;
}

/** The page with the settings of the chosen country in its form, as if the person had typed them. */
function filledIn(context: PageContext, settings: Settings): PageContext {
  const { search, rejected } = context;
  const defaults = defaultsOf(search.get('country') ?? '', search.get('zone') ?? '');
  if (defaults === null || rejected !== undefined) return context;
  return typedOver(context, set, { ...settings }, defaults);
}

/** The settings as shown to members, who can't change them. */
function settingsFacts(settings: Settings): Html {
  const { name, currency, taxRateBps, pricesIncludeTax, ai, membersSeeTime, timeZone, locale } = settings;
  const { letterhead, terms, intakeQuestions } = settings;
  return facts([
    ['Name', name],
    ['Currency', currency],
    ['Tax rate', percent(taxRateBps, locale)],
    ['Prices include tax', pricesIncludeTax ? 'Yes' : 'No'],
    ['Classify revisions with AI', ai ? 'On' : 'Off'],
    ['Members see everyone’s time', membersSeeTime ? 'Yes' : 'No'],
    ['Time zone', timeZone],
    ['Locale', locale],
    ['Letterhead', letterhead ?? 'None'],
    ['Terms', terms ?? 'None'],
    ['Intake questions', intakeQuestions.length === 0 ? 'None' : intakeQuestions.join('\n')],
  ]);
}
