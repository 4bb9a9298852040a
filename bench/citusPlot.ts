import type { Micros, Modelled } from './citusModel.ts';
import { openPlot } from './plot.ts';
import { utilization } from './scalingModel.ts';

/** How many requests a second a workspace sends in a busy hour, when a tenth of a day's 300 fall into that hour. */
const perWorkspace = 30 / 3600;
const workspaces = [10, 10_000_000] as const;

const { left, x, y, draw } = openPlot(
  {
    range: workspaces,
    ticks: [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000],
    label: 'Workspaces that send 30 requests in a busy hour (the model)',
  },
  { range: [0.05, 1_000], ticks: [0.1, 1, 10, 100, 1_000], label: 'Cost of an hour' },
  40,
);

/**
 * Draws the cost of an hour over the number of workspaces, of one PostgreSQL server as far as the largest carries
 * them, and of Citus. `price`: of a core for an hour.
 */
export function drawPlot({ plain, citus, most }: Modelled, price: number): string {
  const cost = (count: number, { process, coordinator, workers }: Micros, servers: number) => {
    const used = (micros: number) => (count * perWorkspace * micros) / 1e6 / utilization;
    return (Math.max(1, used(process)) + Math.max(servers, used(coordinator + workers))) * price;
  };
  const line = (micros: Micros, to: number, servers: number) => {
    const points = Array.from({ length: 61 }, (_, n) => workspaces[0] * (to / workspaces[0]) ** (n / 60));
    return `M${points.map(count => `${x(count)} ${y(cost(count, micros, servers))}`).join('L')}`;
  };
  /** At the beginning of the line, where it is flat. */
  const label = (text: string, micros: Micros, servers: number, dy: number) =>
    `<text x="${left + 8}" y="${y(cost(workspaces[0], micros, servers)) + dy}">${text}</text>`;
  const last = most / perWorkspace;
  return draw(
    'Cost of an hour over the number of workspaces: one PostgreSQL server up to 64 cores, and Citus, which costs several times as much and goes on',
    [
      `<path class="line" d="${line(plain, last, 1)}"/><circle class="marks" cx="${x(last)}" cy="${y(cost(last, plain, 1))}" r="4"/>`,
      `<path class="line" stroke-dasharray="8 4" d="${line(citus, workspaces[1], 3)}"/>`,
      label('One PostgreSQL server, up to 64 cores', plain, 1, 18),
      label('Citus with as many coordinators as it takes', citus, 3, -8),
    ],
  );
}
