import { setTimeout as pause } from 'node:timers/promises';
import { Argument, Command } from 'commander';
import { Endings } from '../harness/endings.ts';
import { Clock, table } from '../harness/print.ts';
import { stopSignal } from '../src/bin/process.ts';
import { type Fault, faults } from './faults.ts';
import { isInstalled } from './prometheus.ts';
import { open, type Site } from './site.ts';

// npm run drill: causes one fault after the other, and checks that its alerts fire and that they clear when it is over.

/** How long an alert may take to fire, and to clear, in ms. */
const limitMs = 90_000;
/** How often Prometheus is asked what fires, in ms. */
const askMs = 500;
/** What is printed for an alert that did not fire or did not clear. */
const never = 'NEVER';

const names = faults.map(({ name }) => name);
const { args } = new Command('npm run drill --')
  .description(
    `Causes faults in an installation of its own, with the shipped alert rules in a Prometheus beside it, and checks that each alert fires and clears. Exit status: 0 all did, 1 one did not or Prometheus is not installed, 2 wrong usage.`,
  )
  .addArgument(new Argument('[fault...]', 'which ones; by default all').choices(names))
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();

if (!isInstalled()) {
  console.log('Nothing was drilled: Prometheus is not installed (apt-get install prometheus).');
  process.exit(1);
}
const endings = new Endings();
void stopSignal().then(() => endings.end().finally(() => process.exit(1)));
process.setMaxListeners(0);
let failures = 1;
try {
  failures = await run(faults.filter(({ name }) => args.length === 0 || args.includes(name)));
} finally {
  await endings.end();
}
process.exit(failures === 0 ? 0 : 1);

/** Causes these faults. Returns how many alerts did not fire or did not clear. */
async function run(chosen: Fault[]): Promise<number> {
  const site = await open(endings);
  const clock = new Clock();
  const rows: string[][] = [];
  for (const fault of chosen) {
    clock.print(fault.name);
    rows.push(...(await drill(fault, site)));
  }
  console.log();
  table(['Fault', 'Alert', 'Fired', 'Cleared'], rows);
  const failed = rows.filter(row => row.includes(never)).length;
  if (failed > 0) console.log(`What the processes logged is in ${await site.keepLogs()}.`);
  return failed;
}

/** Causes a fault and ends it. Returns a row for each of its alerts. */
async function drill({ name, alerts, cause, skipped }: Fault, site: Site): Promise<string[][]> {
  const reason = skipped?.(site) ?? null;
  if (reason !== null) return alerts.map(alert => [name, alert, `skipped: ${reason}`, '']);
  await times(site, alerts, isFiring => !isFiring);
  await site.prometheus.scraped();
  const end = await cause(site);
  const fired = await times(site, alerts, isFiring => isFiring);
  await end();
  const cleared = await times(site, alerts, isFiring => !isFiring);
  const after = (seconds?: number) => (seconds === undefined ? never : `after ${seconds} s`);
  return alerts.map(alert => [name, alert, after(fired.get(alert)), after(cleared.get(alert))]);
}

/** After how many seconds each of the alerts was as it should be, for the first time; those that never were are missing. */
async function times(
  { prometheus }: Site,
  alerts: string[],
  asItShould: (isFiring: boolean) => boolean,
): Promise<Map<string, number>> {
  const since = performance.now();
  const found = new Map<string, number>();
  while (found.size < alerts.length && performance.now() - since < limitMs) {
    const firing = await prometheus.firing();
    for (const alert of alerts) {
      if (!found.has(alert) && asItShould(firing.includes(alert)))
        found.set(alert, Math.round((performance.now() - since) / 1000));
    }
    if (found.size < alerts.length) await pause(askMs);
  }
  return found;
}
