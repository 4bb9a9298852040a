import { toFailure } from '../../errors/translate.ts';
import type { Invalid } from '../forms/rejectedForm.ts';
import { notFound, ownerOnly } from '../routing/refused.ts';
import type { Answer, Post } from './post.ts';

/** What came of a form that was sent. */
export type Outcome =
  | { kind: 'done'; answer: Answer }
  /** The same form was sent before, and its answer lacks something that is not kept, or not shown again. */
  | { kind: 'replayed'; answer: Answer }
  | TurnedAway
  | Invalid;

/** The person has to sign in first, or to prove again who they are. */
export type TurnedAway = { kind: 'signed_out' } | { kind: 'unconfirmed' };

/** SQLSTATE of sql/functions/actions/deny_action.sql; the detail is the reason. */
const turnedAwayState = 'ZC002';

/** The outcome that an error means. Throws what belongs on a page of its own: what is not there, not theirs, or our fault. */
export function outcomeOf(error: unknown, post: Pick<Post, 'fields' | 'path'>): TurnedAway | Invalid {
  const { code, detail } = error as { code?: string; detail?: string };
  if (code !== turnedAwayState) return invalidBy(error, post);
  if (detail === 'owner_only') throw ownerOnly();
  return { kind: detail as TurnedAway['kind'] };
}

/** A refusal by the database is shown on the form, except that the record itself is not there. */
export function invalidBy(error: unknown, { fields, path }: Pick<Post, 'fields' | 'path'>): Invalid {
  const failure = toFailure(error);
  if (failure === null || failure.code === 'internal') throw error;
  const { code, field, message, body } = failure;
  // If the path names no record, what is not there is one that was chosen in the form.
  const isChosen = !path.includes(':') && fields.some(({ name }) => name.endsWith('Id'));
  if (code === 'not_found' && !isChosen) throw notFound();
  // A message about a field is its path, the rule that it breaks, and a full stop (sql/functions/checks/reject_field.sql).
  const issue = field
    ? { path: field, rule: message.slice(field.length + 1, -1) }
    : { path: '', rule: message };
  return { kind: 'invalid', issues: [issue], isConflict: code === 'conflict', upgradeUrl: body.upgradeUrl };
}
