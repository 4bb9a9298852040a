import { english, type Messages } from '../../languages/messages.ts';
import { hiddenField } from '../forms/hiddenFields.ts';
import { type Html, html } from '../html/html.ts';
import { addressKeeping } from '../requests/paths.ts';
import type { AskedPeriod } from '../requests/period.ts';
import { type Choice, choiceField } from './filterForm.ts';

/** A form that chooses a period of days, which it puts into the address. */
interface PeriodForm {
  /** The page's own path, without a query. */
  here: string;
  search: URLSearchParams;
  asked: AskedPeriod;
  /** The event of the period, for the labels of the fields: `Sent`. */
  event?: string;
  /** The days that the page shows; empty: there is no such bound. */
  since: string;
  until: string;
  /** The names and addresses of usual periods. */
  links: readonly (readonly [name: string, href: string])[];
  /** What else is chosen, beside the days. */
  choices?: readonly Choice[];
  /** Parameters of the address that stay. */
  kept?: readonly string[];
  messages?: Messages;
}

/** The form, each fault beside its field, and the links to usual periods. */
export function periodForm(given: PeriodForm): Html {
  const {
    here,
    search,
    asked,
    event,
    since,
    until,
    links,
    choices = [],
    kept = [],
    messages = english,
  } = given;
  const isValid = Object.keys(asked.faults).length === 0;
  const current = addressKeeping(here, search, ['from', 'until', ...kept, ...choices.map(([name]) => name)])(
    {},
  );
  const field = (name: 'from' | 'until', word: string, day: string) => {
    const label = event === undefined ? word : `${event} ${word.toLowerCase()}`;
    const fault = asked.faults[name];
    const described =
      fault === undefined ? null : html` aria-invalid="true" aria-describedby="${name}-error"`;
    return html`<p class="field"><label for="${name}">${label}</label>
      <input type="date" id="${name}" name="${name}" value="${isValid ? day : (search.get(name) ?? '')}"${described}>${fault === undefined ? null : html`<span class="error" id="${name}-error">${messages('fieldRule', { label, rule: fault })}</span>`}</p>`;
  };
  return html`
    <form method="get" action="${here}" class="filters">
      ${kept.map(name => (search.get(name) ? hiddenField([name, search.get(name)!]) : null))}
      ${field('from', messages('periodFrom'), since)}${field('until', messages('periodUntil'), until)}${choices.map(choice => choiceField(choice, search))}
      <p><button class="quiet">${messages('showPeriod')}</button></p>
      ${links.map(([name, href]) => html`<p><a href="${href}"${href === current ? html` aria-current="true"` : null}>${name}</a></p>`)}
    </form>`;
}
