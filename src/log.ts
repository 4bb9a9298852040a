import { pino } from 'pino';

type Given = Error & { cause?: unknown; errors?: unknown[] } & Record<string, unknown>;

/** PostgreSQL's class of errors about data: their messages quote it. */
const aboutData = /^22/;

/**
 * What may be logged of an error: what happened and where, never with which values. Of PostgreSQL's errors `detail`
 * and `where` quote rows, and slonik's carry whole queries; those of lost connections carry the whole client.
 */
export function loggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, code, routine, constraint, table, severity, stack = '', ...rest } = error as Given;
  const quotes = severity !== undefined && aboutData.test(String(code));
  const cause = rest.cause ?? rest.errors?.[0];
  return {
    type: name,
    message: quotes ? undefined : error.message,
    code,
    routine,
    constraint,
    table,
    // Without its first lines, which repeat the message.
    stack: stack.slice(stack.search(/^ +at /m)),
    ...(cause instanceof Error ? { cause: loggable(cause) } : {}),
  };
}

/** One line of JSON per event on standard output, for the platform's log router. */
export const log = pino({
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: loggable },
});
