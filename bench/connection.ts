import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  body: Buffer;
  /** The Location header. */
  location: string | undefined;
}

/**
 * One keep-alive HTTP/1.1 connection, for one request at a time. It supports only responses with a Content-Length, and
 * needs far less processor time than node:http's client, because the client shares the processor with the measured server.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #bytes = 0;
  /** The start of the body and the end of the response, once the head is complete. */
  #head: (Omit<Answer, 'body'> & { bodyAt: number; end: number }) | null = null;
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', error => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection.')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Connection(socket);
  }

  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#bytes += chunk.length;
    this.#head ??= readHead(this.#together());
    if (this.#head === null || this.#bytes < this.#head.end) return;
    const { bodyAt, end, ...head } = this.#head;
    const body = this.#together().subarray(bodyAt, end);
    const waiting = this.#waiting!;
    this.#received = [];
    this.#bytes = 0;
    this.#head = null;
    this.#waiting = null;
    waiting.resolve({ ...head, body });
  }

  #together(): Buffer {
    if (this.#received.length > 1) this.#received = [Buffer.concat(this.#received)];
    return this.#received[0]!;
  }
}

function readHead(bytes: Buffer) {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`A response without Content-Length: ${head}`);
  const bodyAt = headEnd + 4;
  const location = /\r\nlocation: *(\S+)/i.exec(head)?.[1];
  return { status: Number(head.slice(9, 12)), location, bodyAt, end: bodyAt + Number(length) };
}

/** The bytes of a request with a key, and with a JSON body if there is one. */
export function request(
  method: 'GET' | 'POST',
  path: string,
  key: string,
  body?: object,
  headers: Record<string, string> = {},
): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  return message(method, path, { Authorization: `Bearer ${key}`, ...headers }, json, 'application/json');
}

/** The bytes of a browser's GET request with a session's token. */
export const visit = (path: string, token: string): string =>
  message('GET', path, { Cookie: `corkboard=${token}` });

/** The bytes of a browser's POST request with a filled-in form. */
export const submission = (path: string, token: string, fields: Record<string, string>): string =>
  message(
    'POST',
    path,
    { Cookie: `corkboard=${token}`, 'Sec-Fetch-Site': 'same-origin' },
    String(new URLSearchParams({ once: randomUUID(), ...fields })),
    'application/x-www-form-urlencoded',
  );

function message(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body = '',
  type = '',
): string {
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');
}
