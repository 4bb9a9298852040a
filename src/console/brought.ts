import type { ServerResponse } from 'node:http';
import { Gate } from '../database/gate.ts';
import type { Request } from '../http/handler.ts';
import { checkBodyHeaders, isUnbounded, readBody } from '../http/request.ts';
import type { Field } from './fields.ts';

// Whoever sends a form that is too long loses all that they typed. So a form may be as long as browsers let people make
// it, far longer than a body of the API. What that takes of our memory is bounded by how many are read at once.

/** A form of up to so many bytes is read whoever sends it: also on thousands of connections that is not much. */
const smallBytes = 16_384;

/**
 * How many longer forms are read at once: of senders whose token was found good, and of all others. Those without a good
 * token keep nobody waiting but each other.
 */
const ofKnown = new Gate(4);
const ofOthers = new Gate(4);

/** A field takes twice as many units of UTF-16 as it may have characters (input.ts), each of up to 9 bytes, like %E3%81%82. */
const bytesOfCharacter = 2 * 9;
/** More than a field takes besides text: its name, a number, a choice out of a list. */
const bytesBesides = 1_000;
/** No list takes more items. */
const mostItems = 50;

/** The most bytes of a form with these fields. */
export const mostBytes = (fields: readonly Field[]): number =>
  fields.reduce((sum, field) => sum + bytesOf(field), smallBytes);

function bytesOf({ kind, longest = 0, columns }: Field): number {
  const inner = columns.reduce((sum, column) => sum + bytesOf(column), 0);
  const one = bytesBesides + longest * bytesOfCharacter + inner;
  return kind === 'rows' || kind === 'lines' ? one * mostItems : one;
}

/** What is to be known of a form that may be long. */
interface Long {
  mostBytes: number;
  /** Finds out whether the sender's token is good. It is asked only where the form is long. */
  isKnown: () => Promise<boolean>;
}

/** Reads the fields of a form that was sent. Throws bad_request, payload_too_large and Overdue. */
export async function readBrought(req: Request, res: ServerResponse, long?: Long): Promise<URLSearchParams> {
  checkBodyHeaders(req, 'application/x-www-form-urlencoded');
  const read = async (most: number) => new URLSearchParams((await readBody(req, res, most)).toString());
  if (!long || !isUnbounded(req, smallBytes)) return read(smallBytes);
  const gate = (await long.isKnown()) ? ofKnown : ofOthers;
  return gate.pass(req.patience, () => read(long.mostBytes));
}
