import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder, withClient } from '../harness/database.ts';
import { median, quantile, table } from '../harness/print.ts';
import { bareEnv, launchCommand } from '../test/support/launch.ts';
import type { Bench } from './bench.ts';
import { alternating } from './meters.ts';
import { databaseCpu, treeCpu } from './processes.ts';

const root = join(import.meta.dirname, '..');
/** Scripts run the Node that runs this. */
const env = { PATH: `${dirname(process.execPath)}:${bareEnv.PATH}` };

/**
 * The processor time of the first start with nothing configured, until it serves a demo workspace, and of a release with nothing to
 * do: npm, PostgreSQL and all other processes included. Beside them a Node that loads nothing, as a measure of the machine.
 */
export async function benchStart({ quick, endings, database }: Bench): Promise<void> {
  const rounds = quick ? 2 : 5;
  const scope = { teardown: (end: () => unknown) => endings.add(end) };
  const databaseUrl = await database('corkboard_bench_start', async () => {});
  // None is deleted before the end, because the file system takes longer for new files while it remembers deleted ones.
  const folder = await temporaryFolder(endings, 'start');
  let starts = 0;
  const firstStart = async () => {
    const own = join(folder, String(++starts));
    await mkdir(own);
    const command = ['npm', 'start'];
    const { child, says, ended } = launchCommand(
      scope,
      'start',
      { ...env, DATA_DIR: join(own, 'data'), PORT: '0' },
      command,
      root,
    );
    const address = await says(/is serving on (\S+)/);
    await (await fetch(`${address}/healthz`)).text();
    const seconds = await treeCpu(child.pid!);
    child.kill();
    await ended;
    return seconds;
  };
  /** The processor time of a command that ends, as its shell counts it, with that of PostgreSQL. */
  const run = (command: string) => async () =>
    withClient(databaseUrl, async client => {
      const ofDatabase = await databaseCpu(client);
      const before = await ofDatabase();
      const { ended, output } = launchCommand(
        scope,
        command,
        { ...env, DATABASE_URL: databaseUrl },
        ['sh', '-c', `${command} >&2; times`],
        root,
      );
      await ended;
      const [, user, system] = /^\S+ \S+\n(\d+m[\d.]+)s (\d+m[\d.]+)s$/m.exec(output())!;
      const seconds = [user!, system!]
        .map(time => time.split('m').map(Number))
        .reduce((sum, [m, s]) => sum + m! * 60 + s!, 0);
      return seconds + (await ofDatabase()) - before;
    });
  const works = {
    'First start': firstStart,
    Release: run('npm run release'),
    'Empty Node': run('node -e 0'),
  };
  const seconds = await alternating(rounds, Object.values(works), work => work());
  const bare = median(seconds.at(-1)!);
  console.log(
    `\nProcessor time (user and system, of all processes) of the first start with nothing configured, until the demo workspace is there and /healthz answers, and of a release with nothing to do. The median of ${rounds} rounds, with the least and the most.\n`,
  );
  table(
    ['Command', 'Of an empty Node', 'Seconds', 'Least', 'Most'],
    Object.keys(works).map((name, n) => [
      name,
      (median(seconds[n]!) / bare).toFixed(1),
      ...[0.5, 0, 1].map(share => quantile(seconds[n]!, share).toFixed(2)),
    ]),
  );
}
