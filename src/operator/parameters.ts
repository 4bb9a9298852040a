import { Argument, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { parseText } from '../actions/text.ts';
import { check } from '../admission/check.ts';
import { Failure } from '../errors/failure.ts';
import { integer } from '../vocabulary/fields.ts';
import { asUuid, nilId } from '../vocabulary/id.ts';

/** Reads an id. A malformed one is not found, like any unknown one. */
export const parseId = (text: string) => asUuid(text) ?? nilId;

/** An argument with a record's id, named `id` for records of the noun itself, else after the record's kind. */
export const id = (placeholder = 'id') => new Argument(`<${placeholder}>`, 'an id').argParser(parseId);

/** A required option with the id of the record in which the command creates or lists records. */
const within = (flags: string, what: string) =>
  new Option(flags, what).argParser(parseId).makeOptionMandatory();
export const inWorkspace = within('--workspace <w>', 'the id of its workspace');
export const ofEndpoint = within('--endpoint <id>', 'the id of its endpoint');
export const ofInvoice = within('--invoice <id>', 'the id of its invoice');

/** An optional option with the id of a record. */
export const idOption = (flags: string, what: string) => new Option(flags, what).argParser(parseId);

/** An argument other than an id. */
export const argument = (name: string, what: string, schema: z.ZodType) =>
  new Argument(`<${name}>`, what).argParser(parser(schema));

/** An option that may be left out. */
export const option = (flags: string, what: string, schema: z.ZodType) =>
  new Option(flags, what).argParser(parser(schema));

/** An option that has to be there. */
export const required = (flags: string, what: string, schema: z.ZodType) =>
  option(flags, what, schema).makeOptionMandatory();

/** A whole number in plain digits, within bounds. */
export const whole = (bounds: z.ZodNumber = integer(0, 2_147_483_647)) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(bounds);

export const trueOrFalse = z.enum(['true', 'false']);

/** Reads an argument by its schema. An error is wrong usage, in the API's words. */
function parser(schema: z.ZodType): (text: string) => unknown {
  return text => {
    try {
      return check(z.object({ It: schema }), { It: parseText(schema, text, 'It') }).It;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // Each sentence begins with the path of what is wrong: `It`, `It.` and an element's number, or `It.` and what else
      // is inside. Elements with the same mistake get one sentence.
      const sentences = error.message.split(/ (?=It\b)/);
      const said = sentences.map(one => one.replace(/^It\.(\d+(?= ))?/, (_, n) => (n ? 'It' : '')));
      throw new InvalidArgumentError([...new Set(said)].join(' '));
    }
  };
}
