import type { Socket } from 'node:net';

/** How long a client that is still sending has to read its last response, in ms, before its connection is closed. */
export const lingerMs = 1_000;

/** Closes a connection after a delay, because closing a socket with unread bytes resets it and loses the response. */
export function closeGently(socket: Socket, lastText = ''): void {
  socket.end(lastText);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
