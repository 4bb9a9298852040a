import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Task, TaskList } from 'graphile-worker';
import type { Config } from '../config.ts';
import { fingerprint } from '../database/released.ts';
import type { DeliveryDispatcher } from '../webhooks/deliveryDispatcher.ts';

/** What a worker gives its tasks to work with. */
export interface Equipment {
  config: Config;
  dispatcher: DeliveryDispatcher;
  /**
   * Called between the batches of a long task. It reports that the pool makes progress, and throws when the worker is
   * stopping: then the job fails, and another worker continues it a few seconds later.
   */
  checkpoint(): void;
}

/** What a file under tasks/ exports: given a worker's equipment, it makes the task. */
export type Equipped = (equipment: Equipment) => Task;

const folder = join(import.meta.dirname, '../../tasks');

/** The names of all tasks: each file under tasks/ is one. */
export const taskNames = (): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.ts'))
    .map(name => name.slice(0, -3));

/** Every task, by its name. Attempts check the database in the statement that claims them. */
export async function loadTasks(equipment: Equipment): Promise<TaskList> {
  const tasks = taskNames().map(async name => {
    const { default: equip } = (await import(join(folder, `${name}.ts`))) as { default: Equipped };
    const task = equip(equipment);
    return [name, name === 'attempt_delivery' ? task : onlyWhenReady(task)] as const;
  });
  return Object.fromEntries(await Promise.all(tasks));
}

/**
 * A task that fails while the database is a copy or not of this version (sql/functions/database/readiness_problem.sql). It may have
 * been restored over the one that the worker started on, and this worker must not mail or send what is in it.
 */
const onlyWhenReady =
  (task: Task): Task =>
  async (payload, helpers) => {
    await helpers.query('select corkboard.check_ready($1)', [await fingerprint()]);
    return task(payload, helpers);
  };
