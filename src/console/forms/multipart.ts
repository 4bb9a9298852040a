import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyReader } from '../../concurrency/byteBudget.ts';
import { Failure } from '../../errors/failure.ts';
import type { Request } from '../../http/handler.ts';
import { tooLarge } from '../../http/request.ts';
import type { Field } from './fields.ts';

/** The media type of forms with files (RFC 7578). */
export const multipartType = 'multipart/form-data';

export const isMultipart = ({ headers }: IncomingMessage): boolean =>
  (headers['content-type'] ?? '').toLowerCase().startsWith(multipartType);

/** The most bytes of such a form. Most of a file that is too large is dropped, so that its form can be shown with its error. */
const maxBytes = 20_000_000;
const maxFields = 20;
const maxFieldBytes = 10_000;

/**
 * Reads a form with one file, whose bytes become the field's value in base64, and its name the value of another field, which ends
 * with Name; of a file that is larger than the field takes, only the beginning is kept, which is too long as well. Throws
 * bad_request, payload_too_large and Overload.
 */
export async function readMultipart(
  req: Request,
  res: ServerResponse,
  { name: fileField, maxLength = 0 }: Field,
  reader: BodyReader,
): Promise<URLSearchParams> {
  const fileSize = Math.ceil((maxLength + 1) / 4) * 3;
  const length = Number(req.headers['content-length'] ?? Infinity);
  if (length > maxBytes && length < Infinity) throw tooLarge(maxBytes);
  // The chunks of the file, and their text.
  reader.hold(3 * Math.min(fileSize, length));
  const { Busboy } = await import('@fastify/busboy');
  const body = new Promise<URLSearchParams>((resolve, reject) => {
    const form = new URLSearchParams();
    let parser: InstanceType<typeof Busboy>;
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) fail(tooLarge(maxBytes));
      else parser.write(chunk);
    };
    // What comes after that isn't parsed: a part may have no more than a few bytes, and costs much more.
    const drop = () => req.off('data', take).resume();
    const fail = (error: unknown) => {
      drop();
      reject(error);
    };
    const malformed = () =>
      fail(new Failure('bad_request', 'The form is not well-formed multipart/form-data.'));
    const limits = {
      fileSize,
      files: 1,
      fields: maxFields,
      parts: maxFields + 1,
      fieldSize: maxFieldBytes,
      headerPairs: 20,
      headerSize: 4_096,
    };
    try {
      parser = new Busboy({
        headers: { ...req.headers, 'content-type': req.headers['content-type']! },
        limits,
      });
    } catch {
      return malformed();
    }
    parser.on('field', (name, value) => form.append(name, value));
    parser.on('file', (name, file, fileName) => {
      const chunks: Buffer[] = [];
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      // An error without a listener would end the process.
      file.on('error', malformed);
      file.on('end', () => {
        if (name !== fileField) return;
        form.append(name, Buffer.concat(chunks).toString('base64'));
        form.append(`${name}Name`, fileName);
      });
    });
    parser.on('error', malformed);
    parser.on('finish', () => resolve(form));
    parser.on('partsLimit', () => {
      drop();
      resolve(form);
    });
    if (/100-continue/i.test(req.headers.expect ?? '')) res.writeContinue();
    req.on('data', take);
    req.on('end', () => parser.end());
    req.on('error', reject);
    res.on('close', () => reject(new Error('The body ended too soon.')));
    reader.signal.addEventListener('abort', () => fail(reader.signal.reason));
  });
  return req.deadline.exclude(body);
}
