import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { within } from './within.ts';

/** How long an exchange may take. */
const limitMs = 120_000;

/** Opens a connection. An error ends it, and is ignored otherwise: a server may close it at any time. */
export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket.on('error', () => {});
}

/**
 * Sends bytes on a new connection. Returns everything that is received until the connection is closed or `enough` is
 * true.
 */
export async function exchange(
  baseUrl: string,
  chunks: (string | Buffer)[],
  enough: (text: string) => boolean = text => /\r\n\r\n\{.*\}$/s.test(text),
): Promise<string> {
  const socket = await openSocket(baseUrl);
  for (const chunk of chunks) socket.write(chunk);
  let text = '';
  const read = async () => {
    for await (const data of socket) {
      text += data;
      if (enough(text)) break;
    }
  };
  try {
    await within(limitMs, read(), () => `The connection stays open. What came: ${text}`);
  } finally {
    socket.destroy();
  }
  return text;
}

/** An answer without what differs from one answer to the next. */
export const lasting = (answer: string) => answer.replace(/^(Date|Request-Id): .*\r\n/gim, '');

/** Whether a server accepts no new connections. */
export const refusesConnections = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/healthz`, { headers: { Connection: 'close' } }).then(
    () => false,
    () => true,
  );
