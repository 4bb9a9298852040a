import type { ServerResponse } from 'node:http';
import { type Received, subscriber } from './subscriber.ts';

type Behavior = (res: ServerResponse, asked: Received) => unknown;

export type Model = Awaited<ReturnType<typeof model>>;

export const inScope = { verdict: 'in_scope', reason: 'The home page is a deliverable.', question: null };

/** Starts a fake model: a server that speaks the chat-completions protocol, or behaves as a test defines. */
export async function model() {
  const server = await subscriber((_, res) => answer(res, inScope));
  /** Sets how it handles requests from now on. */
  const behaves = (behavior: Behavior) => {
    server.reaction = (_, res) => behavior(res, server.received.at(-1)!);
  };
  return {
    /** The value for AI_BASE_URL. */
    baseUrl: `http://127.0.0.1:${server.port}/v1`,
    /** All requests so far, in order. */
    asked: server.received,
    behaves,
    /** Sets the text that it answers from now on. An object is sent as JSON. */
    says: (content: unknown) => behaves(res => answer(res, content)),
    stop: server.close,
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
