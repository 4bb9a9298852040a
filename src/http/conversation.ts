import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { Gate } from '../gate.ts';
import { Patience } from '../patience.ts';
import type { Unread } from './unread.ts';

/**
 * How many bytes of a connection are read at a time; the next are read once the requests in these are answered. They
 * hold nine requests at most. A client that sends thousands in one go would otherwise take a hundred times the memory
 * of their bytes.
 */
const mouthfulBytes = 256;

/**
 * How many pipelined requests are worked on at a time, on all connections: those sent before the one ahead of them on
 * the connection was answered. Otherwise clients that send one request at a time would wait behind thousands.
 */
const beyondFirst = new Gate(4);
/** How long such a request waits for its turn, in ms. Then it goes on without one: some work takes seconds. */
const beyondFirstMs = 1_000;

/** A request, its answer, and the handler that makes the answer. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  answer: () => unknown;
}

/** What a conversation needs for the bytes that it holds. */
interface Holding {
  unread: Unread;
  /** Which group a request belongs to (src/byteBudget.ts); undefined: none was read on the connection yet. */
  groupOf: (req: IncomingMessage | undefined) => string;
}

const conversations = new WeakMap<Socket, Conversation>();

/** The conversation on a connection: its requests, which are answered one after the other. */
export class Conversation {
  readonly #socket: Socket;
  readonly #parse: (bytes: Buffer) => void;
  /** The requests that are not answered yet; the first of them is being answered. */
  readonly #open: Exchange[] = [];
  #answering = false;
  #inLine = false;
  #work: unknown;
  #lastWord: (() => void) | undefined;
  readonly #holding: Holding;

  /** Begins the conversation on a connection of an HTTP server. It reads the socket in place of Node's own listener. */
  static begin(socket: Socket, holding: Holding): void {
    conversations.set(socket, new Conversation(socket, holding));
  }

  static on(socket: Socket): Conversation {
    return conversations.get(socket)!;
  }

  private constructor(socket: Socket, holding: Holding) {
    this.#socket = socket;
    this.#holding = holding;
    socket.once('close', () => holding.unread.end());
    // Node's own listener reads as much as there is, and starts on all requests at once. It has no option against that,
    // and with a stream of our own in place of the socket, Node would not find the socket's timeouts and addresses.
    const [parse] = socket.listeners('data');
    this.#parse = parse as (bytes: Buffer) => void;
    socket.off('data', this.#parse);
    socket.on('readable', () => this.#read());
    socket.on('drain', () => this.#read());
  }

  /** The last request, where its body has not arrived completely. */
  get unfinished(): Exchange | undefined {
    const last = this.#open.at(-1);
    return last?.req.complete ? undefined : last;
  }

  /** Whether the client waits for us, although it may look as if it were slow. */
  get keepsWaiting(): boolean {
    return this.#inLine || (this.#open.length > 0 && this.unfinished === undefined);
  }

  /** Has a request answered after those before it on the connection. */
  add(req: IncomingMessage, res: ServerResponse, answer: () => unknown): void {
    this.#open.push({ req, res, answer });
    req.on('resume', () => this.#read());
    res.once('close', () => this.#answered());
  }

  #answered(): void {
    this.#open.shift();
    if (this.#open.length > 0 || this.#socket.readableLength > 0) this.#standInLine();
    else this.#next();
  }

  #standInLine(): void {
    this.#inLine = true;
    const patience = new Patience(beyondFirstMs, () => this.#socket.destroyed);
    const goOn = async () => {
      this.#next();
      // Not where a body is still on its way, which may take long.
      if (!this.unfinished) await this.#work;
      // Let other connections go on, also where the answer was made at once.
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

  /** Ends the conversation: nothing more is read, and after the answers to all requests so far `lastWord` is called. */
  end(lastWord: () => void): void {
    this.#lastWord ??= lastWord;
    this.#discard();
    this.#goOn();
  }

  /** Takes what was sent and is not wanted any more, without keeping it. */
  #discard(): void {
    while (this.#socket.read() !== null);
  }

  #read(): void {
    if (this.#lastWord) {
      this.#discard();
      return;
    }
    while (this.#listening) {
      const bytes = this.#socket.read(Math.min(mouthfulBytes, this.#socket.readableLength));
      if (bytes === null) break;
      this.#parse(bytes);
      this.#goOn();
    }
    // So that a client that goes is noticed while it waits.
    if (this.#socket.readableLength === 0) this.#socket.read();
    const { unread, groupOf } = this.#holding;
    unread.note(this.#socket.readableLength, () => groupOf(this.#open.at(-1)?.req));
  }

  /**
   * Whether to read: not while an answer is being made or the client does not take it, unless a request's body is on its
   * way that somebody reads.
   */
  get #listening(): boolean {
    const { writableNeedDrain, destroyed } = this.#socket;
    return !(this.keepsWaiting || this.#isFull || writableNeedDrain || destroyed);
  }

  /** Whether a part of a body is held for a reader who is not there yet. */
  get #isFull(): boolean {
    const req = this.unfinished?.req;
    return req !== undefined && !req.readableFlowing && req.readableLength > 0;
  }

  /** Answers the next request, or calls `lastWord`. Never while bytes are being parsed. */
  #goOn(): void {
    if (this.#answering || this.#socket.destroyed) return;
    const [next] = this.#open;
    const say = next?.answer ?? this.#lastWord;
    if (!say) return;
    // Nothing follows before this answer is out; after `lastWord` nothing does.
    this.#answering = true;
    this.#work = say();
  }
}
