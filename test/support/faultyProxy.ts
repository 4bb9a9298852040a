import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../harness/listen.ts';

/** A connection through the proxy. Once it is silent, its client receives nothing more, not even the server's close. */
interface Link {
  client: Socket;
  server: Socket;
  deaf: boolean;
  /** Whether it breaks when the next reply arrives. */
  breaking: boolean;
}

/**
 * A proxy between a process and PostgreSQL that can simulate network faults. Its port stays the same if PostgreSQL's
 * changes.
 */
export class FaultyProxy {
  /** The delay of all traffic, in ms. */
  delayMs = 0;
  #lost: string | undefined;
  readonly #target: () => number;
  readonly #server: Server;
  readonly #links = new Set<Link>();

  private constructor(target: () => number) {
    this.#target = target;
    this.#server = createServer(client => this.#link(client));
  }

  /** Starts the proxy. `target` returns PostgreSQL's current port. */
  static async open(target: () => number): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await listen(proxy.#server);
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resets every connection. */
  cut(links: Iterable<Link> = this.#links): void {
    for (const { client, server } of links) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  /** Stops all replies on the existing connections and returns these. New connections work. */
  silence(): Link[] {
    for (const link of this.#links) link.deaf = true;
    return [...this.#links];
  }

  /** Drops all replies on the existing connections, and resets these after a while. */
  async loseReplies(ms: number): Promise<void> {
    const links = this.silence();
    await pause(ms);
    this.cut(links);
  }

  /** Breaks the next connection on which this text is sent, when the reply arrives. */
  loseReplyTo(text: string): void {
    this.#lost = text;
  }

  /** The address of a database through the proxy. */
  through(databaseUrl: string): string {
    return Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${this.port}`, search: '' }).href;
  }

  close(): void {
    this.#server.close();
    this.cut();
  }

  #link(client: Socket): void {
    const server = connect(this.#target(), '127.0.0.1');
    const link = { client, server, deaf: false, breaking: false };
    this.#links.add(link);
    void this.#pass(client, server, chunk => {
      link.breaking ||= this.#breaksAt(chunk);
      return true;
    });
    void this.#pass(server, client, () => {
      if (link.breaking) this.cut([link]);
      return !link.deaf;
    });
    client.once('close', () => this.#links.delete(link));
  }

  #breaksAt(chunk: Buffer | undefined): boolean {
    if (this.#lost === undefined || !chunk?.includes(this.#lost)) return false;
    this.#lost = undefined;
    return true;
  }

  /** Forwards bytes in order, and then the end of the stream. */
  async #pass(from: Socket, to: Socket, heard: (chunk?: Buffer) => boolean): Promise<void> {
    to.on('error', () => {});
    try {
      for await (const chunk of from) {
        if (this.delayMs > 0) await pause(this.delayMs);
        if (heard(chunk) && to.writable) to.write(chunk);
      }
      if (heard()) to.end();
    } catch {
      if (heard()) to.resetAndDestroy();
    }
  }
}
