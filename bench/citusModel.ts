import { table } from './report.ts';
import { deliveriesPerRequest, shares, utilization } from './scalingModel.ts';

/** Processor time in µs of a request or a delivery: of web or the worker, of PostgreSQL or the coordinator, of other nodes. */
export interface Micros {
  process: number;
  coordinator: number;
  workers: number;
}

/** What a request of the model costs on each side, and how many a second the largest PostgreSQL server carries. */
export interface Modelled {
  plain: Micros;
  citus: Micros;
  most: number;
}

/** Those of each kind of request (`reads`, `writes`, `pages`) and of a delivery. */
export type Costs = Record<'reads' | 'writes' | 'pages' | 'deliveries', Micros>;

/** The cores of every machine in the model. */
const cores = 16;
/** The largest PostgreSQL server in the model, in cores. */
const largest = 64;
/** The processor time of one request of the model, with the deliveries that it causes. */
function perRequest(costs: Costs): Micros {
  const sum = (part: keyof Micros) =>
    Object.entries(shares).reduce(
      (total, [kind, share]) => total + share * costs[kind as keyof Costs][part],
      0,
    ) +
    deliveriesPerRequest * costs.deliveries[part];
  return { process: sum('process'), coordinator: sum('coordinator'), workers: sum('workers') };
}

/** How many requests a second cores carry if each takes these µs. */
const carried = (count: number, micros: number) => (count * utilization * 1e6) / micros;

/**
 * Prints what a coordinator and N workers carry according to the model, beside one PostgreSQL server: processor time per
 * request stays as measured, and each machine has 16 cores. `price`: of a core for an hour.
 */
export function printCitusModel(plainCosts: Costs, citusCosts: Costs, price: number): Modelled {
  const plain = perRequest(plainCosts);
  const citus = perRequest(citusCosts);
  console.log(
    `\nThe model: a request takes ${plain.coordinator.toFixed(0)} µs of one PostgreSQL server; with Citus ${citus.coordinator.toFixed(0)} of the coordinator and ${citus.workers.toFixed(0)} of the workers. Machines have ${cores} cores, used to ${utilization * 100} %, at ${price} for a core and an hour.\n`,
  );
  const costPerHour = (perSecond: number, databaseCores: number, process: number) =>
    (databaseCores + Math.ceil((perSecond * process) / 1e6 / utilization)) * price;
  const rows = [cores, largest].map(count => {
    const perSecond = carried(count, plain.coordinator);
    return [
      `PostgreSQL, ${count} cores`,
      perSecond.toFixed(0),
      '',
      costPerHour(perSecond, count, plain.process).toFixed(2),
    ];
  });
  for (const [coordinators, workers] of [
    [1, 2],
    [1, 4],
    [4, 4],
    [16, 16],
    [64, 64],
  ] as const) {
    const byCoordinators = carried(coordinators * cores, citus.coordinator);
    const byWorkers = carried(workers * cores, citus.workers);
    const perSecond = Math.min(byCoordinators, byWorkers);
    rows.push([
      `Citus, ${coordinators} + ${workers} machines`,
      perSecond.toFixed(0),
      byCoordinators < byWorkers ? 'coordinators' : 'workers',
      costPerHour(perSecond, (coordinators + workers) * cores, citus.process).toFixed(2),
    ]);
  }
  table(['Database', 'Requests/s', 'Limited by', 'Cost per hour'], rows);
  return { plain, citus, most: carried(largest, plain.coordinator) };
}
