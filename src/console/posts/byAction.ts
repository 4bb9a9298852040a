import type { z } from 'zod';
import { type Action, metaOf } from '../../actions/define.ts';
import { onBegun } from '../../actions/onBegun.ts';
import { type Field, fieldsOf, type Look } from '../forms/fields.ts';
import type { PageAddress } from '../sessions/visit.ts';
import type { Post } from './post.ts';

/** What a page adds to an action's own definition. */
interface OfAction extends Pick<Post, 'path'>, Partial<Pick<Post, 'leadsTo' | 'shows' | 'within'>> {
  /** The looks of those fields that look otherwise than the action's definition says. */
  looks?: Record<string, Look>;
  /** The name in the path that stands for the record's id; the workspace needs none. */
  record?: string;
}

/** An action of the catalogue as a post: what a form on a page does. */
export function byAction(action: Action, given: OfAction): Post {
  const { path, looks = {}, record = 'id', within, leadsTo, shows } = given;
  const { prepare, finish } = action;
  const idIn = ({ params }: PageAddress) => params[record] ?? '';
  return {
    ...action,
    path,
    done: action.done ?? doneBy(action),
    within,
    fields: fieldsOf(action.input, looksOf(action, looks))
      .filter(({ name }) => isAsked(action, name))
      .map(field => ({ ...field, required: field.required || isAlwaysThere(action, field) })),
    changes: action.changes !== undefined,
    prepare: prepare && ((input, context) => prepare(input, { ...context, id: idIn(context.at) })),
    sqlCall: (input, at, _, extraArgs) =>
      onBegun(action, idIn(at), input, extraArgs, partOf(path, record, at)),
    finish:
      finish && ((answer, input, context) => finish(answer, input, { ...context, id: idIn(context.at) })),
    leadsTo,
    secrets: ['secret', 'secrets'],
    shows,
  };
}

/** The notice after an action: the audit log's words, said to the person who did it. */
const doneBy = ({ logs }: Action) => `You ${Object.values(logs)[0]}.`;

/** What the path says besides that the record is part of, by column: `endpoint_id` of a delivery. */
const partOf = (path: string, record: string, { params }: PageAddress): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)]
      .filter(([, name]) => name !== record)
      .map(([, name]) => [`${name}_id`, params[name!]!]),
  );

const fieldOf = ({ input }: Action, name: string) => metaOf(input.shape[name]!);

/** Whether a form that changes a record must have the field filled in: the record always has a value for it. A command may leave it out. */
const isAlwaysThere = ({ changes, input }: Action, { name, kind, hidden }: Field) =>
  changes !== undefined &&
  !(input.shape[name] as z.ZodType).safeParse(null).success &&
  !hidden &&
  !['checkbox', 'choices', 'lines'].includes(kind);

const isAsked = (action: Action, name: string) => fieldOf(action, name).only !== 'command';

const isList = ({ input }: Action, name: string) => (input.shape[name] as z.ZodType).safeParse(['']).success;

/** How an action's fields look: as their definition says, and then as the page does. */
const looksOf = (action: Action, looks: Record<string, Look>): Record<string, Look> =>
  Object.fromEntries(
    Object.keys(action.input.shape).map(name => {
      const { label, description, hidden, multiline } = fieldOf(action, name);
      return [
        name,
        {
          ...(label !== undefined && { label }),
          hint: description[0]!.toUpperCase() + description.slice(1),
          ...(multiline && { kind: isList(action, name) ? 'lines' : 'textarea' }),
          ...(hidden && { hidden }),
          ...looks[name],
        },
      ];
    }),
  );
