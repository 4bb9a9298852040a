import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type TextMapPropagator,
  trace,
} from '@opentelemetry/api';
import test from 'ava';
import { bound, traceparentNow, within } from '../src/traceparent.ts';

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
const w3c: TextMapPropagator = {
  fields: () => ['traceparent'],
  inject: (active, carrier: any, setter) => {
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

test.serial('without OpenTelemetry what a caller said is handed on, and nothing else', t => {
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
  t.deepEqual(
    within(theirs, headers => headers),
    { traceparent: theirs },
  );
  t.deepEqual(
    within(null, headers => headers),
    {},
  );
  const work = () => 1;
  t.is(bound(work), work);
});

test.serial('with OpenTelemetry the trace goes on from its own span, also in what is done later', t => {
  context.setGlobalContextManager(manager as any);
  propagation.setGlobalPropagator(w3c);
  const spanOf = (spanId: string) =>
    trace.setSpanContext(ROOT_CONTEXT, { traceId: theirs.split('-')[1]!, spanId, traceFlags: 1 });
  const later = context.with(spanOf('aaaaaaaaaaaaaaaa'), () => bound(() => traceparentNow(theirs)));
  t.is(later(), ours);
  t.is(context.with(spanOf('bbbbbbbbbbbbbbbb'), later), ours);
});

test.serial('with OpenTelemetry a header is left to it: two would be none', t => {
  context.setGlobalContextManager(manager as any);
  propagation.setGlobalPropagator(w3c);
  const [headers, active] = within(theirs, given => [given, traceparentNow(undefined)] as const);
  t.deepEqual(headers, {});
  t.is(active, theirs);
  t.is(traceparentNow(undefined), null);
});
