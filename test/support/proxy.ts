import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way to a database, on which things get lost. */
export interface Proxy {
  /** The database's address, by this way. */
  url: string;
  /** Breaks the connection on which this text is sent, when the answer comes; once. */
  loseAnswerTo(text: string): void;
  /** From now on nothing comes through on the connections that stand; new ones work. */
  fallSilent(): void;
  stop(): void;
}

/** Opens another way to the database at `databaseUrl`. */
export async function proxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const ways = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let lost: string | undefined;
  const server = createServer(near => {
    const far = connect(Number(target.port), target.hostname);
    let losing = false;
    near.on('data', data => {
      if (silent.has(near)) return;
      if (lost !== undefined && data.includes(lost)) {
        lost = undefined;
        losing = true;
      }
      far.write(data);
    });
    far.on('data', data => {
      if (losing) near.destroy();
      else if (!silent.has(near)) near.write(data);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ways.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        ways.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = Object.assign(new URL(databaseUrl), {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  return {
    url: url.href,
    loseAnswerTo: text => {
      lost = text;
    },
    fallSilent: () => ways.forEach(way => void silent.add(way)),
    stop: () => {
      server.close();
      for (const way of ways) way.destroy();
    },
  };
}
