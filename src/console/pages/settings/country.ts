import countryToCurrency from 'country-to-currency';
import { type Html, html } from '../../html/html.ts';

type Country = keyof typeof countryToCurrency;
const codes = Object.keys(countryToCurrency) as Country[];

/** The settings that follow from a country. */
export interface CountryDefaults {
  currency: string;
  locale: string;
  timeZone: string;
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The countries that have a name and a time zone, by name. */
const countries: readonly (readonly [code: Country, name: string])[] = codes
  .flatMap((code): [Country, string][] => {
    const name = names.of(code);
    return name === undefined || zonesOf(code).length === 0 ? [] : [[code, name]];
  })
  .sort(([, one], [, other]) => one.localeCompare(other, 'en'));

function zonesOf(country: string): string[] {
  return new Intl.Locale('und', { region: country }).getTimeZones() ?? [];
}

/**
 * The settings for a country, or null if there is none with this code. `browserZone`: the time zone of the person's browser,
 * which is used if the country has it; otherwise the country's first.
 */
export function defaultsOf(country: string, browserZone = ''): CountryDefaults | null {
  const code = codes.find(known => known === country);
  if (code === undefined) return null;
  const zones = zonesOf(code);
  const { language } = new Intl.Locale('und', { region: code }).maximize();
  const timeZone = zones.includes(browserZone) ? browserZone : zones[0];
  if (timeZone === undefined) return null;
  return { currency: countryToCurrency[code], locale: `${language}-${code}`, timeZone };
}

/** The question for the country. It leads to the settings, filled in for the person to check and save. */
export const countryForm = (chosen = ''): Html => html`
  <form method="get" action="/settings" class="filters">
    <p class="field"><label for="country">Where is your business?</label>
      <select id="country" name="country"><option value=""></option>${countries.map(
        ([code, name]) =>
          html`<option value="${code}"${code === chosen ? html` selected` : null}>${name}</option>`,
      )}</select></p>
    <input type="hidden" name="zone" value="">
    <p><button class="quiet">Fill in</button></p>
  </form>`;
