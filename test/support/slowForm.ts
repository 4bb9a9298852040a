import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A form whose sender stopped in the middle. */
export interface SlowForm {
  socket: Socket;
  /** The server's response so far. */
  answer(): string;
}

/** Sends the beginning of a form of this many bytes, and stalls. */
export async function stall(
  baseUrl: string,
  path: string,
  { announced, sent, cookie }: { announced: number; sent: number; cookie?: string },
): Promise<SlowForm> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', data => {
    answer += data.toString('latin1');
  });
  await once(socket, 'connect');
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${announced}`,
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    '',
    '',
  ].join('\r\n');
  await new Promise(written => socket.write(head + 'x'.repeat(sent), written));
  return { socket, answer: () => answer };
}
