import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request of the service to the model. */
export interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: any;
}

type Behavior = (res: ServerResponse, asked: Asked) => unknown;

/** A fake model: a server that speaks the chat-completions protocol, or behaves as a test defines. */
export interface Model {
  /** The value for AI_BASE_URL. */
  baseUrl: string;
  /** All requests so far, in order. */
  asked: Asked[];
  /** Sets how it handles requests from now on. */
  behaves(behavior: Behavior): void;
  /** Sets the text that it answers from now on. An object is sent as JSON. */
  says(content: unknown): void;
  stop(): Promise<void>;
}

export const inScope = { verdict: 'in_scope', reason: 'The home page is a deliverable.', question: null };

export async function model(): Promise<Model> {
  const asked: Asked[] = [];
  let behavior: Behavior = res => answer(res, inScope);
  const server = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const request = { path: req.url!, headers: req.headers, body: JSON.parse(text) };
    asked.push(request);
    behavior(res, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behaves: next => {
      behavior = next;
    },
    says: content => {
      behavior = res => answer(res, content);
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers in the protocol, with this as the model's text. */
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
