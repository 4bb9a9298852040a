/** Longer texts are left to JSON.stringify. */
const longestBytes = 65_536;

const space = 0x20;
const quote = 0x22;
const backslash = 0x5c;

/** What a byte is inside a JSON string, as a number: its first byte is the lowest. */
const alone = (byte: number) => (byte === quote || byte === backslash ? backslash | (byte << 8) : byte);
const bits = (bytes: number) => (bytes > 0xff ? 16 : 8);

/** The same for two bytes, of which the first is the lower. 0 where one is a control character: that needs more than a backslash. */
const escaped = new Int32Array(0x1_0000);
for (let first = space; first <= 0xff; first++) {
  for (let second = space; second <= 0xff; second++) {
    const before = alone(first);
    escaped[first | (second << 8)] = before | (alone(second) << bits(before));
  }
}

/** Two bytes become four at most, so that writing, from the beginning, never reaches what is still to be read. */
const readAt = 2 * longestBytes + 4;
const scratch = Buffer.allocUnsafeSlow(readAt + longestBytes + 1);
const view = new DataView(scratch.buffer);

/**
 * The JSON string of a text that is itself JSON: what JSON.stringify gives, in less than half its time. That one
 * is made for texts with little to escape, and here every seventh character is a quotation mark. Half a surrogate
 * pair would not come through; neither PostgreSQL nor JSON.stringify puts one into JSON.
 */
export function quoted(json: string): string {
  const length = Buffer.byteLength(json);
  if (length > longestBytes) return JSON.stringify(json);
  scratch.write(json, readAt);
  const end = readAt + length;
  // Makes a pair with a last byte that stands alone.
  scratch[end] = space;
  scratch[0] = quote;
  let to = 1;
  for (let from = readAt; from < end; from += 2) {
    const bytes = escaped[view.getUint16(from, true)]!;
    if (bytes === 0) return JSON.stringify(json);
    view.setInt32(to, bytes, true);
    to += 4 - (Math.clz32(bytes) >> 3);
  }
  if (length % 2 === 1) to--;
  scratch[to++] = quote;
  return scratch.toString('utf8', 0, to);
}
