import { emptied } from '../../actions/text.ts';
import { type Validated, validate } from '../../admission/check.ts';
import type { Answer, Post } from '../posts/post.ts';
import { changed } from './changed.ts';
import { currencyName, localeName } from './hiddenFields.ts';
import { parseForm } from './parseForm.ts';

/** The input that a form stands for, together with what its path says; or all that is wrong with it. */
export function parseInput(
  { fields, input, changes = false }: Pick<Post, 'fields' | 'input' | 'changes'>,
  form: URLSearchParams,
  pathInput: Record<string, unknown> = {},
): Validated<Answer> {
  const shown = form.get(currencyName) ?? '';
  const currency = form.get('currency')?.trim();
  const given = changed(fields, form, changes);
  const { values, issues, nameOf } = parseForm(given, form, {
    locale: form.get(localeName) ?? '',
    currency: currency || shown,
  });
  // If the currency was left blank, the amounts were read in the one that was shown with them.
  if (currency === '' && shown !== '') values.currency = shown;
  const sent = given.filter(({ name }) => form.has(name)).map(({ name }) => name);
  const checked = validate(input, { ...emptied(input, sent, values), ...pathInput });
  if (issues.length === 0 && !checked.issues) return checked;
  // A text that cannot be read is no value, so the schema would say once more that the field is missing.
  const unread = new Set(issues.map(({ path }) => path));
  const broken = (checked.issues ?? [])
    .map(({ path, rule }) => ({ path: nameOf(path), rule }))
    .filter(({ path }) => !unread.has(path));
  return { issues: [...issues, ...broken] };
}
