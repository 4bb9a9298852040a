import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes on a connection of its own and answers all that comes back until it is closed, or until `enough` holds. */
export async function exchange(
  baseUrl: string,
  chunks: (string | Buffer)[],
  enough: (text: string) => boolean = text => /\r\n\r\n\{.*\}$/s.test(text),
): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => {});
  for (const chunk of chunks) socket.write(chunk);
  let text = '';
  for await (const data of socket) {
    text += data;
    if (enough(text)) break;
  }
  socket.destroy();
  return text;
}
