import { Argument, InvalidArgumentError } from 'commander';
import { idOption, parseId } from './parameters.ts';
import type { Verb } from './verb.ts';

/**
 * A verb of two actions that take nothing but an id: `one` for the record that it names as its argument, `all` for those
 * of an endpoint. `which`: which of the endpoint's records these are, for --help.
 */
export const either = (one: Verb, all: Verb, which: string): Verb => ({
  ...one,
  parameters: [
    new Argument('[id]', 'an id').argParser(parseId),
    idOption('--endpoint <id>', `${which} of this endpoint, in place of one`),
  ],
  select: ([id, endpoint]) => {
    if ((id === undefined) === (endpoint === undefined))
      throw new InvalidArgumentError(`name one ${one.of} by its id, or an endpoint with --endpoint.`);
    return id === undefined ? [all, [endpoint]] : [one, [id]];
  },
});
