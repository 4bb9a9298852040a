import countryToCurrency from 'country-to-currency';
import { countryChoices } from '../../../formatting/choices.ts';
import { localeOfCountry, mainZoneOf, zonesOfCountry } from '../../../formatting/countries.ts';
import { option } from '../../forms/input.ts';
import { type Html, html } from '../../html/html.ts';

/**
 * The settings for a country, or null if there is none with this code. `browserZone`: the time zone of the person's browser,
 * which is used if the country has it; otherwise that of most people there, or UTC if none is known.
 */
export function defaultsOf(country: string, browserZone = '') {
  const [code] = countryChoices.find(([known]) => known === country) ?? [];
  if (code === undefined) return null;
  const hasZone = zonesOfCountry(code).includes(browserZone);
  const timeZone = hasZone ? browserZone : (mainZoneOf(code) ?? 'UTC');
  return { currency: countryToCurrency[code], locale: localeOfCountry(code), timeZone };
}

/** The question for the country. It leads to the settings, filled in for the person to check and save. */
export const countryForm = (chosen: string): Html => html`
  <form method="get" action="/settings" class="filters">
    <p class="field"><label for="country">Where is your business?</label>
      <select id="country" name="country"><option value=""></option>${countryChoices.map(([code, name]) => option(code, name, code === chosen))}</select></p>
    <input type="hidden" name="zone" value="">
    <p><button class="quiet">Fill in</button></p>
  </form>`;
