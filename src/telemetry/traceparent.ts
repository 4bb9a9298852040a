import { context, createContextKey, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';

// Which trace work is part of (W3C Trace Context). If OpenTelemetry is loaded beside us, its instrumentation makes the
// spans. If it is not, its API does nothing.

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

/** What `suppressTracing` of @opentelemetry/core sets in a context: instrumentation then makes no spans and sends no headers. */
const suppressed = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/**
 * Runs `work` as a span of a trace, if there is one, without telling anyone outside: OpenTelemetry's instrumentation
 * adds no header to the requests in it. A caller's trace id may name internal systems, and is not for third parties.
 */
export async function confidentially<Result>(
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
