import type { FailureDetails } from '../../errors/failure.ts';
import { toFailure } from '../../errors/translate.ts';
import { amount } from '../../formatting/index.ts';
import { currency as currencyCode } from '../../vocabulary/fields.ts';
import { currencyName, localeName } from '../forms/hiddenFields.ts';
import type { ActionRow, Post } from '../forms/post.ts';
import type { Invalid } from '../forms/rejectedForm.ts';
import { denialOf, notFound, ownerOnly } from '../requests/pageError.ts';

/** The outcome of a form that was sent. */
export type Outcome =
  | { kind: 'done'; answer: ActionRow }
  /** The same form was sent before. Its stored result lacks secrets, which are not stored, or not shown again. */
  | { kind: 'replayed'; answer: ActionRow }
  | Denied
  | Invalid;

/** The person must first sign in, or enter a new code. */
export type Denied = { kind: 'signed_out' } | { kind: 'unconfirmed' };

/** The outcome for an error. Throws errors that have a page of their own: not found, owner only, and faults of ours. */
export function outcomeOf(
  error: unknown,
  post: Pick<Post, 'fields' | 'path'>,
  form: URLSearchParams,
): Denied | Invalid {
  const denial = denialOf(error);
  if (denial === undefined) return invalidBy(error, post, form);
  if (denial === 'owner_only') throw ownerOnly();
  return { kind: denial as Denied['kind'] };
}

/** Shows a rejection by the database on the form. Throws notFound if the record itself doesn't exist. */
export function invalidBy(
  error: unknown,
  { fields, path }: Pick<Post, 'fields' | 'path'>,
  form = new URLSearchParams(),
): Invalid {
  const failure = toFailure(error);
  if (failure === null || failure.code === 'internal') throw error;
  const { code, details, message, body } = failure;
  // If the path contains no record, the missing record was chosen in the form.
  const isChosen = !path.includes(':') && fields.some(({ name }) => name.endsWith('Id'));
  if (code === 'not_found' && !isChosen) throw notFound();
  const issue = { path: details.field ?? '', rule: ruleOf(details, form) ?? message };
  const isConflict = code === 'conflict';
  const { changes = [] } = details;
  return { kind: 'invalid', issues: [issue], isConflict, changes, upgradeUrl: body.upgradeUrl };
}

/** The rule, with its amount in the form's currency, if that is one. */
function ruleOf({ rule, cents }: FailureDetails, form: URLSearchParams): string | undefined {
  const { data: currency } = currencyCode.safeParse(form.get(currencyName));
  if (cents === undefined || currency === undefined) return rule;
  return rule?.replace(String(cents), () =>
    amount(BigInt(cents), currency, form.get(localeName) || undefined),
  );
}
