import { check } from '../../admission/check.ts';
import { NotAdmitted } from '../../admission/refusals.ts';
import { replayNote } from '../../admission/replayNote.ts';
import { fingerprint, type Idempotency, write } from '../../admission/write.ts';
import { asFailure } from '../../errors.ts';
import { Failure } from '../../failure.ts';
import type { Operation, Read, Write } from '../../operations/define.ts';
import type { Access } from '../access.ts';
import type { Pieces } from '../answer.ts';
import type { Resources } from '../handler.ts';
import { answerOf, preparing } from '../reading.ts';
import type { Intent } from './intent.ts';
import { toolName } from './tools.ts';

type Arguments = Record<string, unknown>;

/** What calling a tool with these arguments asks for; the answer is a tool result, also where the tool refuses. */
export type Call = (args: Arguments) => Intent;

/** How an operation is called as a tool. */
export function callOf(resources: Resources, operation: Operation): Call {
  return operation.method === 'GET' ? reading(operation) : writing(resources, operation);
}

function reading(operation: Read): Call {
  const prepare = preparing<Arguments>(operation, JSON.stringify, args => args);
  return args => {
    const read = prepare(args);
    return {
      operation: operation.name,
      kind: 'read',
      scope: operation.scope,
      read: read instanceof Failure ? undefined : read,
      answer: ({ refusal, answer }, { access }) => {
        try {
          if (refusal) throw refusal;
          return toolResult(answerOf(read, answer));
        } catch (error) {
          return refused(error, access);
        }
      },
    };
  };
}

function writing(resources: Resources, operation: Write): Call {
  return args => ({
    operation: operation.name,
    kind: 'write',
    scope: operation.scope,
    answer: async ({ refusal, caller, keyHash }, { patience, access }) => {
      try {
        if (refusal) throw refusal;
        const input = check(operation.input, args);
        const kept = idempotency(operation, args);
        const visitor = { caller, keyHash, via: 'mcp', patience, ...access } as const;
        const { answer, replayed } = await write(resources, operation, visitor, input, kept);
        if (!replayed) return toolResult(answer);
        const note = await replayNote(resources.database, operation, visitor, input, kept, answer);
        return toolResult(answer, ',"_meta":{"idempotencyReplayed":true}', note);
      } catch (error) {
        return refused(error, access);
      }
    },
  });
}

/**
 * The same tool with the same arguments, as sent, is the same write (spec: Assistant tool server). The slash in the
 * key keeps it apart from every Idempotency-Key that a caller of REST can choose.
 */
function idempotency({ name }: Write, args: Arguments): Idempotency {
  const tool = toolName(name);
  const print = fingerprint('tools/call', tool, args);
  return { key: `${tool}/${print.toString('hex')}`, fingerprint: print };
}

/** The tool result of a refusal. Throws errors that are a fault of ours, and those that are answered by HTTP. */
function refused(error: unknown, access: Access): Pieces {
  const failure = asFailure(error);
  if (failure === null || failure instanceof NotAdmitted) throw error;
  access.code = failure.code;
  return toolResult(JSON.stringify(failure.body), ',"isError":true');
}

/**
 * A tool result around the JSON of an answer, which is passed on as it is: the bytes that REST sends. A `note` is a
 * second text after it, for the model: many clients show it only the content, and neither `_meta` nor the structure.
 */
function toolResult(json: string, more = '', note?: string): Pieces {
  const texts = note === undefined ? [json] : [json, note];
  const content = JSON.stringify(texts.map(text => ({ type: 'text', text })));
  return ['"content":', content, ',"structuredContent":', json, more];
}
