import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { Gate } from '../database/gate.ts';
import { Patience } from '../database/patience.ts';

/**
 * How many bytes are read at a time; the next are read once what these asked for is answered. They are nine requests
 * at most of a client that sends thousands in one go, which would take a hundred times the memory of their bytes.
 */
const mouthfulBytes = 256;

/**
 * How many requests are worked on at a time, on all connections, that came before the one ahead of them was answered:
 * clients that send one at a time would wait behind thousands.
 */
const beyondFirst = new Gate(4);
/** How long such a request waits for its place. Then it goes on without one: some work takes seconds. */
const beyondFirstMs = 1_000;

/** A request, its answer, and what brings the one about. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  answer: () => unknown;
}

const conversations = new WeakMap<Socket, Conversation>();

/** The conversation on a connection: its requests, which are answered one after the other. */
export class Conversation {
  readonly #socket: Socket;
  readonly #parse: (bytes: Buffer) => void;
  /** What was asked and is not answered, the first of them being answered now. */
  readonly #open: Exchange[] = [];
  #answering = false;
  #inLine = false;
  #work: unknown;
  #lastWord: (() => void) | undefined;

  /** Begins the conversation on a connection of an HTTP server, in place of the server's own reading. */
  static begin(socket: Socket): void {
    conversations.set(socket, new Conversation(socket));
  }

  static on(socket: Socket): Conversation {
    return conversations.get(socket)!;
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    // The server's own listener reads as much as there is, and starts on all requests at once. It has no option against
    // that, and a stream of our own in place of the socket would take the socket's timeouts and addresses from it.
    const [parse] = socket.listeners('data');
    this.#parse = parse as (bytes: Buffer) => void;
    socket.off('data', this.#parse);
    socket.on('readable', () => this.#read());
    socket.on('drain', () => this.#read());
  }

  /** The request that is not here to its end, where there is one. */
  get unfinished(): Exchange | undefined {
    const last = this.#open.at(-1);
    return last?.req.complete ? undefined : last;
  }

  /** Whether a client that seems slow only waits for us. */
  get keepsWaiting(): boolean {
    return this.#inLine || (this.#open.length > 0 && this.unfinished === undefined);
  }

  /** Has a request answered after those before it. */
  add(req: IncomingMessage, res: ServerResponse, answer: () => unknown): void {
    this.#open.push({ req, res, answer });
    res.once('close', () => this.#answered());
  }

  #answered(): void {
    this.#open.shift();
    if (this.#open.length > 0 || this.#socket.readableLength > 0) this.#standInLine();
    else this.#next();
  }

  #standInLine(): void {
    this.#inLine = true;
    const patience = new Patience(() => this.#socket.destroyed, beyondFirstMs);
    const goOn = async () => {
      this.#next();
      // A body may be on its way for long.
      if (!this.unfinished) await this.#work;
      // Others come in between also where the answer was there at once.
      await immediate();
    };
    beyondFirst.pass(patience, goOn).catch(() => this.#next());
  }

  #next(): void {
    this.#inLine = false;
    this.#answering = false;
    this.#goOn();
    this.#read();
  }

  /** Ends the conversation: nothing more is heard, and when all is answered that was asked, the last word is said. */
  end(lastWord: () => void): void {
    this.#lastWord ??= lastWord;
    this.#goOn();
  }

  #read(): void {
    while (this.#listening) {
      const bytes = this.#socket.read(Math.min(mouthfulBytes, this.#socket.readableLength));
      if (bytes === null) return;
      if (this.#lastWord) continue;
      this.#parse(bytes);
      this.#goOn();
    }
    // So that a client that goes is noticed while it waits.
    if (this.#socket.readableLength === 0) this.#socket.read();
  }

  /** Not while an answer is waited for, or not taken; a request whose body is on its way is heard to its end. */
  get #listening(): boolean {
    return !(this.keepsWaiting || this.#socket.writableNeedDrain || this.#socket.destroyed);
  }

  /** Answers what is next, or says the last word. Never in the middle of a mouthful. */
  #goOn(): void {
    if (this.#answering || this.#socket.destroyed) return;
    const [next] = this.#open;
    const say = next?.answer ?? this.#lastWord;
    if (!say) return;
    // Whatever is said, nothing follows before it is out: after the last word, nothing does.
    this.#answering = true;
    this.#work = say();
  }
}
