import countryToCurrency from 'country-to-currency';
import { setWorkspace } from '../../actions/workspace.ts';
import { sql } from '../../database/sql.ts';
import { countryChoices, currencyChoices, localeChoices, timeZoneChoices } from '../../formatting/choices.ts';
import { isCountry, localeOfCountry, mainZoneOf, zonesOfCountry } from '../../formatting/countries.ts';
import { workspaceId } from '../../records/fragments.ts';
import { ownersOnly } from '../components/confirmFirst.ts';
import { currencyOptions } from '../forms/currencies.ts';
import type { FieldOptions } from '../forms/fields.ts';
import { form, typedOver } from '../forms/form.ts';
import { option } from '../forms/input.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { addressKeeping } from '../requests/paths.ts';

/** The settings by the names of the action's fields. */
export interface Region {
  currency: string;
  locale: string;
  timeZone: string;
}

/** What each can be, and what such a list is called. */
const lists = {
  currency: { all: currencyChoices, name: 'currencies' },
  locale: { all: localeChoices, name: 'locales' },
  timeZone: { all: timeZoneChoices, name: 'time zones' },
};
const names = Object.keys(lists) as (keyof Region)[];

const path = '/settings/region';
const looks: Record<string, FieldOptions> = {
  currency: { ...currencyOptions, hint: 'Used when a project or invoice doesn’t set its own' },
  timeZone: { kind: 'select', options: timeZoneChoices, hint: 'For the dates and times you see' },
  locale: {
    kind: 'select',
    options: localeChoices,
    hint: 'The language and country for amounts and dates',
  },
};
const set = byAction(setWorkspace, {
  path: `${path}/set`,
  looks,
  redirectTo: () => '/settings',
  names: Object.keys(looks),
});

/** The currency, locale and time zone. Lists have what fits the country, or everything on demand: they are long. */
export const region = page<{ region: Region }>({
  path,
  reads: () => ({
    region: sql.fragment`
      select w.default_currency as currency, w.locale, w.time_zone as "timeZone" from corkboard.workspaces w where w.id = ${workspaceId}`,
  }),
  view: ({ region: saved }, context) => ({
    title: 'Currency, locale and time zone',
    crumbs: [['Settings', '/settings']],
    body:
      context.person.role === 'owner'
        ? ownerForms(saved, context)
        : ownersOnly(context, 'change these settings')!,
  }),
  posts: [set],
});

function ownerForms(saved: Region, context: PageContext): Html {
  const { search } = context;
  const country = search.get('country') ?? '';
  const defaults = defaultsOf(country, search.get('zone') ?? '');
  const shown =
    defaults === null || context.rejected !== undefined
      ? context
      : typedOver(context, set, { ...saved }, { ...defaults });
  const chosen = (name: keyof Region) => shown.rejected?.values.get(name) ?? saved[name];
  const fitting = fittingCountry(defaults === null ? saved.locale.slice(-2) : country);
  const options = (name: keyof Region) =>
    search.get('all') === name
      ? lists[name].all
      : lists[name].all.filter(([value]) => value === chosen(name) || fitting[name].includes(value));
  const address = addressKeeping(path, search, ['country', 'zone']);
  return html`
    ${search.has('all') ? null : countryForm(country)}
    ${defaults === null ? null : html`<p class="notice" role="status">Currency, locale and time zone are filled in. Check them, then save.</p>`}
    ${form(shown, set, { values: { ...saved }, options: Object.fromEntries(names.map(name => [name, options(name)])) })}
    <p class="hint">The lists have what fits the country. Show ${names.map((name, at) => [
      ['', ', ', ' or '][at]!,
      html`<a href="${address({ all: name })}">all ${lists[name].name}</a>`,
    ])}.</p>`;
}

/** The values that are used in a country; only its locales if there is none with this code. */
const fittingCountry = (code: string): Record<keyof Region, readonly string[]> => ({
  currency: [countryToCurrency[code as keyof typeof countryToCurrency]],
  locale: localeChoices.flatMap(([locale]) => (locale.endsWith(`-${code}`) ? [locale] : [])),
  timeZone: isCountry(code) ? zonesOfCountry(code) : [],
});

/**
 * The settings for a country, or null if there is none with this code. `browserZone`: the time zone of the person's browser,
 * which is used if the country has it; otherwise that of most people there, or UTC if none is known.
 */
function defaultsOf(country: string, browserZone: string): Region | null {
  const [code] = countryChoices.find(([known]) => known === country) ?? [];
  if (code === undefined) return null;
  const hasZone = zonesOfCountry(code).includes(browserZone);
  const timeZone = hasZone ? browserZone : (mainZoneOf(code) ?? 'UTC');
  return { currency: countryToCurrency[code], locale: localeOfCountry(code), timeZone };
}

/** The question for the country. It leads to the settings, filled in for the person to check and save. */
const countryForm = (chosen: string): Html => html`
  <form method="get" action="${path}" class="filters">
    <p class="field"><label for="country">Where is your business?</label>
      <select id="country" name="country"><option value=""></option>${countryChoices.map(([code, name]) => option(code, name, code === chosen))}</select></p>
    <input type="hidden" name="zone" value="">
    <p><button class="quiet">Fill in</button></p>
  </form>`;
