import { setTimeout as pause } from 'node:timers/promises';
import { Endings } from '../harness/endings.ts';
import { Clock } from '../harness/print.ts';
import { stopSignal } from '../src/bin/process.ts';
import { citusServer } from '../test/support/citus.ts';
import { failOnLeaks } from '../test/support/leakScanner.ts';
import { readArguments } from './arguments.ts';
import { Callers } from './callers.ts';
import { check } from './checks.ts';
import { deletions, kinds, kindsOfClusters } from './faults.ts';
import { People } from './people.ts';
import { carryOut, plan } from './plan.ts';
import { Random } from './random.ts';
import { allReady, endFaults, settle, throttledMs } from './settle.ts';
import { open } from './site.ts';
import { summarize } from './summary.ts';

// npm run chaos: callers and people use the service while faults are injected. In the end all promises must be kept.

const args = readArguments();
const endings = new Endings();
const giveUp = () => endings.end().finally(() => process.exit(1));
void stopSignal().then(giveUp);
process.on('uncaughtException', error => {
  console.error(error);
  void giveUp();
});
// Each started process adds a listener for the end of this one.
process.setMaxListeners(0);
try {
  process.exitCode = await failOnLeaks(async leakEnv => {
    Object.assign(process.env, leakEnv);
    return (await run()) === 0 ? 0 : 1;
  });
} finally {
  await endings.end();
}
process.exit();

/** Does one run. Returns how many promises were broken. */
async function run(): Promise<number> {
  const { seed, minutes, deletions: deletes, keep, database } = args;
  const server = database === 'citus' ? await citusServer() : undefined;
  if (server === null) return 0;
  if (server !== undefined) endings.add(server.stop);
  const random = new Random(seed);
  const lastsMs = minutes * 60_000;
  const limitMs = args.settle * 1000;
  const possible = server === undefined ? kinds : kindsOfClusters;
  const faults = plan(random.branch(), lastsMs, deletes ? [...possible, ...deletions] : possible);
  console.log(
    `Seed ${seed}, ${minutes} min, ${faults.length} faults${deletes ? '' : '; no job is deleted'}.`,
  );
  const site = await open(random.branch(), endings, { keep, cluster: server?.url ?? null });
  if (!(await allReady(site, Date.now() + limitMs))) throw new Error('The processes do not start.');

  const clock = new Clock();
  clock.print('all processes are ready, callers and people start');
  const callers = new Callers(site, random.branch());
  const people = new People(site, random.branch());
  const going = carryOut(faults, site, clock);
  await pause(lastsMs);

  clock.print('all faults are over');
  const healedMs = clock.ms();
  endFaults(site);
  const everyone = Promise.all([going, people.finish(), callers.finish()]);
  const deadline = Date.now() + limitMs + (await throttledMs(site));
  const isSettled = await settle(site, people, everyone, deadline);
  callers.leave();
  const took = `${((clock.ms() - healedMs) / 1000).toFixed(1)} s`;
  clock.print(isSettled ? `settled after ${took}` : `not settled after ${took}`);

  const result = {
    site: { ...site, database: await site.database.settled(endings) },
    writes: callers.writes,
    acts: people.acts,
    unexpectedErrors: people.unexpectedErrors,
  };
  const broken = await check(result);
  await summarize(result, faults);
  console.log(`\nPromises broken: ${broken} (seed ${seed})`);
  return broken;
}
