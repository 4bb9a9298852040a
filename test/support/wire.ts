import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A connection through the wire. Once it is deaf its client hears nothing more, not even that the server is gone. */
interface Link {
  client: Socket;
  server: Socket;
  deaf: boolean;
  /** Whether it breaks when the next reply comes. */
  breaking: boolean;
}

/** What stands between one process and PostgreSQL, and does there what networks do. It stays at its port while PostgreSQL moves. */
export class Wire {
  /** How much longer everything takes. */
  delayMs = 0;
  #lost: string | undefined;
  readonly #target: () => number;
  readonly #server: Server;
  readonly #links = new Set<Link>();

  private constructor(target: () => number) {
    this.#target = target;
    this.#server = createServer(client => this.#link(client));
  }

  /** Opens one to the port that PostgreSQL has at the moment. */
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

  /** Lets no reply through any more on the connections there are; new ones are well. */
  silence(): Link[] {
    for (const link of this.#links) link.deaf = true;
    return [...this.#links];
  }

  /** Loses every reply from now on, and resets the connections after a while. */
  async loseReplies(ms: number): Promise<void> {
    const links = this.silence();
    await pause(ms);
    this.cut(links);
  }

  /** Breaks the connection on which this text is sent when the reply to it comes; once. */
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

  /** Hands on what comes, in its order, and in the end that it has ended. */
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
