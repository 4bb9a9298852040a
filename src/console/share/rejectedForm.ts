import type { Issue } from '../../admission/check.ts';
import type { Localizer } from '../../documents/localizer.ts';
import { refusalIn } from '../../languages/refusals.ts';
import { labelAt } from '../forms/fields.ts';
import { type Invalid, rejectForm } from '../forms/rejectedForm.ts';
import type { Message, RejectedForm } from '../requests/pageContext.ts';
import { type ClientPost, fieldsIn } from './sharePage.ts';

/** A client's form that was refused. */
export interface RefusedForm {
  post: ClientPost;
  outcome: Invalid;
  form: URLSearchParams;
}

/** The refused form as the page shows it, with its messages in the page's language. */
export function rejectClientForm({ post, outcome, form }: RefusedForm, localizer: Localizer): RejectedForm {
  const { language, locale, messages } = localizer;
  const fields = fieldsIn(post, localizer);
  // A row of answers is called by its question.
  const labelOf = (path: string, label: string) => form.get(path.replace(/answer$/, 'question')) ?? label;
  const say = ({ path, rule }: Issue): Message => {
    const reason = refusalIn(language, locale, rule);
    if (path === '') return { text: reason ?? messages('refused') };
    const { label, field } = labelAt(fields, path);
    if (field === undefined || reason === undefined) return { text: messages('unreadable') };
    const named = path.endsWith('.answer') ? labelOf(path, label) : label;
    return { text: messages('fieldRule', { label: named, rule: reason }), field };
  };
  // The verb is the prefix of the ids in the form and of the links to them.
  const rejected = rejectForm(outcome, fields, `/${post.verb}`, form, say);
  const texts = rejected.texts!.map(typed =>
    typed.path.endsWith('.answer') ? { ...typed, label: labelOf(typed.path, typed.label) } : typed,
  );
  return { ...rejected, texts };
}
