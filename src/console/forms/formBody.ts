import type { ServerResponse } from 'node:http';
import { type BodyReader, ByteBudget } from '../../concurrency/byteBudget.ts';
import { Failure } from '../../errors/failure.ts';
import { Overload } from '../../errors/serviceError.ts';
import type { Request, Resources } from '../../http/handler.ts';
import { checkBodyHeaders, isUnbounded, readBody, tooLarge } from '../../http/request.ts';
import { rejectCrossSite } from '../requests/crossSite.ts';
import { PageError } from '../requests/pageError.ts';
import type { Field } from './fields.ts';
import { isMultipart, multipartType, readMultipart } from './multipart.ts';

// A person whose form is too long loses all that they typed. So a form may be as long as browsers let people make it,
// far longer than a body of the API. Memory is bounded by the bytes that are held at once and not by the number of
// forms, so a form that arrives slowly doesn't hold up others.

/** A form of up to this many bytes is read from anyone: even on thousands of connections that isn't much. */
const smallBytes = 16_384;

/**
 * The most fields of a form, more than any of ours has. The cost of parsing depends on their number more than on bytes.
 */
const maxFields = 1_000;

/**
 * The sender of a form. Each kind has its own budget, so that clients and strangers can't use up the members' memory.
 */
type Sender = 'member' | 'client' | 'stranger';

/**
 * The bytes of long forms that are held at once, for each kind of sender. The longest form takes less than 5 MB, and the largest
 * file of members 32 MB while it is read.
 */
const budgets: Record<Sender, ByteBudget> = {
  member: new ByteBudget(48_000_000),
  client: new ByteBudget(12_000_000),
  stranger: new ByteBudget(8_000_000),
};

/** The most bytes of a UTF-16 unit in a form, as in %E3%81%82. */
const bytesPerUnit = 9;
/** A field takes twice as many UTF-16 units as it may have code points (input.ts). */
const bytesPerCharacter = 2 * bytesPerUnit;
/** More bytes than the rest of a field takes: its name, a number, an option. */
const overheadBytes = 1_000;
/** The most items of any list. */
const maxItems = 50;

/** The most bytes that a form with these fields can have. */
export const maxBytesOf = (fields: readonly Field[]): number =>
  fields.reduce((sum, field) => sum + bytesOf(field), smallBytes);

function bytesOf({ kind, maxLength = 0, columns }: Field): number {
  // A file comes in a form of another type (multipart.ts).
  if (kind === 'file') return overheadBytes;
  const inner = columns.reduce((sum, column) => sum + bytesOf(column), 0);
  const one = overheadBytes + maxLength * bytesPerCharacter + inner;
  return kind === 'rows' || kind === 'lines' ? one * maxItems : one;
}

/** The resources for reading a form that may be long. */
interface LongForm {
  maxBytes: number;
  /** The field that takes a file, if the form has one. */
  file?: Field | undefined;
  /**
   * Finds out who sends the form, and their group: a workspace, or the network of a stranger. When the budget of a kind
   * of sender runs out, the group that holds the most of it is rejected. Called only for long forms.
   */
  senderOf: () => Promise<{ sender: Sender; group: string }>;
}

/**
 * Reads the fields of a form that a page of the console sent. Throws bad_request, payload_too_large, Overload, and
 * PageError if the form is from another site or memory runs out.
 */
export async function readForm(
  resources: Resources,
  req: Request,
  res: ServerResponse,
  long?: LongForm,
): Promise<URLSearchParams> {
  rejectCrossSite(resources, req);
  if (long?.file && isMultipart(req)) {
    checkBodyHeaders(req, multipartType);
    return withBudget(long, reader => readMultipart(req, res, long.file!, reader));
  }
  checkBodyHeaders(req, 'application/x-www-form-urlencoded');
  if (!long || !isUnbounded(req, smallBytes))
    return parseBody(await readBody(req, res, smallBytes), smallBytes);
  return withBudget(long, async reader =>
    parseBody(await readBody(req, res, long.maxBytes, reader), long.maxBytes),
  );
}

/** Reads a long form on the budget of its sender. */
async function withBudget(
  { senderOf }: LongForm,
  read: (reader: BodyReader) => Promise<URLSearchParams>,
): Promise<URLSearchParams> {
  const { sender, group } = await senderOf();
  try {
    return await budgets[sender].read(group, read);
  } catch (error) {
    throw error instanceof Overload ? busy() : error;
  }
}

const busy = () => new PageError(503, 'busy');

/** Parses a body of at most `maxBytes`. */
function parseBody(body: Buffer, maxBytes: number): URLSearchParams {
  const text = body.toString();
  if (text.split('&', maxFields + 1).length > maxFields)
    throw new Failure('bad_request', `A form has at most ${maxFields} fields.`);
  const form = new URLSearchParams(text);
  // `maxBytes` allows for characters of nine bytes. As many ASCII characters exceed what a person could type into the
  // fields, and would make the page that shows them again just as long.
  const typed = [...form].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (typed > smallBytes + maxBytes / bytesPerUnit) throw tooLarge(maxBytes);
  return form;
}
