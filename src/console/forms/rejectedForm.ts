import type { Issue } from '../../admission/check.ts';
import type { RecordedChange } from '../../errors/failure.ts';
import { english, type Messages } from '../../languages/messages.ts';
import { type Html, html } from '../html/html.ts';
import type { Message, RejectedForm, TypedText } from '../requests/pageContext.ts';
import { fieldId } from '../requests/paths.ts';
import { type Field, type Kind, labelAt } from './fields.ts';

/** The outcome of a form that is rejected. */
export interface Invalid {
  kind: 'invalid';
  issues: readonly Issue[];
  /** Whether the record changed meanwhile. */
  isConflict?: boolean;
  /** Changes by others since the page was shown, oldest first. */
  changes?: readonly RecordedChange[];
  /** The page on which a reached limit can be raised. */
  upgradeUrl?: string | undefined;
}

/** Makes the rejected form of an outcome. Its messages name fields by their labels; `say` makes them of its issues. */
export const rejectForm = (
  { issues, isConflict = false, changes, upgradeUrl }: Invalid,
  fields: readonly Field[],
  path: string,
  values: URLSearchParams,
  say: (issue: Issue) => Message = issue => messageOf(issue, fields),
): RejectedForm => ({
  path,
  values,
  texts: textsTyped(fields, values),
  messages: issues.map(issue => ({ ...say(issue), upgradeUrl })),
  status: isConflict ? 409 : 422,
  changes,
});

/** The texts that were typed into a form; none if they are only a name or another line. */
function textsTyped(fields: readonly Field[], values: URLSearchParams): TypedText[] {
  const typed = [...values].flatMap(([path, text]) => {
    const [name, , column] = path.split('.');
    const field = fields.find(field => field.name === name);
    const { kind, hidden } = field?.columns.find(({ name }) => name === column) ?? field ?? { hidden: true };
    return !hidden && isText(kind) && text.trim() !== ''
      ? [{ path, ...labelAt(fields, path), text, kind }]
      : [];
  });
  return typed.some(({ kind }) => kind !== 'text') ? typed : [];
}

const isText = (kind: Kind | undefined) => kind === 'text' || kind === 'textarea' || kind === 'lines';

/** The message for an issue. A rule may name other fields as the API does, in camel case: `lineItems`. */
export function messageOf({ path, rule }: Issue, fields: readonly Field[]): Message {
  if (path === '') return { text: rule };
  const { label, field } = labelAt(fields, path);
  const readable = rule.replace(/\b[a-z]+[A-Z]\w*/g, name => labelAt(fields, name).label);
  return { text: `${label} ${readable}.`, field };
}

/**
 * The summary of a form's errors, at the top of the page. Without `here` it is on a client's page, whose heading comes
 * after it, so the summary has no heading. `changed`: what others did since the page was shown. It also has the texts that
 * were typed into a form which the page, `body`, no longer has. `messages`: those of the page's language.
 */
export function summary(
  { path, messages: issues, confirmation, texts = [] }: RejectedForm,
  body: Html,
  here?: string,
  changed: Html | null = null,
  messages: Messages = english,
): Html {
  const hasFields = issues.some(({ field }) => field !== undefined);
  const isOnPage = texts.some(({ path: name }) => String(body).includes(`id="${fieldId(path, name, here)}"`));
  const title = messages(hasFields ? 'notSaved' : 'notDone');
  return html`
    <div class="errors" role="alert" tabindex="-1">
      ${here === undefined ? html`<p><strong>${title}</strong></p>` : html`<h2>${title}</h2>`}
      ${confirmation ?? null}
      ${
        issues.length === 0
          ? null
          : html`<ul>${issues.map(({ text, field, upgradeUrl }) =>
              field === undefined
                ? html`<li>${text}${upgradeUrl === undefined ? null : html` <a href="${upgradeUrl}">See plan and billing</a>`}</li>`
                : html`<li><a href="#${fieldId(path, field, here)}">${text}</a></li>`,
            )}</ul>`
      }
      ${changed}
      ${
        texts.length === 0 || isOnPage
          ? null
          : html`<p>${messages('typedText')}</p>
            <dl>${texts.map(({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>`)}</dl>`
      }
    </div>`;
}
