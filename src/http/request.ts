import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyReader } from '../concurrency/byteBudget.ts';
import { Failure } from '../errors/failure.ts';
import type { Request } from './handler.ts';
import { jsonBreak } from './jsonBreak.ts';

/** The most bytes of a body. */
const maxBytes = 65_536;
/** The initial size of the buffer for a body: most bodies are shorter. */
const firstBytes = 1_024;
/** The most levels of a body's JSON (decisions: Requests). */
const maxLevels = 32;
export const idempotencyKey = /^[A-Za-z0-9_:.-]{1,255}$/;

/** A name or an address with an optional port (RFC 3986, section 3.2); empty if the target has no authority. */
const authority = /^(\[[0-9a-f:.]+\]|([a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2})*)(:[0-9]*)?$/i;

/** Throws bad_request if Host is missing, repeated or malformed (RFC 9112, section 3.2). */
export function checkHost(req: IncomingMessage): void {
  const times = timesSent(req, 'host');
  if (times !== 1 && !(times === 0 && req.httpVersion === '1.0')) {
    throw new Failure('bad_request', 'Host must be sent once.');
  }
  if (!authority.test(req.headers.host ?? '')) {
    throw new Failure('bad_request', 'Host must be a name or an address, with an optional port.');
  }
}

/** The path and query of a request's target, which may be an absolute URL (RFC 9112, section 3.2.2). */
export function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === target || path.startsWith('/') ? path : `/${path}`;
}

/** The bearer token. Empty, which matches no key, if there is none, more than one, or another scheme. */
export function bearerKey(req: IncomingMessage): string {
  if (timesSent(req, 'authorization') !== 1) return '';
  return /^Bearer +([^ ]+) *$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
}

/** How often a header was sent. Node keeps only the first of some repeated headers. */
function timesSent(req: IncomingMessage, name: string): number {
  const headers = req.rawHeaders;
  let times = 0;
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]!.length === name.length && headers[i]!.toLowerCase() === name) times++;
  }
  return times;
}

/** The Idempotency-Key, or null. Throws bad_request if it is malformed (Node joins repeated ones with a comma). */
export function readIdempotencyKey(req: IncomingMessage): string | null {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && idempotencyKey.test(key)) return key;
  throw new Failure(
    'bad_request',
    'Idempotency-Key must be sent once, as 1 to 255 letters, digits, underscores, hyphens, colons or periods.',
  );
}

/** Throws bad_request if the headers announce an encoded body, or one of another type. */
export function checkBodyHeaders(req: IncomingMessage, type = 'application/json'): void {
  const sent = req.headers['content-type'];
  if (sent !== undefined && sent.split(';')[0]!.trim().toLowerCase() !== type) {
    throw new Failure('bad_request', `Content-Type must be ${type}.`);
  }
  checkBodyEncoding(req);
}

/** Throws bad_request if the headers announce an encoded body. */
export function checkBodyEncoding(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new Failure('bad_request', 'Content-Encoding must be identity: send the body uncompressed.');
  }
}

/** Whether the headers announce a body. A request without one is complete, but Node marks it so only later. */
export const announcesBody = ({ headers }: IncomingMessage) =>
  'content-length' in headers || 'transfer-encoding' in headers;

/** Whether the headers announce a body of unknown or excessive length. */
export const isUnbounded = (req: IncomingMessage, most = maxBytes) =>
  !(Number(req.headers['content-length']) <= most);

/**
 * Reads the body. Throws payload_too_large, at once if the announced length exceeds the limit, else when the bytes do.
 * With a `reader`, the bytes count against its budget; throws Overload when that is used up.
 */
export function readBody(
  req: Request,
  res: ServerResponse,
  most = maxBytes,
  reader?: Pick<BodyReader, 'hold' | 'signal'>,
): Promise<Buffer> {
  const body = new Promise<Buffer>((resolve, reject) => {
    // The request may have been rejected meanwhile (refuse.ts), and part of its body dropped.
    const isRefused = () => res.headersSent;
    if (isRefused()) return reject(new Error('The request was refused.'));
    if (Number(req.headers['content-length']) > most) return reject(tooLarge(most));
    // A client that sent Expect: 100-continue is told to send the body only now, when it is needed.
    if (/100-continue/i.test(req.headers.expect ?? '')) res.writeContinue();
    // Chunks are copied into one buffer: a chunk may be a single byte, and an object for each would take much more
    // memory.
    let held = Buffer.allocUnsafeSlow(Math.min(firstBytes, most));
    let bytes = 0;
    // Most bodies fit into the first buffer, and need none of the budget.
    let isCounted = false;
    const drop = () => {
      // Drop later bytes and release those received.
      req.off('data', take).resume();
      held = Buffer.alloc(0);
      reject(reader!.signal.reason);
    };
    const enlarge = (from: number) => {
      const length = Math.min(2 * bytes, most);
      if (!isCounted) reader?.signal.addEventListener('abort', drop);
      isCounted = true;
      reader?.hold(length);
      const larger = Buffer.allocUnsafeSlow(length);
      held.copy(larger, 0, 0, from);
      held = larger;
    };
    const take = (piece: Buffer) => {
      const from = bytes;
      bytes += piece.length;
      if (bytes > most) return reject(tooLarge(most));
      // An exception thrown here would end the process.
      try {
        if (bytes > held.length) enlarge(from);
      } catch (error) {
        return reject(error);
      }
      piece.copy(held, from);
    };
    req.on('data', take);
    req.on('end', () =>
      isRefused() ? reject(new Error('The request was refused.')) : resolve(held.subarray(0, bytes)),
    );
    req.on('error', reject);
    // A client that disconnected, and was answered for that, sends nothing more.
    res.on('close', () => reject(new Error('The body ended too soon.')));
  });
  return req.deadline.exclude(body);
}

export const tooLarge = (most = maxBytes) =>
  new Failure('payload_too_large', `The body is larger than ${most} bytes (${Math.floor(most / 1024)} KB).`);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The rejection of a body that isn't JSON. */
export class NotJson extends Failure {}

/** Parses JSON. Throws NotJson, which says where the text breaks, if the bytes aren't JSON or not UTF-8. */
export function parseJson(bytes: Buffer): unknown {
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    const isEmpty = text.trim() === '';
    throw new NotJson(
      'bad_request',
      isEmpty ? 'The body is empty: it must be a JSON object.' : jsonBreak(text),
    );
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new NotJson('bad_request', 'The body must be a JSON object, in UTF-8.');
  }
}

/** Checks that the value is a JSON object. Throws bad_request if it isn't, or is nested too deep. */
export function asObject(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new Failure('bad_request', 'The body must be a JSON object.');
  if (deeper(value, maxLevels)) {
    throw new Failure('bad_request', `The body must not be nested deeper than ${maxLevels} levels.`);
  }
  return value;
}

/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Whether objects and lists are nested more than `levels` deep. */
function deeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some(inner => deeper(inner, levels - 1));
}
