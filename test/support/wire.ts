import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A connection through the wire. Once it is silent, its client gets nothing more, not even that the server has closed it. */
interface Link {
  client: Socket;
  server: Socket;
  deaf: boolean;
  /** Whether it breaks when the next reply comes. */
  breaking: boolean;
}

/** A proxy between one process and PostgreSQL, with the faults of a network. Its port stays the same when PostgreSQL's changes. */
export class Wire {
  /** How many ms everything is delayed. */
  delayMs = 0;
  #lost: string | undefined;
  readonly #target: () => number;
  readonly #server: Server;
  readonly #links = new Set<Link>();

  private constructor(target: () => number) {
    this.#target = target;
    this.#server = createServer(client => this.#link(client));
  }

  /** Opens a wire. `target` answers the port that PostgreSQL has at the moment. */
  static async open(target: () => number): Promise<Wire> {
    const wire = new Wire(target);
    wire.#server.listen(0, '127.0.0.1');
    await once(wire.#server, 'listening');
    return wire;
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

  /** Stops all replies on the existing connections; new connections work. Answers those that are silent. */
  silence(): Link[] {
    for (const link of this.#links) link.deaf = true;
    return [...this.#links];
  }

  /** Loses every reply on the existing connections from now on, and resets these after a while. */
  async loseReplies(ms: number): Promise<void> {
    const links = this.silence();
    await pause(ms);
    this.cut(links);
  }

  /** Breaks a connection once: the one on which this text is sent, when the reply to it comes. */
  loseReplyTo(text: string): void {
    this.#lost = text;
  }

  /** The address of a database that is reached through the wire. */
  through(databaseUrl: string): string {
    return Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${this.port}` }).href;
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

  /** Passes bytes on in their order, and then the end of the stream. */
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
