import type { Issue } from '../../admission/check.ts';
import { type Html, html } from '../html/html.ts';
import { fieldId } from '../routing/paths.ts';
import { type Field, labelAt } from './fields.ts';

/** What is wrong with a form, as its page says it. */
export interface Message {
  text: string;
  /** The form's name of the field that it stands beside; undefined: it is not about one field. */
  field?: string | undefined;
  /** Where a limit is lifted that was reached. */
  upgradeUrl?: string | undefined;
}

/** A form that was sent and not done, for the page that shows it again. */
export interface RejectedForm {
  /** The path that the form was sent to: with what it asks, it tells the form from others on the page. */
  path: string;
  /** What was typed, as it was sent. */
  values: URLSearchParams;
  messages: readonly Message[];
  /** 409: the record changed meanwhile; 200: the form was sent for more rows. */
  status: 200 | 409 | 422;
  /** What to do first where nothing is wrong but that: prove again who one is. */
  first?: Html;
}

/** What keeps a form from being done. */
export interface Invalid {
  kind: 'invalid';
  issues: readonly Issue[];
  /** Whether the record changed meanwhile. */
  isConflict?: boolean;
  /** Where a limit is lifted that was reached. */
  upgradeUrl?: string | undefined;
}

/** The form that an outcome rejects. Its messages name fields by their labels. */
export const rejected = (
  { issues, isConflict = false, upgradeUrl }: Invalid,
  fields: readonly Field[],
  path: string,
  values: URLSearchParams,
): RejectedForm => ({
  path,
  values,
  messages: issues.map(issue => ({ ...messageOf(issue, fields), upgradeUrl })),
  status: isConflict ? 409 : 422,
});

/** The sentence for an issue. A rule names other fields as the API does, in two words at least: `lineItems`. */
export function messageOf({ path, rule }: Issue, fields: readonly Field[]): Message {
  if (path === '') return { text: rule };
  const { label, field } = labelAt(fields, path);
  const readable = rule.replace(/\b[a-z]+[A-Z]\w*/g, name => labelAt(fields, name).label);
  return { text: `${label} ${readable}.`, field };
}

/**
 * What is wrong with a form, above everything else on the page. Without `here` it is a client's page: its heading stands
 * below, so this is none.
 */
export function summary({ path, messages, first }: RejectedForm, here?: string): Html {
  const hasFields = messages.some(({ field }) => field !== undefined);
  const title = hasFields ? 'Not saved. Please fix the fields below.' : 'This could not be done';
  return html`
    <div class="errors" role="alert" tabindex="-1">
      ${here === undefined ? html`<p><strong>${title}</strong></p>` : html`<h2>${title}</h2>`}
      ${first ?? null}
      ${
        messages.length === 0
          ? null
          : html`<ul>${messages.map(({ text, field, upgradeUrl }) =>
              field === undefined
                ? html`<li>${text}${upgradeUrl === undefined ? null : html` <a href="${upgradeUrl}">See plan and billing</a>`}</li>`
                : html`<li><a href="#${fieldId(path, field, here)}">${text}</a></li>`,
            )}</ul>`
      }
    </div>`;
}
