import { hiddenField } from '../forms/hiddenFields.ts';
import { type Html, html } from '../html/html.ts';
import type { AskedPeriod } from '../requests/period.ts';

/** A form that chooses a period of days, which it puts into the address. */
interface PeriodForm {
  /** The page's own path, without a query. */
  here: string;
  search: URLSearchParams;
  asked: AskedPeriod;
  /** The days that the page shows; empty: there is no such bound. */
  since: string;
  until: string;
  /** The names and addresses of usual periods. */
  links: readonly (readonly [name: string, href: string])[];
  /** Parameters of the address that stay. */
  kept?: readonly string[];
}

/** The form, each fault beside its field, and the links to usual periods. */
export function periodForm({ here, search, asked, since, until, links, kept = [] }: PeriodForm): Html {
  const isValid = Object.keys(asked.faults).length === 0;
  const field = (name: 'from' | 'until', label: string, day: string) => {
    const fault = asked.faults[name];
    const described =
      fault === undefined ? null : html` aria-invalid="true" aria-describedby="${name}-error"`;
    return html`<p class="field"><label for="${name}">${label}</label>
      <input type="date" id="${name}" name="${name}" value="${isValid ? day : (search.get(name) ?? '')}"${described}>${fault === undefined ? null : html`<span class="error" id="${name}-error">${label} ${fault}</span>`}</p>`;
  };
  return html`
    <form method="get" action="${here}" class="filters">
      ${kept.map(name => (search.get(name) ? hiddenField([name, search.get(name)!]) : null))}
      ${field('from', 'From', since)}${field('until', 'Until', until)}
      <p><button class="quiet">Show period</button></p>
      ${links.map(([name, href]) => html`<p><a href="${href}">${name}</a></p>`)}
    </form>`;
}
