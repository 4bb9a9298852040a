import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A form whose sender stopped sending in the middle of it. */
export interface SlowForm {
  socket: Socket;
  /** All that the server has answered so far. */
  answer(): string;
}

/** Begins to send a form of this many bytes, sends the first of them, and stalls. */
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
