import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Admission, AuthenticationRequest } from '../../admission/authenticate.ts';
import { check } from '../../admission/check.ts';
import { emptyNote } from '../../admission/emptyNote.ts';
import { NotAdmitted } from '../../admission/refusals.ts';
import { replayNote } from '../../admission/replayNote.ts';
import { attemptOf, fingerprint, type Idempotency, write } from '../../admission/write.ts';
import { Failure } from '../../errors/failure.ts';
import { resultOrFailure } from '../../errors/resultOrFailure.ts';
import { toFailure } from '../../errors/translate.ts';
import { catalogue } from '../../operations/catalogue.ts';
import type { Operation, ReadOperation, WriteOperation } from '../../operations/define.ts';
import type { Request, Resources } from '../handler.ts';
import { answerOf, preparing } from '../reading.ts';
import { isObject } from '../request.ts';
import { type ArgumentReader, type Arguments, argumentReader } from './arguments.ts';
import type { Message } from './message.ts';
import { toolName } from './tools.ts';

/** A call of a tool, before its caller is admitted. */
export interface ToolCall extends Pick<AuthenticationRequest, 'kind' | 'scope' | 'read' | 'attempt'> {
  /** The name of the operation. */
  operation: string;
  /**
   * Returns the tool result, also if the call is rejected. Called for callers who were admitted or whose key lacks the
   * scope. Throws faults of ours, and a Failure that becomes an HTTP error.
   */
  perform(admission: Admission, req: CallRequest): Promise<CallToolResult>;
}

type CallRequest = Pick<Request, 'deadline' | 'access'>;
type ToolCallOf = (args: Arguments, req: CallRequest) => ToolCall;

/** Returns a function that finds the call in a message, if it has a known tool and an object of arguments. */
export function toolCalls(
  resources: Resources,
): (message: Message, req: CallRequest) => ToolCall | undefined {
  const calls = new Map(
    catalogue.map(operation => [toolName(operation.name), callOf(resources, operation)] as const),
  );
  return ({ method, id, params }, req) => {
    if (method !== 'tools/call' || id === undefined || !isObject(params)) return undefined;
    const { name, arguments: args = {} } = params;
    return isObject(args) ? calls.get(name as string)?.(args, req) : undefined;
  };
}

/**
 * A function that prepares a tool call of an operation. It needs the operation's schema, which takes a moment to make and
 * which most web processes never need, so the first call makes it.
 */
function callOf(resources: Resources, operation: Operation): ToolCallOf {
  let reader: ArgumentReader | undefined;
  let call: ToolCallOf | undefined;
  return (args, req) => {
    reader ??= argumentReader(operation);
    call ??=
      operation.method === 'GET' ? reading(resources, operation) : writing(resources, operation, reader);
    return call(reader.given(args), req);
  };
}

function reading({ database }: Resources, operation: ReadOperation): ToolCallOf {
  const prepare = preparing<Arguments>(operation, JSON.stringify, args => args);
  return args => {
    const read = prepare(args);
    return {
      operation: operation.name,
      kind: 'read',
      scope: operation.scope,
      read: read instanceof Failure ? undefined : read,
      perform: refusing(async ({ answer, caller }, { deadline }) => {
        const json = answerOf(operation, read, answer);
        return toolResult(json, await emptyNote(database, operation, args, json, caller, deadline));
      }),
    };
  };
}

function writing(resources: Resources, operation: WriteOperation, { compared }: ArgumentReader): ToolCallOf {
  return (args, { access: { requestId, traceparent } }) => {
    const origin = { via: 'mcp', requestId, traceparent } as const;
    const input = resultOrFailure(() => check(operation.input, args));
    const kept = idempotency(operation, compared(args));
    return {
      operation: operation.name,
      kind: 'write',
      scope: operation.scope,
      attempt:
        input instanceof Failure ? undefined : attemptOf(operation, input, kept, origin, resources.config),
      perform: refusing(async ({ caller, keyHash, answer: written }, { deadline }) => {
        if (input instanceof Failure) throw input;
        const context = { caller, keyHash, written, deadline, ...origin };
        const { answer, replayed } = await write(resources, operation, context, input, kept);
        if (!replayed) return toolResult(answer);
        const note = await replayNote(resources.database, operation, context, input, kept, answer);
        return { ...toolResult(answer, note), _meta: { idempotencyReplayed: true } };
      }),
    };
  };
}

/**
 * The idempotency key of a tool call: the same tool with arguments that compare equal is the same write. REST's
 * Idempotency-Keys can't contain the slash, so they never equal it.
 */
function idempotency({ name }: WriteOperation, args: Arguments): Idempotency {
  const tool = toolName(name);
  const print = fingerprint('tools/call', tool, args);
  return { key: `${tool}/${print.toString('hex')}`, fingerprint: print };
}

/** Turns a rejection into a tool result, except for faults of ours and errors that are answered by HTTP. */
function refusing(perform: ToolCall['perform']): ToolCall['perform'] {
  return async (admission, req) => {
    try {
      if (admission.refusal) throw admission.refusal;
      return await perform(admission, req);
    } catch (error) {
      const failure = toFailure(error);
      if (failure === null || failure instanceof NotAdmitted) throw error;
      req.access.code = failure.code;
      return { ...toolResult(JSON.stringify(failure.body)), isError: true };
    }
  };
}

/**
 * A tool result with the JSON of a response. Its first text has the bytes that REST sends. A `note` is a second text
 * for the model, because many clients show the model only the content, and neither `_meta` nor `structuredContent`.
 */
function toolResult(json: string, note?: string): CallToolResult {
  const texts = note === undefined ? [json] : [json, note];
  return {
    content: texts.map(text => ({ type: 'text', text })),
    structuredContent: parseExactly(json),
  };
}

/** JSON as Node has it. TypeScript doesn't know `source` and `rawJSON` yet. */
const { parse, rawJSON } = JSON as unknown as {
  parse(
    text: string,
    revive?: (key: string, value: unknown, context: { source: string }) => unknown,
  ): Record<string, unknown>;
  rawJSON(text: string): unknown;
};

/** Parses JSON so that it is serialized with the same digits: a sum may be above 2^53, more than a number holds exactly. */
const parseExactly = (json: string) =>
  /\d{16}/.test(json)
    ? parse(json, (_, value, { source }) =>
        Number.isSafeInteger(value) || typeof value !== 'number' ? value : rawJSON(source),
      )
    : parse(json);
