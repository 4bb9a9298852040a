import { asService } from '../test/support/role.ts';
import { type BenchServer, connect } from './database.ts';
import { type Round, round, type Work } from './round.ts';
import { type MeasuredServer, startServer, startWeb } from './server.ts';
import { findTargets, requestsDatabase, seedTargets, type Target } from './targets.ts';

/** A server, and a function that creates the requests of a round. */
export interface Side {
  server: MeasuredServer;
  work: () => Work;
}

/** The web process and the bare server on one database, to be measured alternately. */
export interface Sides {
  databaseUrl: string;
  web: MeasuredServer;
  bare: MeasuredServer;
  targets: Target[];
  rounds: number;
  /** How long a round takes. */
  seconds: number;
  /**
   * Measures rounds on two sides alternately, so that other load affects both. The first round of each side is not
   * counted.
   */
  alternate(sides: readonly [Side, Side]): Promise<[Round[], Round[]]>;
  stop(): Promise<unknown>;
}

export async function openSides(server: BenchServer, quick: boolean): Promise<Sides> {
  const databaseUrl = await server.database(requestsDatabase, seedTargets);
  const client = await connect(databaseUrl);
  const serviceUrl = asService(databaseUrl);
  const web = await startWeb(serviceUrl);
  const bare = await startServer(['bench/bare.ts'], { DATABASE_URL: serviceUrl });
  // Many short rounds, because the speed of a shared machine changes from one second to the next.
  const { rounds, seconds } = quick ? { rounds: 4, seconds: 1 } : { rounds: 15, seconds: 1.5 };
  return {
    databaseUrl,
    web,
    bare,
    targets: await findTargets(client),
    rounds,
    seconds,
    alternate: async sides => {
      const results: [Round[], Round[]] = [[], []];
      for (let i = 0; i <= rounds; i++) {
        for (const [side, { server, work }] of sides.entries()) {
          const result = await round(server, client, work());
          if (i > 0) results[side]!.push(result);
        }
      }
      return results;
    },
    stop: () => Promise.all([web.stop(), bare.stop(), client.end()]),
  };
}
