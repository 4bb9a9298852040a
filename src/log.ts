import { pino } from 'pino';
import { forPeople, isForPeople } from './formatting/logLine.ts';

type Given = Error & { cause?: unknown; errors?: unknown[] } & Record<string, unknown>;

/** PostgreSQL's class of errors about data, whose messages quote the data. */
const aboutData = /^22/;

/**
 * The parts of an error that may be logged: what happened and where, never the values. `detail` and `where` of
 * PostgreSQL's errors quote rows, and errors about lost connections contain the whole client.
 */
function loggable(error: unknown): unknown {
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

/** Lines are buffered for at most this long, in ms, or up to this many bytes: writing each by itself is slow. */
const gatherMs = 100;
const gatherBytes = 4_096;
/** How many bytes are buffered for a reader that is slow or stalled. Beyond that, lines are dropped. */
const maxWaitingBytes = 16_000_000;

/**
 * Standard output, written in the background. pino writes buffered lines when the process exits and after each fatal
 * line. If `process.stdout.write` was replaced, every line goes to the replacement at once. A write that fails, because
 * the log's disk is full for example, is tried again with the next one, and must not end the process.
 */
function inBackground() {
  const destination = pino.destination({
    sync: false,
    minLength: gatherBytes,
    periodicFlush: gatherMs,
    maxLength: maxWaitingBytes,
  });
  let isReported = false;
  destination.on('error', ({ message }: Error) => {
    if (!isReported) console.error(`The log can't be written: ${message}. The process goes on working.`);
    isReported = true;
  });
  return destination;
}

/** A terminal gets every line at once, in words. */
const terminal = { write: (line: string) => process.stdout.write(forPeople(line)), destroy: () => {} };

const output = isForPeople(process.stdout, process.env)
  ? terminal
  : Object.hasOwn(process.stdout, 'write')
    ? process.stdout
    : inBackground();

/** The line to log before the first one, if any. */
let introduction: object | undefined;

/** One line of JSON per event on standard output, for the platform's log router; on a terminal lines for people. */
export const log = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggable },
    hooks: {
      logMethod(given, method) {
        const line = introduction;
        introduction = undefined;
        if (line !== undefined) log.info(line, 'starting');
        method.apply(this, given);
      },
    },
  },
  output,
);

/**
 * Makes the log begin with a line that says which process of which version writes it. The line comes with the first other
 * one: a process that cannot start prints the reason and nothing else.
 */
export function beginLog(process: string, version: string): void {
  introduction = { process, version, node: globalThis.process.version };
}

/** Drops the lines that are not written yet, and those that follow. Otherwise process.exit waits until they can be written. */
export function dropLog(): void {
  log.level = 'silent';
  if (output !== process.stdout) output.destroy();
}
