import { table } from './report.ts';

/** What requests or deliveries cost, all together or each. */
export interface Spent {
  /** Processor time of web or the worker, in µs. */
  processMicros: number;
  databaseMicros: number;
  /** What PostgreSQL wrote to its log. */
  walBytes: number;
}

/** What processes did, in a round or in the median of rounds, and what each request or delivery cost. */
export interface Figures extends Spent {
  /** Requests or deliveries a second. */
  perSecond: number;
  /** NaN for deliveries, which wait for their turn. */
  p50Ms: number;
}

/** What a number of processes did with requests of one kind, or with deliveries. */
export interface Measured extends Figures {
  processes: number;
  kind: string;
}

/** The requests of the model: the share of each kind. Each write causes a delivery. */
export const shares: Record<string, number> = { reads: 0.7, writes: 0.15, pages: 0.15 };
export const deliveriesPerRequest = shares.writes!;

/** How much of its processors a machine may use on average, so that requests seldom wait for them. */
export const utilization = 0.6;

/** Cores of PostgreSQL's server. */
const sizes = [1, 2, 4, 8, 16, 32, 64];

/** Connections of a process at work, as measured: web's pool and its listener, and what a worker uses of its own. */
const connectionsOf = { web: 9, worker: 5 };

/** Processor time per request, in µs, of web, the worker and PostgreSQL, with one process of each kind. */
function costOf({ requests, deliveries }: { requests: Measured[]; deliveries: Measured[] }) {
  const mean = (figure: 'processMicros' | 'databaseMicros') =>
    requests
      .filter(({ processes }) => processes === 1)
      .reduce((total, measured) => total + shares[measured.kind]! * measured[figure], 0);
  const [delivery] = deliveries;
  return {
    web: mean('processMicros'),
    worker: deliveriesPerRequest * delivery!.processMicros,
    database: mean('databaseMicros') + deliveriesPerRequest * delivery!.databaseMicros,
  };
}

/**
 * Prints what PostgreSQL servers of several sizes carry according to the model: processor time per request stays as
 * measured, and a server of n cores does n times as much. `price`: of a core for an hour.
 */
export function printModel(measured: { requests: Measured[]; deliveries: Measured[] }, price: number): void {
  const { web, worker, database } = costOf(measured);
  const micros = web + worker + database;
  const perMillion = (price * micros) / 3600 / utilization;
  console.log(
    `\nThe model: of 100 requests ${Object.entries(shares)
      .map(([kind, share]) => `${Math.round(share * 100)} are ${kind}`)
      .join(', ')}, each write causes a delivery, and processors are used to ${utilization * 100} %. ` +
      `A request takes ${web.toFixed(0)} µs of web, ${worker.toFixed(0)} of the worker and ${database.toFixed(0)} of PostgreSQL. ` +
      `At ${price} for a core and an hour a million requests cost ${perMillion.toFixed(4)}.\n`,
  );
  const rows = sizes.map(cores => {
    const perSecond = (cores * utilization) / (database / 1e6);
    const webs = Math.ceil((perSecond * web) / 1e6 / utilization);
    const workers = Math.ceil((perSecond * worker) / 1e6 / utilization);
    return [
      String(cores),
      perSecond.toFixed(0),
      String(webs),
      String(workers),
      String(webs * connectionsOf.web + workers * connectionsOf.worker),
      ((cores + webs + workers) * price).toFixed(2),
    ];
  });
  table(
    ['Cores of PostgreSQL', 'Requests/s', 'Web processes', 'Workers', 'Connections', 'Cost per hour'],
    rows,
  );
}
