import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

// Which trace work is part of (W3C Trace Context). Where OpenTelemetry is loaded beside us, its instrumentation makes
// the spans and sends the header to whom we call. Where it is not, its API does nothing, and what a caller sent is
// passed on.

/** Version, trace, parent and flags; version ff and ids of zeros alone are none (W3C Trace Context, 3.2). */
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The traceparent of the present work: that of our own span, or else the one in the header; null where there is neither. */
export function traceparentNow(header: string | string[] | undefined): string | null {
  const ours: { traceparent?: string } = {};
  propagation.inject(context.active(), ours);
  return ours.traceparent ?? (typeof header === 'string' && form.test(header) ? header : null);
}

/** A function that, whenever it is called, is part of the trace that is current now. */
export const bound = <Work extends (...given: never[]) => unknown>(work: Work): Work =>
  context.bind(context.active(), work);

/** Runs `work` as part of a trace. It gets the header that passes the trace on; empty where OpenTelemetry's instrumentation sends it. */
export function within<Result>(
  traceparent: string | null | undefined,
  work: (headers: { traceparent?: string }) => Result,
): Result {
  if (!traceparent) return work({});
  if (propagation.fields().length === 0) return work({ traceparent });
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), () => work({}));
}
