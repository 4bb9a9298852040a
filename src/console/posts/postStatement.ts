import { z } from 'zod';
import { prepared, sql } from '../../database/pool.ts';
import type { FragmentSqlToken } from '../../database/sql.ts';
import type { Request } from '../../http/handler.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { changedFields } from '../forms/changedFields.ts';
import { currencyName } from '../forms/hiddenFields.ts';
import type { Post } from '../forms/post.ts';
import type { PageAddress } from '../requests/pageContext.ts';

const Row = z.object({
  answer: z.string().nullable(),
  replayed: z.boolean(),
  /** The secrets that the same form created before (sql/functions/actions/secrets_created_by_form.sql). */
  stored: z.array(z.string()).nullable(),
});

/** A form that was sent. */
interface Sent {
  req: Request;
  /** The SHA-256 of the session's token. */
  session: Buffer;
  /** The session's workspace, if it is known. */
  workspaceId: string | null;
  /** The form's idempotency key. */
  key: string | null;
  at: PageAddress;
  form: URLSearchParams;
}

/** The one statement of a post: it authorizes the person, runs `call`, and stores the answer for a replay. */
export function postStatement(post: Post, call: FragmentSqlToken, sent: Sent) {
  const { req, session, key } = sent;
  const { requestId, traceparent } = req.access;
  const stored = post.secret
    ? sql.fragment`case when begun.response is not null then corkboard.secrets_created_by_form(begun.workspace_id, ${key}) end`
    : sql.fragment`null::text[]`;
  return prepared(sql.type(Row)`
    select
      coalesce(begun.response, corkboard.store_action_result(
        begun.workspace_id, ${key},
        (select row_to_json(a) from (${withCurrencyCheck(post, call, sent)}) a),
        ${sql.array([...post.secrets], 'text')})) as answer,
      begun.response is not null as replayed,
      ${stored} as stored
    from corkboard.begin_member_action(
      ${sql.binary(session)}, ${post.role}, ${post.requiresRecentAuthentication ?? false}, ${key},
      ${sent.workspaceId}::uuid, ${requestId}, ${traceparent}) begun`);
}

/** The query of a post, preceded by the check that typed amounts are stored in the currency that the form showed. */
function withCurrencyCheck(
  { amountsOf, fields, changes = false }: Post,
  call: FragmentSqlToken,
  { at, form }: Sent,
): FragmentSqlToken {
  const shown = form.get(currencyName);
  if (!amountsOf || shown === null) return call;
  const isTyped = changedFields(fields, form, changes).some(
    ({ kind, name }) => kind === 'money' && form.get(name),
  );
  if (!isTyped) return call;
  const project = amountsOf === 'project' ? asUuid(at.params.id ?? '') : null;
  return sql.fragment`
    select d.*
      from (select corkboard.check_shown_currency(begun.workspace_id, ${project}, ${shown}) as workspace_id, begun.caller) begun
     cross join lateral (${call}) d`;
}
