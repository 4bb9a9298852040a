import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closeGently } from './closeGently.ts';

/** How many bytes are parsed at a time. Node's own chunks of 64 KB can contain thousands of requests. */
const chunkBytes = 512;
/** A connection with more unanswered requests than this is closed after the current response. */
const maxUnanswered = 16;
/** Above this many bytes of unanswered heads, nothing is read ahead. A parsed head takes much more memory. */
const maxHeadBytes = 4_096;

const connections = new WeakMap<Socket, Connection>();

/**
 * The flow control of an HTTP connection. Its requests are handled one after the other. If a client pipelines too many,
 * the connection is closed after the current response, and none of the later requests begins.
 */
export class Connection {
  readonly #socket: Socket;
  /** The pending responses with their handlers. The first handler is running. */
  readonly #open: { res: ServerResponse; handle: () => unknown }[] = [];
  readonly #onUnparsed: (bytes: number) => void;
  #onLastAnswer: (() => void) | undefined;

  static of = (socket: Socket): Connection => connections.get(socket)!;

  /** `onUnparsed` is called with the number of received bytes that aren't parsed yet. */
  constructor(socket: Socket, onUnparsed: (bytes: number) => void) {
    this.#socket = socket;
    this.#onUnparsed = onUnparsed;
    connections.set(socket, this);
    // With a listener for 'readable', Node's parser gets only what read() takes from the socket.
    for (const event of ['readable', 'drain']) socket.on(event, () => this.#read());
    socket.once('close', () => onUnparsed(0));
  }

  /** The number of unanswered requests. */
  get unanswered(): IncomingMessage[] {
    return this.#open.map(({ res }) => res.req);
  }

  /** Whether no further request will be read. */
  get isEnding(): boolean {
    return this.#onLastAnswer !== undefined;
  }

  /** Adds a request. `handle` is called after the previous requests are answered, and answers it. */
  add(res: ServerResponse, handle: () => unknown): void {
    if (this.isEnding) return;
    const first = this.#open[0]?.res;
    this.#open.push({ res, handle });
    res.req.on('resume', () => this.#read());
    if (!first) this.#handle();
    if (!first || this.#open.length <= maxUnanswered) return;
    this.#open.length = 1;
    if (!first.headersSent) first.setHeader('Connection', 'close');
    this.end(() => closeGently(this.#socket));
  }

  /**
   * Stops reading requests. After all complete requests are answered, `answer` is called, with the response of the
   * request whose body is incomplete, if there is one. It must close the connection.
   */
  end(answer: (unfinished?: ServerResponse) => void): void {
    const last = this.#open.at(-1);
    const isUnfinished = last !== undefined && !last.res.req.complete;
    this.#onLastAnswer ??= isUnfinished ? () => {} : answer;
    if (isUnfinished) last.handle = () => answer(last.res);
    // The first request's handler may be waiting for the rest of its body.
    if (!last) answer();
    else if (isUnfinished && this.#open.length === 1) last.handle();
  }

  get #headBytes(): number {
    return this.#open.reduce((bytes, { res }) => bytes + res.req.rawHeaders.join('').length, 0);
  }

  #handle(): void {
    const [next] = this.#open;
    if (!next) return void this.#onLastAnswer?.();
    next.res.once('close', () => {
      this.#open.shift();
      if (this.#socket.writable) this.#handle();
      this.#read();
    });
    next.handle();
  }

  #read(): void {
    const socket = this.#socket;
    while (this.#mayRead && socket.read(Math.min(chunkBytes, socket.readableLength) || undefined) !== null);
    this.#onUnparsed(socket.readableLength);
  }

  /** Whether to read more: not while the client reads no responses, and no more of a body than its handler reads. */
  get #mayRead(): boolean {
    if (this.#socket.destroyed || this.#socket.writableNeedDrain) return false;
    const req = this.#open.at(-1)?.res.req;
    if (!req || req.complete) return !this.isEnding && this.#headBytes <= maxHeadBytes;
    return req.readableFlowing === true || req.readableLength < chunkBytes;
  }
}
