import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Endings } from '../harness/endings.ts';
import { freePort } from '../harness/listen.ts';
import { eventually } from '../test/support/eventually.ts';
import { shortenedRules } from './rules.ts';

/** Whether Prometheus is installed. */
export const isInstalled = (): boolean => spawnSync('prometheus', ['--version']).status === 0;

/** A Prometheus that evaluates the alert rules. */
export interface Prometheus {
  /** The names of the alerts that fire now. */
  firing(): Promise<string[]>;
  /** Settles when every process was scraped since this call, so that what its counters then count is an increase. */
  scraped(): Promise<void>;
}

/** Starts Prometheus in a folder, for a web and a worker process that serve their metrics on these ports. */
export async function startPrometheus(
  folder: string,
  ports: { web: number; worker: number },
  endings: Endings,
): Promise<Prometheus> {
  await mkdir(folder);
  const config = join(folder, 'prometheus.yml');
  await writeFile(join(folder, 'alerts.yml'), shortenedRules());
  await writeFile(
    config,
    stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: Object.entries(ports).map(([process, port]) => ({
        job_name: `corkboard-${process}`,
        static_configs: [{ targets: [`127.0.0.1:${port}`] }],
      })),
    }),
  );
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--query.lookback-delta=5s',
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'exit');
  endings.add(() => {
    child.kill('SIGTERM');
    return ended;
  });
  const ask = async <Data>(what: string): Promise<Data> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${what}`);
    return ((await answer.json()) as { data: Data }).data;
  };
  const firing = async (): Promise<string[]> => {
    const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts');
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  };
  const scraped = async (): Promise<void> => {
    const since = Date.now();
    const targets = () => ask<{ activeTargets: { health: string; lastScrape: string }[] }>('targets');
    await eventually(
      targets,
      ({ activeTargets }) =>
        activeTargets.length === Object.keys(ports).length &&
        activeTargets.every(({ health, lastScrape }) => health === 'up' && Date.parse(lastScrape) > since),
    );
  };
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok);
  return { firing, scraped };
}
