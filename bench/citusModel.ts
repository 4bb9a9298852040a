import { scaleLog } from 'd3-scale';
import { table } from './report.ts';
import { deliveriesPerRequest, shares, utilization } from './scalingModel.ts';

/** Processor time in µs of a request or a delivery: of web or the worker, of PostgreSQL or the coordinator, of other nodes. */
export interface Micros {
  process: number;
  coordinator: number;
  workers: number;
}

/** Those of each kind of request (`reads`, `writes`, `pages`) and of a delivery. */
export type Costs = Record<'reads' | 'writes' | 'pages' | 'deliveries', Micros>;

/** The cores of every machine in the model. */
const cores = 16;
/** The largest PostgreSQL server in the model, in cores. */
const largest = 64;
/** How many requests a second a workspace sends at a busy hour, when a tenth of a day's 300 fall into one hour. */
const perWorkspace = 30 / 3600;

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
 * request stays as measured, and each machine has 16 cores. `price`: of a core for an hour. Returns the plot of it.
 */
export function printCitusModel(plainCosts: Costs, citusCosts: Costs, price: number): string {
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
  return drawPlot(plain, citus, price);
}

const width = 720;
const height = 420;
const margin = { left: 72, right: 40, top: 24, bottom: 48 };
const workspaces = [10, 10_000_000] as const;
const costs = [0.05, 1_000] as const;
const x = scaleLog(workspaces, [margin.left, width - margin.right]);
const y = scaleLog(costs, [height - margin.bottom, margin.top]);

/** Draws the cost of an hour over the number of workspaces, of one PostgreSQL server as far as there is one, and of Citus. */
function drawPlot(plain: Micros, citus: Micros, price: number): string {
  const cost = (count: number, { process, coordinator, workers }: Micros, servers: number) => {
    const used = (micros: number) => (count * perWorkspace * micros) / 1e6 / utilization;
    return (Math.max(1, used(process)) + Math.max(servers, used(coordinator + workers))) * price;
  };
  const most = carried(largest, plain.coordinator) / perWorkspace;
  const line = (micros: Micros, to: number, servers: number) => {
    const points = Array.from({ length: 61 }, (_, n) => workspaces[0] * (to / workspaces[0]) ** (n / 60));
    return points
      .map((count, n) => `${n === 0 ? 'M' : 'L'}${round(x(count))} ${round(y(cost(count, micros, servers)))}`)
      .join('');
  };
  const grid = [
    ...[0.1, 1, 10, 100, 1_000].map(
      value =>
        `<path class="grid" d="M${margin.left} ${round(y(value))}H${width - margin.right}"/><text text-anchor="end" x="${margin.left - 8}" y="${round(y(value)) + 4}">${value.toLocaleString('en')}</text>`,
    ),
    ...[10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000].map(
      value =>
        `<path class="grid" d="M${round(x(value))} ${margin.top}V${height - margin.bottom}"/><text text-anchor="middle" x="${round(x(value))}" y="${height - margin.bottom + 18}">${value.toLocaleString('en')}</text>`,
    ),
  ];
  /** At the beginning of the line, where it is flat. */
  const label = (text: string, micros: Micros, servers: number, dy: number) =>
    `<text x="${margin.left + 8}" y="${round(y(cost(workspaces[0], micros, servers))) + dy}">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Cost of an hour over the number of workspaces: one PostgreSQL server up to ${largest} cores, and Citus, which costs several times as much and goes on">
<style>
  text { font: 12px system-ui, sans-serif; fill: #444 }
  .grid { stroke: #ddd }
  .line { stroke: #3b5bdb; stroke-width: 2; fill: none }
  .end { fill: #3b5bdb }
  .ground { fill: #fff }
  @media (prefers-color-scheme: dark) {
    text { fill: #ccc } .grid { stroke: #444 } .line { stroke: #91a7ff } .end { fill: #91a7ff } .ground { fill: #161616 }
  }
</style>
<rect class="ground" width="${width}" height="${height}"/>
${grid.join('\n')}
<path class="line" d="${line(plain, most, 1)}"/><circle class="end" cx="${round(x(most))}" cy="${round(y(cost(most, plain, 1)))}" r="4"/>
<path class="line" stroke-dasharray="8 4" d="${line(citus, workspaces[1], 3)}"/>
${label('One PostgreSQL server, up to 64 cores', plain, 1, 18)}
${label('Citus with as many coordinators as it takes', citus, 3, -8)}
<text x="${margin.left}" y="14">Cost of an hour</text>
<text text-anchor="end" x="${width - margin.right}" y="${height - 8}">Workspaces that send 30 requests in a busy hour (the model)</text>
</svg>
`;
}

const round = (value: number) => Math.round(value * 10) / 10;
