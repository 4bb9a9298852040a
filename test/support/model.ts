import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the service asked of the model. */
export interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: any;
}

type Behaviour = (res: ServerResponse, asked: Asked) => unknown;

/** A server that speaks the chat-completions protocol, or whatever a test makes it speak. */
export interface Model {
  /** What AI_BASE_URL is set to. */
  baseUrl: string;
  /** Everything it was asked, in order. */
  asked: Asked[];
  /** From now on it does this. */
  behaves(behaviour: Behaviour): void;
  /** From now on it writes this text: an object as JSON. */
  says(content: unknown): void;
  stop(): Promise<void>;
}

export const inScope = { verdict: 'in_scope', reason: 'The home page is a deliverable.', question: null };

export async function model(): Promise<Model> {
  const asked: Asked[] = [];
  let behaviour: Behaviour = res => answer(res, inScope);
  const server = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const request = { path: req.url!, headers: req.headers, body: JSON.parse(text) };
    asked.push(request);
    behaviour(res, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behaves: next => {
      behaviour = next;
    },
    says: content => {
      behaviour = res => answer(res, content);
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers as the protocol has it, with this as the model's text. */
export function answer(res: ServerResponse, content: unknown): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  complete(res, { role: 'assistant', content: text });
}

/** Answers with a message of any kind. */
export function complete(res: ServerResponse, message: unknown): void {
  const choices = [{ index: 0, finish_reason: 'stop', message }];
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify({ id: 'c1', object: 'chat.completion', created: 0, model: 'm', choices }));
}
