import { z } from 'zod';
import { prepared, sql } from '../../database/pool.ts';
import type { FragmentSqlToken } from '../../database/sql.ts';
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

interface Statement {
  /** The call that authorizes the sender, a member or a client, and locks the workspace; `begun` in `call` is its row. */
  begin: FragmentSqlToken;
  /** The query of the post, of one row. */
  call: FragmentSqlToken;
  /** The form's idempotency key. */
  key: string | null;
  /** The fields of the row that are secrets, and whether the form creates one that it may show again. */
  secrets?: readonly string[];
  createsSecret?: boolean;
}

/** The one statement of a form: it authorizes the sender, runs the call, and stores the answer for a replay. */
export function postStatement({ begin, call, key, secrets = [], createsSecret = false }: Statement) {
  const stored = createsSecret
    ? sql.fragment`case when begun.response is not null then corkboard.secrets_created_by_form(begun.workspace_id, ${key}) end`
    : sql.fragment`null::text[]`;
  return prepared(sql.type(Row)`
    select
      coalesce(begun.response, corkboard.store_action_result(
        begun.workspace_id, ${key}, (select row_to_json(a) from (${call}) a), ${sql.array([...secrets], 'text')})) as answer,
      begun.response is not null as replayed,
      ${stored} as stored
    from ${begin} begun`);
}

/** The query of a post, preceded by the check that typed amounts are stored in the currency that the form showed. */
export function withCurrencyCheck(
  { amountsOf, fields, changes = false }: Post,
  call: FragmentSqlToken,
  { params }: PageAddress,
  form: URLSearchParams,
): FragmentSqlToken {
  const shown = form.get(currencyName);
  if (!amountsOf || shown === null) return call;
  const isTyped = changedFields(fields, form, changes).some(
    ({ kind, name }) => kind === 'money' && form.get(name),
  );
  if (!isTyped) return call;
  const project = amountsOf === 'project' ? asUuid(params.id ?? '') : null;
  return sql.fragment`
    select d.*
      from (select corkboard.check_shown_currency(begun.workspace_id, ${project}, ${shown}) as workspace_id, begun.caller) begun
     cross join lateral (${call}) d`;
}
