import { Failure } from '../../errors/failure.ts';
import type { Write } from '../../operations/define.ts';
import { fieldsOf, type Look } from '../forms/fields.ts';
import type { Post } from './post.ts';

/** What a page adds to an operation's own definition. */
interface OfOperation extends Pick<Post, 'path' | 'button' | 'done' | 'within'> {
  /** The looks of those fields that look otherwise than the operation's schema says. */
  looks?: Record<string, Look>;
  /** For each input field that the path says, its name in the path; left out: `id` is `id`. */
  said?: Record<string, string>;
}

/** A write operation of the API as a post: what it makes is the person's, with createdVia `app`. */
export function byOperation(
  operation: Write,
  { path, button, done, looks, said, within }: OfOperation,
): Post {
  const names = said ?? ('id' in operation.input.shape ? { id: 'id' } : {});
  return {
    name: operation.name,
    path,
    button,
    done,
    by: 'member',
    within,
    fields: fieldsOf(operation.input, looks).filter(({ name }) => !(name in names)),
    input: operation.input,
    pathInput: params =>
      Object.fromEntries(Object.entries(names).map(([field, name]) => [field, params[name]])),
    sqlCall: (input, _, config) => operation.does(input, formCaller, config),
    leadsTo: answer => answer.url,
    secrets: [],
  };
}

/**
 * The caller of an operation that a form calls. A form has to bring what an API request may leave to the workspace's
 * settings, and so needs no second round trip.
 */
const formCaller = {
  workspaceId: '',
  label: '',
  get taxRateBps(): number {
    throw new Failure('validation', 'taxRateBps is required.', 'taxRateBps');
  },
  get pricesIncludeTax(): boolean {
    throw new Failure('validation', 'taxInclusive is required.', 'taxInclusive');
  },
};
