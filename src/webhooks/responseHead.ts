const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The beginning of a response. If it isn't whole yet, it is to be mended again with the bytes that follow. */
interface Head {
  bytes: Buffer;
  isWhole: boolean;
}

/**
 * Mends what receivers send and undici's parser rejects, unlike other clients. Leaves out interim responses (1xx): `100
 * Continue` may come without being asked for (RFC 9110, 15.2). Adds carriage returns if the lines end without (RFC 9112,
 * 2.2). `known`: how many of the bytes it got before, so that a receiver that sends byte by byte costs no more than another.
 */
export function mendHead(bytes: Buffer, known = 0): Head {
  let rest = bytes;
  // The empty line may have begun before.
  let from = known - 2;
  for (;;) {
    const lineEnd = rest.indexOf(lineFeed);
    const isWhole = !couldBeHttp(rest);
    if (isWhole || lineEnd === -1) return { bytes: rest, isWhole };
    const interim = isInterim(rest);
    if (!interim && rest[lineEnd - 1] === carriageReturn) return { bytes: rest, isWhole: true };
    const end = endOfHead(rest, Math.max(lineEnd, from));
    if (end === -1) return { bytes: rest, isWhole: false };
    if (!interim) return { bytes: withCarriageReturns(rest, end), isWhole: true };
    rest = rest.subarray(end);
    from = 0;
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

/** The index after the first empty line that follows a line feed at or after `from`; -1 if there is none. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(lineFeed, from); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    const next = bytes[at + 1] === carriageReturn ? at + 2 : at + 1;
    if (bytes[next] === lineFeed) return next + 1;
  }
  return -1;
}

const withCarriageReturns = (bytes: Buffer, end: number): Buffer =>
  Buffer.concat([
    Buffer.from(bytes.toString('latin1', 0, end).replace(/\r?\n/g, '\r\n'), 'latin1'),
    bytes.subarray(end),
  ]);
