import { invalid } from '../../errors/failure.ts';
import type { WriteOperation } from '../../operations/define.ts';
import { type FieldOptions, fieldsOf } from '../forms/fields.ts';
import type { Post } from '../forms/post.ts';

/** A page's additions to an operation's definition. */
interface OperationPost extends Pick<Post, 'path' | 'button' | 'done' | 'pageQuery'> {
  /** The looks of fields that differ from the operation's schema. */
  looks?: Record<string, FieldOptions>;
  /** For each input field that comes from the path, its name in the path. By default `id` is `id`. */
  pathFields?: Record<string, string>;
}

/** Makes a post of a write operation of the API. Its records are the person's, with createdVia `app`. */
export function byOperation(
  operation: WriteOperation,
  { path, button, done, looks, pathFields, pageQuery }: OperationPost,
): Post {
  const names = pathFields ?? ('id' in operation.input.shape ? { id: 'id' } : {});
  return {
    name: operation.name,
    path,
    button,
    done,
    role: 'member',
    pageQuery,
    fields: fieldsOf(operation.input, looks).filter(({ name }) => !(name in names)),
    input: operation.input,
    pathInput: params =>
      Object.fromEntries(Object.entries(names).map(([field, name]) => [field, params[name]])),
    sqlCall: (input, _, config) => operation.sqlCall(input, formCaller, config)!,
    redirectTo: answer => answer.url,
    secrets: [],
  };
}

/**
 * The caller of an operation that a form calls. An API request may leave the tax settings to the workspace; a form must
 * contain them, which saves the round trip that reads them.
 */
const formCaller = {
  workspaceId: '',
  label: '',
  get taxRateBps(): number {
    throw invalid('taxRateBps', 'is required');
  },
  get pricesIncludeTax(): boolean {
    throw invalid('taxInclusive', 'is required');
  },
};
