import { context, createContextKey, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';

// The trace that work is part of (W3C Trace Context). If OpenTelemetry is loaded beside us, its instrumentation makes the
// spans. If it is not, its API does nothing.

/** Version, trace, parent and flags; version ff and ids of zeros are invalid (W3C Trace Context, 3.2). */
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The traceparent of the current work: that of our own span, else the one in the header, else null. */
export function traceparentNow(header: string | string[] | undefined): string | null {
  const ours: { traceparent?: string } = {};
  propagation.inject(context.active(), ours);
  return ours.traceparent ?? (typeof header === 'string' && form.test(header) ? header : null);
}

/** A version of a function that always runs in the trace that is current now. */
export const bindToTrace = <Work extends (...given: never[]) => unknown>(work: Work): Work =>
  context.bind(context.active(), work);

/** The context key that `suppressTracing` of @opentelemetry/core sets: instrumentation then creates no spans and sends no headers. */
const suppressed = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** Runs `work` as a span of a trace, if there is one. Other servers get no headers of it: its id may be internal. */
export async function inPrivateSpan<Result>(
  traceparent: string | null | undefined,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (propagation.fields().length === 0) return work();
  const from = propagation.extract(ROOT_CONTEXT, traceparent ? { traceparent } : {});
  const span = trace.getTracer('corkboard').startSpan(name, { kind: SpanKind.CLIENT }, from);
  try {
    return await context.with(trace.setSpan(from, span).setValue(suppressed, true), work);
  } finally {
    span.end();
  }
}
