import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closeGently } from './closeGently.ts';

/** How many bytes are parsed at a time. Node on its own would parse 64 KB, which can hold thousands of requests. */
const chunkBytes = 512;
/** With more unanswered requests than this a connection is closed after the answer that is being made. */
const maxUnanswered = 16;
/** With more bytes of unanswered heads than this nothing is read ahead: each may have 16 KB, and takes much more parsed. */
const maxHeadBytes = 4_096;

const connections = new WeakMap<Socket, Connection>();

/**
 * The flow control of an HTTP connection. Its requests are handled one after the other. If a client sends many more
 * without waiting, the connection is closed after the answer that is being made, and none of the later requests is begun.
 */
export class Connection {
  readonly #socket: Socket;
  /** The responses that are not sent yet, and the functions that make them. The first is being made. */
  readonly #open: { res: ServerResponse; handle: () => unknown }[] = [];
  readonly #onUnparsed: (bytes: number) => void;
  #onLastAnswer: (() => void) | undefined;

  static of = (socket: Socket): Connection => connections.get(socket)!;

  /** `onUnparsed` is called with the number of bytes that were received and are not parsed yet. */
  constructor(socket: Socket, onUnparsed: (bytes: number) => void) {
    this.#socket = socket;
    this.#onUnparsed = onUnparsed;
    connections.set(socket, this);
    // Because of a listener for 'readable', Node's parser is given only what read() takes from the socket.
    for (const event of ['readable', 'drain']) socket.on(event, () => this.#read());
    socket.once('close', () => onUnparsed(0));
  }

  /** The requests that are not answered yet. */
  get unanswered(): IncomingMessage[] {
    return this.#open.map(({ res }) => res.req);
  }

  /** Whether no further request will be read. */
  get isEnding(): boolean {
    return this.#onLastAnswer !== undefined;
  }

  /** Has `handle` answer a request, after those before it. */
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
   * Reads no further request. After the answers to all complete requests `answer` is called, with the response to the
   * request whose body is still on its way, if there is one. It closes the connection.
   */
  end(answer: (unfinished?: ServerResponse) => void): void {
    const last = this.#open.at(-1);
    const isUnfinished = last !== undefined && !last.res.req.complete;
    this.#onLastAnswer ??= isUnfinished ? () => {} : answer;
    if (isUnfinished) last.handle = () => answer(last.res);
    // The handler of the first request may be waiting for the rest of its body.
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

  /** Whether to read on: not while the client takes no answers, nor much of a body that its handler does not read yet. */
  get #mayRead(): boolean {
    if (this.#socket.destroyed || this.#socket.writableNeedDrain) return false;
    const req = this.#open.at(-1)?.res.req;
    if (!req || req.complete) return !this.isEnding && this.#headBytes <= maxHeadBytes;
    return req.readableFlowing === true || req.readableLength < chunkBytes;
  }
}
