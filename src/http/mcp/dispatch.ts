import { catalogue } from '../../operations/catalogue.ts';
import type { Resources } from '../handler.ts';
import { isObject } from '../request.ts';
import { type Call, callOf } from './call.ts';
import { type Era, eraOf } from './era.ts';
import { type Intent, toRead } from './intent.ts';
import { discovery, initialized, listed } from './introduction.ts';
import type { Message } from './message.ts';
import { ProtocolError } from './protocol.ts';
import { toolName } from './tools.ts';

/** What a request asks for, and in which era. Throws ProtocolError where there is no such method or tool. */
export type Dispatch = (message: Message) => { era: Era; intent: Intent };

/** The methods of the tool server, over the tools of the catalogue. */
export function dispatcher(resources: Resources): Dispatch {
  const calls = new Map(
    catalogue.map(operation => [toolName(operation.name), callOf(resources, operation)] as const),
  );
  // Made when it is first asked for: most web processes never are.
  const lists = new Map<Era, Buffer>();
  const list = (era: Era) => lists.get(era) ?? lists.set(era, Buffer.from(listed(era))).get(era)!;
  const intentOf = (era: Era, message: Message): Intent => {
    switch (message.method) {
      case 'tools/call':
        return call(calls, message.params);
      case 'tools/list':
        checkCursor(message.params);
        return toRead(() => [list(era)], message.method);
      default:
        return toRead(
          () => [other(era, message)],
          era.methods.find(known => known === message.method),
        );
    }
  };
  return message => {
    const era = eraOf(message);
    return { era, intent: intentOf(era, message) };
  };
}

function call(calls: ReadonlyMap<string, Call>, params: Message['params']): Intent {
  const { name, arguments: args = {} } = params;
  const known = calls.get(name as string);
  if (known === undefined) {
    const names = [...calls.keys()].join(', ');
    throw invalidParams(`There is no tool ${JSON.stringify(name)}. The tools are ${names}.`);
  }
  if (!isObject(args)) throw invalidParams('params.arguments must be an object, not text or a list.');
  return known(args);
}

function checkCursor({ cursor }: Message['params']): void {
  if (cursor !== undefined) throw invalidParams('There is one page of tools: leave cursor out.');
}

function other(era: Era, { method, params }: Message): string {
  if (!era.methods.some(known => known === method)) {
    throw new ProtocolError(
      'methodNotFound',
      era.methodNotFoundStatus,
      `There is no method ${JSON.stringify(method)} here: this server offers tools only.`,
    );
  }
  if (method === 'initialize') return initialized(params);
  return method === 'ping' ? '' : discovery;
}

/** Wrong parameters. The HTTP status is 200, because the message itself was understood. */
const invalidParams = (text: string) => new ProtocolError('invalidParams', 200, text);
