import type { ServerResponse } from 'node:http';
import { ByteBudget } from '../../concurrency/byteBudget.ts';
import { Failure } from '../../errors/failure.ts';
import { Overload } from '../../errors/serviceError.ts';
import type { Request, Resources } from '../../http/handler.ts';
import { checkBodyHeaders, isUnbounded, readBody, tooLarge } from '../../http/request.ts';
import { refuseForeign } from '../routing/guard.ts';
import { Refused } from '../routing/refused.ts';
import type { Field } from './fields.ts';

// Whoever sends a form that is too long loses all that they typed. So a form may be as long as browsers let people make
// it, far longer than a body of the API. What that takes of our memory is bounded by the bytes that are held at once, and
// not by how many forms are read: a form that arrives slowly holds up nobody.

/** A form of up to so many bytes is read whoever sends it: also on thousands of connections that is not much. */
const smallBytes = 16_384;

/** No form of ours has so many fields. Their number is what reading them costs, more than their bytes. */
const mostFields = 1_000;

/** Who sends a form. Each kind has a budget of its own, so that clients and strangers never take memory from members. */
type Sender = 'member' | 'client' | 'stranger';

/** How many bytes of longer forms are held at once, for each kind of sender. The longest form takes less than 5 MB. */
const budgets: Record<Sender, ByteBudget> = {
  member: new ByteBudget(12_000_000),
  client: new ByteBudget(12_000_000),
  stranger: new ByteBudget(8_000_000),
};

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
  /**
   * Finds out who sends the form, and as part of which group: a workspace, or the network of a stranger. The group that
   * holds the most bytes of its kind gives way when they run out. This is asked only where the form is long.
   */
  senderOf: () => Promise<{ sender: Sender; group: string }>;
}

/**
 * Reads the fields of a form that a page of ours sent. Throws bad_request, payload_too_large, Overload, and Refused if the
 * form is another site's or memory runs out.
 */
export async function readForm(
  resources: Resources,
  req: Request,
  res: ServerResponse,
  long?: Long,
): Promise<URLSearchParams> {
  refuseForeign(resources, req);
  checkBodyHeaders(req, 'application/x-www-form-urlencoded');
  if (!long || !isUnbounded(req, smallBytes)) return parsed(await readBody(req, res, smallBytes), smallBytes);
  const { sender, group } = await long.senderOf();
  try {
    return await budgets[sender].read(group, async reader =>
      parsed(await readBody(req, res, long.mostBytes, reader), long.mostBytes),
    );
  } catch (error) {
    throw error instanceof Overload ? busy() : error;
  }
}

const busy = () =>
  new Refused(
    503,
    'Too many forms are arriving at once',
    'Nothing was saved. Go back to keep what you typed, and send the form again in a moment.',
  );

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
