import type { Socket } from 'node:net';

/** How long a client that is still sending has to read its last answer, in ms, before its connection is cut. */
export const lingerMs = 1_000;

/** Closes a connection, but not at once: closing a socket with unread bytes resets it, and loses what was sent. */
export function closeGently(socket: Socket, lastText = ''): void {
  socket.end(lastText);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
