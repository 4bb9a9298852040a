/** Version, trace, parent and flags; version ff and ids of zeros alone are none (W3C Trace Context, 3.2). */
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The traceparent that a header holds; null where it is none, and then the trace is not gone on with. */
export function readTraceparent(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && form.test(header) ? header : null;
}
