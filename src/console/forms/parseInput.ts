import { clearBlankFields } from '../../actions/text.ts';
import { type Validated, validate } from '../../admission/check.ts';
import { changedFields } from './changedFields.ts';
import { currencyName, localeName } from './hiddenFields.ts';
import { parseForm } from './parseForm.ts';
import type { ActionRow, Post } from './post.ts';

/** The input of a form, with the values from its path; or all its errors. */
export function parseInput(
  { fields, input, changes = false }: Pick<Post, 'fields' | 'input' | 'changes'>,
  form: URLSearchParams,
  pathInput: Record<string, unknown> = {},
): Validated<ActionRow> {
  const shown = form.get(currencyName) ?? '';
  const currency = form.get('currency')?.trim();
  const given = changedFields(fields, form, changes);
  const { values, issues, nameOf } = parseForm(given, form, {
    locale: form.get(localeName) ?? '',
    currency: currency || shown,
  });
  // If the currency was left blank, the amounts were parsed in the currency that the form showed.
  if (currency === '' && shown !== '') values.currency = shown;
  const parts = new Set([...form.keys()].map(key => key.split('.')[0]));
  const sent = given.filter(({ name }) => parts.has(name)).map(({ name }) => name);
  const checked = validate(input, { ...clearBlankFields(input, sent, values), ...pathInput });
  if (issues.length === 0 && !checked.issues) return checked;
  // A text that can't be parsed has no value, so the schema would also report the field as missing.
  const unread = new Set(issues.map(({ path }) => path));
  const broken = (checked.issues ?? [])
    .map(({ path, rule }) => ({ path: nameOf(path), rule }))
    .filter(({ path }) => !unread.has(path));
  return { issues: [...issues, ...broken] };
}
