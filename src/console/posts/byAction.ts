import type { z } from 'zod';
import { actionQuery } from '../../actions/actionQuery.ts';
import { type Action, metaOf } from '../../actions/define.ts';
import type { FragmentSqlToken } from '../../database/sql.ts';
import { type Field, type FieldOptions, fieldsOf } from '../forms/fields.ts';
import type { Post } from '../forms/post.ts';
import type { PageAddress } from '../requests/pageContext.ts';

/** A page's additions to an action's definition. */
interface ActionPost
  extends Pick<Post, 'path'>,
    Partial<
      Pick<Post, 'name' | 'button' | 'irreversible' | 'amountsOf' | 'redirectTo' | 'resultView' | 'pageQuery'>
    > {
  /** The looks of fields that differ from the action's definition. */
  looks?: Record<string, FieldOptions>;
  /** The fields of the form, in their order; by default all that the action has for people. */
  names?: readonly string[];
  /** The path parameter with the record's id; an action on the workspace needs none. */
  record?: string;
  /** Finds that id, if the path parameter isn't it. */
  finds?: (params: Record<string, string>) => FragmentSqlToken;
  /** The columns of the other path parameters, if they aren't named after them: `{ id: 'project_id' }`. */
  parents?: Record<string, string>;
}

/** Makes a post of an action of the catalogue. */
export function byAction(action: Action, given: ActionPost): Post {
  const { looks = {}, names, record = 'id', finds, parents = {}, ...own } = given;
  const { prepare, finish } = action;
  const idIn = ({ params }: PageAddress) => params[record] ?? '';
  let fields: Field[] | undefined;
  return {
    ...action,
    button: action.button!,
    done: action.done ?? defaultNotice(action),
    // Made at first use: for all actions they would take a tenth of the time in which the web process starts.
    get fields() {
      fields ??= fieldsFor(action, looks, names);
      return fields;
    },
    changes: action.changes !== undefined,
    prepare: prepare && ((input, context) => prepare(input, { ...context, id: idIn(context.at) })),
    sqlCall: (input, at, _, extraArgs) =>
      actionQuery(
        action,
        finds?.(at.params) ?? idIn(at),
        input,
        extraArgs,
        parentIds(own.path, record, parents, at),
      ),
    finish:
      finish && ((answer, input, context) => finish(answer, input, { ...context, id: idIn(context.at) })),
    secrets: ['secret', 'secrets'],
    ...own,
  };
}

function fieldsFor(action: Action, looks: Record<string, FieldOptions>, names?: readonly string[]): Field[] {
  const fields = fieldsOf(action.input, looksOf(action, looks))
    .filter(({ name }) => isInForm(action, name))
    .map(field => ({ ...field, required: field.required || isNeverBlank(action, field) }));
  return names?.map(named => fields.find(({ name }) => name === named)!) ?? fields;
}

/** The default notice after an action: the sentence of the audit log, addressed to the person. */
const defaultNotice = ({ auditEntries }: Action) => `You ${Object.values(auditEntries)[0]}.`;

/** The ids in the path of the records that the record belongs to, by column: `endpoint_id` of a delivery. */
const parentIds = (
  path: string,
  record: string,
  parents: Record<string, string>,
  { params }: PageAddress,
): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)]
      .filter(([, name]) => name !== record)
      .map(([, name]) => [parents[name!] ?? `${name}_id`, params[name!]!]),
  );

const fieldOf = ({ input }: Action, name: string) => metaOf(input.shape[name]!);

/**
 * Whether the record always has a value for the field, so that a form must not leave it blank. A command may omit it.
 */
const isNeverBlank = ({ changes, input }: Action, { name, kind, hidden }: Field) =>
  changes !== undefined &&
  !(input.shape[name] as z.ZodType).safeParse(null).success &&
  !hidden &&
  !['checkbox', 'choices', 'lines'].includes(kind);

const isInForm = (action: Action, name: string) => fieldOf(action, name).only !== 'command';

const isList = ({ input }: Action, name: string) => (input.shape[name] as z.ZodType).safeParse(['']).success;

/** How an action's fields look: the page overrides the action's definition. */
const looksOf = (action: Action, looks: Record<string, FieldOptions>): Record<string, FieldOptions> =>
  Object.fromEntries(
    Object.keys(action.input.shape).map(name => {
      const { label, description, hidden, multiline } = fieldOf(action, name);
      return [
        name,
        {
          ...(label !== undefined && { label }),
          ...(description !== undefined && { hint: description[0]!.toUpperCase() + description.slice(1) }),
          ...(multiline && { kind: isList(action, name) ? 'lines' : 'textarea' }),
          ...(hidden && { hidden }),
          ...looks[name],
        },
      ];
    }),
  );
