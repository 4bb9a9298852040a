import { requiredText } from './text.ts';

// The name under which a person approves or signs appears on documents and in the audit log. With invisible characters it
// could look like another name, or like the words around it on a page.
// sql/functions/checks/check_typed_name.sql rejects the same characters.

/** Control characters, line and paragraph separators, marks that turn the direction of writing, fillers, tags. */
const invisible = String.raw`[\p{Cc}\u00ad\u061c\u115f\u1160\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]`;

/** The scripts that are spelled with joiners and zero-width spaces: Hebrew to Vedic, Syloti Nagri to Meetei Mayek, and others. */
const joined = String.raw`[\u0590-\u1cff\ua800-\uabff\u{10800}-\u{11fff}\u{1e900}-\u{1e95f}]`;
/** A joiner or zero-width space anywhere else. */
const strayJoiner = String.raw`(?<!${joined})[\u200b-\u200d]`;

const unseen = new RegExp(`${invisible}|${strayJoiner}`, 'u');

/** The name under which a person approves or signs: at most `most` visible code points. */
export function typedName(most: number) {
  const name = requiredText(most);
  return name
    .refine(typed => !unseen.test(typed), {
      error: 'must not contain control characters or invisible formatting characters',
    })
    .refine(typed => typed === '' || /[\p{L}\p{Nd}]/u.test(typed), {
      error: 'must contain a letter or a digit',
    })
    .meta(name.meta()!);
}
