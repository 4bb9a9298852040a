import type { Socket } from 'node:net';
import { openSocket } from './socket.ts';

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
  const socket = await openSocket(baseUrl);
  let answer = '';
  socket.on('data', data => {
    answer += data.toString('latin1');
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(baseUrl).host}`,
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
