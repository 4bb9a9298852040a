import type { ServerResponse } from 'node:http';
import { Failure } from '../failure.ts';
import { Gate, Gates } from '../gate.ts';
import type { Request } from '../http/handler.ts';
import { checkBodyHeaders, isUnbounded, readBody, tooLarge } from '../http/request.ts';
import type { Field } from './fields.ts';

// Whoever sends a form that is too long loses all that they typed. So a form may be as long as browsers let people make
// it, far longer than a body of the API. What that takes of our memory is bounded by how many are read at once.

/** A form of up to so many bytes is read whoever sends it: also on thousands of connections that is not much. */
const smallBytes = 16_384;

/** No form of ours has so many fields. Their number is what reading them costs, more than their bytes. */
const mostFields = 1_000;

/**
 * How many longer forms are read at once: of senders whose token was found good, one for each workspace, and of all
 * others. Those without a good token keep nobody waiting but each other, nor does a workspace or its clients.
 */
const ofKnown = new Gate(4);
const ofOneWorkspace = new Gates(1);
const ofOthers = new Gate(4);

/** What a unit of UTF-16 takes in a form at most, like %E3%81%82. */
const bytesOfUnit = 9;
/** A field takes twice as many units as it may have characters (input.ts). */
const bytesOfCharacter = 2 * bytesOfUnit;
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
  /** Finds out which workspace the sender's token is good for; null: for none. It is asked only where the form is long. */
  workspaceOf: () => Promise<string | null>;
}

/** Reads the fields of a form that was sent. Throws bad_request, payload_too_large and Overdue. */
export async function readBrought(req: Request, res: ServerResponse, long?: Long): Promise<URLSearchParams> {
  checkBodyHeaders(req, 'application/x-www-form-urlencoded');
  const read = async (most: number) => parsed(await readBody(req, res, most), most);
  if (!long || !isUnbounded(req, smallBytes)) return read(smallBytes);
  const readLong = () => read(long.mostBytes);
  const workspaceId = await long.workspaceOf();
  if (workspaceId === null) return ofOthers.pass(req.patience, readLong);
  return ofOneWorkspace.pass(workspaceId, req.patience, () => ofKnown.pass(req.patience, readLong));
}

/** The fields in a body of at most so many bytes. */
function parsed(body: Buffer, mostBytes: number): URLSearchParams {
  const text = body.toString();
  if (text.split('&', mostFields + 1).length > mostFields)
    throw new Failure('bad_request', `A form has at most ${mostFields} fields.`);
  const form = new URLSearchParams(text);
  // So many bytes are for letters that take nine each. As many plain ones were never typed, and would make a page of them.
  const typed = [...form].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (typed > smallBytes + mostBytes / bytesOfUnit) throw tooLarge(mostBytes);
  return form;
}
