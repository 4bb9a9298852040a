import { table } from '../harness/print.ts';

/**
 * Processor time in µs of a request or a delivery: of web or the worker, of PostgreSQL or the coordinator of Citus, and of the
 * other nodes.
 */
export interface Micros {
  process: number;
  database: number;
  nodes: number;
}

/** What each kind of request and a delivery cost. */
export type Costs = Record<'reads' | 'writes' | 'pages' | 'deliveries', Micros>;

/** The requests of the model: the share of each kind. Each write causes a delivery. */
const shares = { reads: 0.7, writes: 0.15, pages: 0.15 };

/** How much of its processors a machine may use on average, so that requests seldom wait for them. */
const utilization = 0.6;

/** Cores of PostgreSQL's server. */
const sizes = [1, 2, 4, 8, 16, 32, 64];
/** The cores of every machine of Citus, and numbers of coordinators and workers. */
const coresOfNode = 16;
const clusters = [
  [1, 2],
  [1, 4],
  [4, 4],
  [16, 16],
  [64, 64],
] as const;

/** Connections of a process at work, as measured: web's pool and its listener, and what a worker uses of its own. */
const connectionsOf = { web: 9, worker: 5 };

/** The processor time of one request of the model, without the delivery that it may cause. */
const perRequest = (costs: Costs, part: keyof Micros) =>
  (['reads', 'writes', 'pages'] as const).reduce(
    (total, kind) => total + shares[kind] * costs[kind][part],
    0,
  );
const perDelivery = (costs: Costs, part: keyof Micros) => shares.writes * costs.deliveries[part];
const perBoth = (costs: Costs, part: keyof Micros) => perRequest(costs, part) + perDelivery(costs, part);

/** How many requests a second cores carry if each takes these µs, and how many cores carry so many requests. */
const carried = (cores: number, micros: number) => (cores * utilization * 1e6) / micros;
const needed = (perSecond: number, micros: number) => Math.ceil((perSecond * micros) / 1e6 / utilization);

/**
 * Prints what PostgreSQL servers of several sizes carry according to the model: processor time per request stays as
 * measured, and a server of n cores does n times as much. `price`: of a core for an hour.
 */
export function printModel(costs: Costs, price: number): void {
  const web = perRequest(costs, 'process');
  const worker = perDelivery(costs, 'process');
  const database = perBoth(costs, 'database');
  const perMillion = (price * (web + worker + database)) / 3600 / utilization;
  const mix = Object.entries(shares).map(([kind, share]) => `${Math.round(share * 100)} are ${kind}`);
  console.log(
    `\nThe model: of 100 requests ${mix.join(', ')}, each write causes a delivery, and processors are used to ${utilization * 100} %. A request takes ${web.toFixed(0)} µs of web, ${worker.toFixed(0)} of the worker and ${database.toFixed(0)} of PostgreSQL. At ${price} for a core and an hour a million requests cost ${perMillion.toFixed(4)}.\n`,
  );
  const rows = sizes.map(cores => {
    const perSecond = carried(cores, database);
    const [webs, workers] = [needed(perSecond, web), needed(perSecond, worker)];
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

/**
 * Prints what clusters carry according to the model, beside one PostgreSQL server. `measured`: how many workers the costs are of.
 * `price`: of a core for an hour.
 */
export function printCitusModel(plain: Costs, citus: Costs, measured: number, price: number): void {
  const one = perBoth(plain, 'database');
  const coordinator = perBoth(citus, 'database');
  const nodes = perBoth(citus, 'nodes');
  console.log(
    `\nThe model: a request takes ${one.toFixed(0)} µs of one PostgreSQL server; with Citus ${coordinator.toFixed(0)} of the coordinator and ${(nodes / measured).toFixed(0)} of each of ${measured} workers. So these workers carry ${((one * measured) / nodes).toFixed(2)} of the requests that one server does, and the coordinator ${(one / coordinator).toFixed(2)}. Machines have ${coresOfNode} cores, used to ${utilization * 100} %, at ${price} for a core and an hour.\n`,
  );
  const row = (name: string, perSecond: number, limit: string, cores: number, costs: Costs) => [
    name,
    perSecond.toFixed(0),
    limit,
    ((cores + needed(perSecond, perBoth(costs, 'process'))) * price).toFixed(2),
  ];
  const servers = [coresOfNode, sizes.at(-1)!].map(cores =>
    row(`PostgreSQL, ${cores} cores`, carried(cores, one), '', cores, plain),
  );
  const ofClusters = clusters.map(([coordinators, workers]) => {
    const byCoordinators = carried(coordinators * coresOfNode, coordinator);
    const byWorkers = carried(workers * coresOfNode, nodes);
    return row(
      `Citus, ${coordinators} + ${workers} machines`,
      Math.min(byCoordinators, byWorkers),
      byCoordinators < byWorkers ? 'coordinators' : 'workers',
      (coordinators + workers) * coresOfNode,
      citus,
    );
  });
  table(['Database', 'Requests/s', 'Limited by', 'Cost per hour'], [...servers, ...ofClusters]);
}
