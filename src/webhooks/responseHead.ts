const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The most bytes of a response's headers. The parser rejects more. */
export const maxHeadBytes = 65_536;

/** The beginning of a response. If it isn't whole yet, it is to be mended again with the bytes that follow. */
interface Head {
  bytes: Buffer;
  isWhole: boolean;
}

/**
 * Mends what receivers send and undici's parser rejects, unlike other clients. Leaves out interim responses (1xx): `100
 * Continue` may come without being asked for (RFC 9110, 15.2). Adds carriage returns if the lines end without (RFC 9112,
 * 2.2).
 */
export function mendHead(bytes: Buffer): Head {
  let rest = bytes;
  for (;;) {
    const lineEnd = rest.indexOf(lineFeed);
    const isWhole = rest.length > maxHeadBytes || !couldBeHttp(rest);
    if (isWhole || lineEnd === -1) return { bytes: rest, isWhole };
    const interim = isInterim(rest);
    if (!interim && rest[lineEnd - 1] === carriageReturn) return { bytes: rest, isWhole: true };
    const end = endOfHead(rest, lineEnd + 1);
    if (end === -1) return { bytes: rest, isWhole: false };
    if (!interim) return { bytes: withCarriageReturns(rest, end), isWhole: true };
    rest = rest.subarray(end);
  }
}

/** Whether these bytes are the beginning of an HTTP/1 response, as far as they go. */
function couldBeHttp(bytes: Buffer): boolean {
  const start = 'HTTP/1.';
  return start.startsWith(bytes.toString('latin1', 0, start.length));
}

/** Whether a response is followed by another one. After 101 the connection speaks another protocol. */
function isInterim(bytes: Buffer): boolean {
  const status = bytes.toString('latin1', 8, 12);
  return status.startsWith(' 1') && status !== ' 101';
}

/** The index after the empty line that ends the headers, from the beginning of a line; -1 if they aren't complete. */
function endOfHead(bytes: Buffer, from: number): number {
  let lineStart = from;
  for (;;) {
    const lineEnd = bytes.indexOf(lineFeed, lineStart);
    if (lineEnd === -1) return -1;
    if (lineEnd === lineStart || (lineEnd === lineStart + 1 && bytes[lineStart] === carriageReturn)) {
      return lineEnd + 1;
    }
    lineStart = lineEnd + 1;
  }
}

const withCarriageReturns = (bytes: Buffer, end: number): Buffer =>
  Buffer.concat([
    Buffer.from(bytes.toString('latin1', 0, end).replace(/\r?\n/g, '\r\n'), 'latin1'),
    bytes.subarray(end),
  ]);
