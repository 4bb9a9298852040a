import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  type TextMapPropagator,
  trace,
} from '@opentelemetry/api';
import test from 'ava';
import { bindToTrace, inPrivateSpan, traceparentNow } from '../../src/telemetry/traceparent.ts';

const theirs = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const ours = '00-4bf92f3577b34da6a3ce929d0e0e4736-aaaaaaaaaaaaaaaa-01';

// What an OpenTelemetry that is loaded beside the service registers, as far as it matters here.
const storage = new AsyncLocalStorage<Context>();
const manager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active: Context, work: any, self: any, ...given: any[]) =>
    storage.run(active, () => work.apply(self, given)),
  bind:
    (active: Context, work: any) =>
    (...given: any[]) =>
      storage.run(active, () => work(...given)),
  enable: () => manager,
  disable: () => manager,
};
const suppressed = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');
const w3c: TextMapPropagator = {
  fields: () => ['traceparent'],
  inject: (active, carrier: any, setter) => {
    if (active.getValue(suppressed)) return;
    const span = trace.getSpanContext(active);
    if (span) setter.set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-01`);
  },
  extract: (active, carrier, getter) => {
    const [, traceId = '', spanId = ''] = String(getter.get(carrier, 'traceparent')).split('-');
    return trace.setSpanContext(active, { traceId, spanId, traceFlags: 1 });
  },
};

test.beforeEach(() => {
  context.disable();
  propagation.disable();
});

test.serial('without OpenTelemetry a caller’s traceparent is kept if it is valid', t => {
  t.is(traceparentNow(theirs), theirs);
  for (const none of [
    undefined,
    '',
    'x',
    theirs.toUpperCase(),
    `ff${theirs.slice(2)}`,
    `${theirs}-more`,
    [theirs],
  ]) {
    t.is(traceparentNow(none), null);
  }
  const work = () => 1;
  t.is(bindToTrace(work), work);
});

test.serial('with OpenTelemetry the trace continues from its own span, also in later work', t => {
  context.setGlobalContextManager(manager as any);
  propagation.setGlobalPropagator(w3c);
  const spanOf = (spanId: string) =>
    trace.setSpanContext(ROOT_CONTEXT, { traceId: theirs.split('-')[1]!, spanId, traceFlags: 1 });
  const later = context.with(spanOf('aaaaaaaaaaaaaaaa'), () => bindToTrace(() => traceparentNow(theirs)));
  t.is(later(), ours);
  t.is(context.with(spanOf('bbbbbbbbbbbbbbbb'), later), ours);
});

/** What OpenTelemetry's instrumentation adds to a request that is sent now. */
const headersAdded = () => {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
};

test.serial(
  'OpenTelemetry adds no header to a request that is sent inPrivateSpan, in a trace or outside',
  async t => {
    context.setGlobalContextManager(manager as any);
    propagation.setGlobalPropagator(w3c);
    const inTrace = propagation.extract(ROOT_CONTEXT, { traceparent: theirs });
    t.deepEqual(context.with(inTrace, headersAdded), { traceparent: theirs });
    for (const traceparent of [theirs, null]) {
      t.deepEqual(await inPrivateSpan(traceparent, 'attempt', async () => headersAdded()), {});
    }
  },
);

test.serial('work inPrivateSpan is a span of the trace', async t => {
  context.setGlobalContextManager(manager as any);
  propagation.setGlobalPropagator(w3c);
  const spans: unknown[][] = [];
  const tracer = {
    startSpan: (name: string, _: object, from: Context) => {
      spans.push(['begins', name, trace.getSpanContext(from)?.traceId]);
      const ended = () => void spans.push(['ends', name]);
      return Object.assign(trace.wrapSpanContext(trace.getSpanContext(from)!), { end: ended });
    },
  };
  trace.setGlobalTracerProvider({ getTracer: () => tracer } as any);
  t.teardown(() => trace.disable());
  const failed = inPrivateSpan(theirs, 'attempt', async () => {
    throw new Error('fails');
  });
  await t.throwsAsync(failed, { message: 'fails' });
  t.deepEqual(spans, [
    ['begins', 'attempt', theirs.split('-')[1]],
    ['ends', 'attempt'],
  ]);
});
