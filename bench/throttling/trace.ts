import { table } from '../report.ts';
import { answers } from './summary.ts';
import type { Course } from './watch.ts';

/** The most lines of a trace. */
const lines = 40;

/** Prints the responses and the throttle from start to end, leaving out times without activity. */
export function trace({ endpoint, begun, requests, samples }: Course): void {
  const every = Math.ceil(samples.length / lines);
  let from = 0;
  const rows = samples
    .filter((_, n) => n % every === every - 1 || n === samples.length - 1)
    .map(({ second, window, claims, rate, paused, waiting, pending }) => {
      const until = begun + second * 1000;
      const answered = requests.filter(({ at, ms }) => at + ms > from && at + ms <= until);
      from = until;
      return [
        second.toFixed(0),
        String(window),
        String(claims),
        rate === null ? '—' : rate.toFixed(2),
        paused.toFixed(1),
        String(waiting),
        String(pending),
        answers(answered),
      ];
    })
    .filter((row, n, all) => n === 0 || row.slice(1).join() !== all[n - 1]!.slice(1).join());
  console.log(`\n${endpoint.path}, from start to end:\n`);
  table(['Second', 'Window', 'Claims', 'Rate', 'Paused, s', 'Waiting', 'Pending', 'Answers'], rows);
}
