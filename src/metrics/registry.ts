import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { statusOf } from '../errors/failure.ts';
import { causes } from '../errors/translate.ts';
import { taskNames } from '../jobs/tasks.ts';
import type { Worker } from '../jobs/work.ts';
import { events, jobResults, mailResults, waitOutcomes } from '../telemetry/events.ts';
import type { Connections, Readiness, WorkerState } from '../telemetry/health.ts';
import { version } from '../version.ts';
import { names as outcomes } from '../webhooks/outcome.ts';
import { addGauge } from './ask.ts';
import { measureDatabase, measureEndpoints, measureQueue } from './work.ts';

/** The parts of the service that run in a process. */
export interface Parts {
  web?: { connections(): Connections; whyUnready: Readiness; workerState?: () => Promise<WorkerState> };
  worker?: Pick<
    Worker,
    'connections' | 'whyUnready' | 'progress' | 'queue' | 'endpoints' | 'overdue' | 'database'
  >;
}

/** Buckets in seconds: from a typical read to the longest response, which waits for a verdict. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
/** Buckets in seconds: from a free connection to the longest wait for one. */
const connectionSeconds = [0.001, 0.005, 0.01, 0.025, 0.1, 0.25, 0.5, 1, 2.5];
/** Buckets in seconds: up to the longest time that an attempt may take. */
const attemptSeconds = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * All metrics of a process with these parts. Labels are names from short lists, never ids or paths. Counters of errors begin
 * at 0 for every label: Prometheus can't tell that a series increased that begins with its first error.
 */
export function registryOf(parts: Parts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'corkboard_build_info',
    help: 'The version of the service and of Node in the labels; always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1);
  measureConnections(registry, parts);
  if (parts.web) measureRequests(registry);
  if (parts.worker) {
    measureAttempts(registry);
    measureJobs(registry, parts.worker);
    measureQueue(registry, parts.worker);
    measureEndpoints(registry, parts.worker);
    measureDatabase(registry, parts.worker);
    measureMails(registry);
  }
  return registry;
}

function measureRequests(registry: Registry): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'corkboard_requests_total',
    help: 'Requests that were answered, by operation (or what else was asked for) and HTTP status; gone: the client had. Without /healthz and /readyz.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'corkboard_request_duration_seconds',
    help: 'How long requests took to answer.',
    labelNames: ['operation'],
    buckets: requestSeconds,
    registers,
  });
  const rejections = new Counter({
    name: 'corkboard_rejections_total',
    help: 'Requests and tool calls that were rejected, by the code of the error; internal: they failed.',
    labelNames: ['code'],
    registers,
  });
  const waits = new Histogram({
    name: 'corkboard_database_wait_seconds',
    help: 'How long requests waited for a connection to the database, by outcome: connected; deadline_exceeded: they gave up; failed: none could be opened.',
    labelNames: ['outcome'],
    buckets: connectionSeconds,
    registers,
  });
  events.request.on(({ operation, status = 'gone', code, seconds }) => {
    requests.inc({ operation, status: statusOf.internal }, 0);
    requests.inc({ operation, status });
    durations.observe({ operation }, seconds);
    if (code !== undefined) rejections.inc({ code });
  });
  const faults = new Counter({
    name: 'corkboard_faults_total',
    help: 'Requests that failed, by cause: overload (something was waited for too long), connections (the database had none left), disk (that of the database is full), database (it did not answer), or bug.',
    labelNames: ['cause'],
    registers,
  });
  const drops = new Counter({
    name: 'corkboard_connections_dropped_total',
    help: 'Client connections that were closed at once because the connection limit was reached.',
    registers,
  });
  events.connection.on(({ outcome, seconds }) => waits.observe({ outcome }, seconds));
  events.fault.on(({ cause }) => faults.inc({ cause }));
  events.drop.on(() => drops.inc());
  for (const code of Object.keys(statusOf)) rejections.inc({ code }, 0);
  for (const outcome of waitOutcomes) waits.zero({ outcome });
  for (const cause of causes) faults.inc({ cause }, 0);
}

function measureConnections(registry: Registry, parts: Parts): void {
  const pools = Object.entries(parts).flatMap(([process, part]) => (part ? [{ process, ...part }] : []));
  addGauge(
    registry,
    'corkboard_database_connections',
    'Connections to the database, by the part of the service and by state: busy or idle.',
    ['process', 'state'],
    () =>
      pools.flatMap(({ process, connections }) => {
        const { open, idle } = connections();
        return [
          [{ process, state: 'busy' }, open - idle],
          [{ process, state: 'idle' }, idle],
        ] as const;
      }),
  );
  for (const [name, help, figure] of [
    ['connections_max', 'How many connections to the database there may be.', 'most'],
    ['waiting', 'How many wait for a connection to the database now.', 'waiting'],
  ] as const) {
    addGauge(registry, `corkboard_database_${name}`, help, ['process'], () =>
      pools.map(({ process, connections }) => [{ process }, connections()[figure]]),
    );
  }
}

function measureAttempts(registry: Registry): void {
  const registers = [registry];
  const attempts = new Counter({
    name: 'corkboard_delivery_attempts_total',
    help: 'Attempts to deliver, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'corkboard_delivery_attempt_duration_seconds',
    help: 'How long attempts to deliver took.',
    buckets: attemptSeconds,
    registers,
  });
  for (const outcome of outcomes) attempts.inc({ outcome }, 0);
  events.attempt.on(({ outcome, seconds }) => {
    attempts.inc({ outcome });
    durations.observe(seconds);
  });
}

function measureJobs(registry: Registry, worker: NonNullable<Parts['worker']>): void {
  const jobs = new Counter({
    name: 'corkboard_jobs_total',
    help: 'Jobs that ended, by task and result: succeeded, or failed and to be tried again.',
    labelNames: ['task', 'result'],
    registers: [registry],
  });
  for (const task of taskNames()) for (const result of jobResults) jobs.inc({ task, result }, 0);
  events.job.on(({ task, result }) => jobs.inc({ task, result }));
  addGauge(
    registry,
    'corkboard_jobs_held',
    'Jobs that this worker has taken from the queue and not ended yet.',
    [],
    () => [[{}, worker.progress().held]],
  );
  addGauge(
    registry,
    'corkboard_worker_progress_age_seconds',
    'For how long the jobs of this worker have made no progress.',
    [],
    () => [[{}, worker.progress().secondsSinceProgress]],
  );
}

function measureMails(registry: Registry): void {
  const mails = new Counter({
    name: 'corkboard_mails_total',
    help: 'Emails by what became of them: sent, rejected by the mail server for good, or failed and to be tried again.',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of mailResults) mails.inc({ result }, 0);
  events.mail.on(({ result }) => mails.inc({ result }));
}
