import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JobHelpers, Task, TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { buildNumber } from '../database/buildNumber.ts';
import { call } from '../database/call.ts';
import { inTransaction } from '../database/connection.ts';
import type { DeliveryDispatcher } from '../webhooks/deliveryDispatcher.ts';

/** The resources that a worker gives to its tasks. */
export interface Equipment {
  config: Config;
  dispatcher: DeliveryDispatcher;
  /**
   * A long task calls this between its batches. It reports progress, and throws if the worker is stopping: then the job
   * fails, and another worker continues it a few seconds later.
   */
  checkpoint(): void;
}

/** The default export of a file in tasks/: a task that also gets what its worker has. */
export type Equipped = (payload: unknown, helpers: JobHelpers, equipment: Equipment) => Promise<void>;

/** The payload of a job about a record of a workspace (sql/functions/housekeeping/enqueue_job.sql). */
export const RecordJob = z.object({ workspaceId: z.uuid(), recordId: z.uuid() });

const folder = join(import.meta.dirname, '../../tasks');

/** The names of all tasks: each file under tasks/ is one. */
export const taskNames = (): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.ts'))
    .map(name => name.slice(0, -3));

/**
 * Every task, by its name. Attempts check the database in the statement that claims them. `isDistributed`: whether the
 * database distributes workspaces over servers.
 */
export async function loadTasks(equipment: Equipment, isDistributed: boolean): Promise<TaskList> {
  const tasks = taskNames().map(async name => {
    const { default: run } = (await import(join(folder, `${name}.ts`))) as { default: Equipped };
    const task: Task = (payload, helpers) => run(payload, helpers, equipment);
    if (name === 'attempt_delivery') return [name, task] as const;
    return [name, onlyWhenReady(isDistributed ? inTransactions(task) : task)] as const;
  });
  return Object.fromEntries(await Promise.all(tasks));
}

/**
 * Makes a task fail while the database is a copy or belongs to another version
 * (sql/functions/database/readiness_problem.sql). Such a database may have been restored over the one that the worker
 * started on, and the worker must not send its emails and webhooks.
 */
const onlyWhenReady =
  (task: Task): Task =>
  async (payload, helpers) => {
    await call(helpers, 'check_ready', buildNumber);
    return task(payload, helpers);
  };

/**
 * Sends each statement of a task in a transaction: outside one, Citus would not pass on to the other nodes which workspace a
 * function has entered.
 */
const inTransactions =
  (task: Task): Task =>
  (payload, helpers) =>
    task(payload, {
      ...helpers,
      query: (text, values) =>
        helpers.withPgClient(client => inTransaction(client, () => client.query(text, values))),
    });
