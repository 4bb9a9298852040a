import { type FragmentSqlToken, sql } from 'slonik';
import { asUuid } from '../vocabulary/id.ts';
import { type Action, placeholders, type Row, tables, valuesOf } from './define.ts';

/**
 * The query that does an action on `begun`, the turn that corkboard.begin_action gave: no row where the record is not
 * there, or in another workspace. `more`: what the action `asks` with. It takes the workspace from `begun`, because
 * only that has PostgreSQL begin before it does anything else.
 */
export function onBegun(action: Action, id: string, input: Row, more: unknown[] = []): FragmentSqlToken {
  const own = action.on === 'workspace';
  const call = action.calls('begun.workspace_id', placeholders(action, 2));
  return fragment(
    `select ${action.answer}
     from corkboard.${tables[action.on]} it, corkboard.${call} r
     where ${own ? 'it.id' : 'it.workspace_id'} = begun.workspace_id and (${own} or it.id = $1)`,
    [asUuid(id), ...valuesOf(action, input), ...more],
  );
}

type Value = Parameters<typeof sql.fragment>[1];

/** A fragment of text in which $1, $2, … stand for values. */
export function fragment(text: string, values: unknown[]): FragmentSqlToken {
  const parts = text.split(/\$(\d+)/);
  const texts = parts.filter((_, n) => n % 2 === 0);
  const places = parts.filter((_, n) => n % 2 === 1).map(place => bound(values[Number(place) - 1]));
  // As a template's own: slonik takes no others.
  return sql.fragment(Object.freeze(Object.assign(texts, { raw: Object.freeze([...texts]) })), ...places);
}

const bound = (value: unknown): Value =>
  Array.isArray(value) ? sql.array(value as string[], 'text') : ((value ?? null) as Value);
