/**
 * The wait that a `Retry-After` header asks for, in ms, from seconds or from an HTTP date (RFC 9110, 10.2.3). `now` is
 * in ms. Undefined if there is no such header or it is malformed. The database decides how much of it to respect
 * (sql/functions/webhooks/throttling/requested_pause.sql).
 */
export function retryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  const text = Array.isArray(header) ? header[0]! : (header ?? '');
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxMs);
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - now, 0), maxMs);
}

/** A day: longer than any pause that is respected, and few enough ms for PostgreSQL's integer. */
const maxMs = 86_400_000;
