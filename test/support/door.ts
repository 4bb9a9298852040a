import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';

/** A door to a server, which stands at its place whatever happens behind it. */
export interface Door {
  port: number;
  /** Those who are inside hear nothing any more, and are not told so; who comes now gets through. */
  fallSilent(): void;
  /** Everybody is thrown out, and nobody gets in any more. */
  shut(): void;
}

/** A door to the port that `inner` says at the moment. */
export async function door(t: ExecutionContext, inner: () => number): Promise<Door> {
  const inside = new Set<Socket>();
  const server = createServer(outer => {
    const behind = connect(inner(), '127.0.0.1');
    for (const [socket, other] of [
      [outer, behind],
      [behind, outer],
    ] as const) {
      inside.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => inside.delete(socket));
    }
    outer.pipe(behind).pipe(outer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const shut = () => {
    server.close();
    for (const socket of inside) socket.destroy();
  };
  t.teardown(shut);
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent: () => {
      for (const socket of inside) socket.unpipe().pause();
    },
    shut,
  };
}
