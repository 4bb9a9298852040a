import type { TestFn } from 'ava';
import { readConfig } from '../../src/config.ts';
import { work } from '../../src/jobs/work.ts';
import { type Model, model } from './model.ts';
import { type WorkspaceOptions, world } from './world.ts';

const secret = 'sk-never-to-be-seen';

/** A world whose web server and workers use a fake model. */
export function classifyingWorld(test: TestFn) {
  const ai = {} as Model;
  const env: Record<string, string> = { AI_MODEL: 'small', AI_API_KEY: secret };
  // Declared before the world's own hook, which configures its server with the address.
  test.serial.before(async () => {
    Object.assign(ai, await model());
    env.AI_BASE_URL = ai.baseUrl;
  });
  const w = world(test, { env });
  const workers: (() => Promise<unknown>)[] = [];
  const stopWorkers = async () => {
    for (const stop of workers.splice(0)) await stop();
  };
  // The model stops first, because a stopping worker waits for the model's responses.
  w.atEnd(() => ai.stop().then(stopWorkers));
  return Object.assign(w, {
    ai,
    env,
    /** Creates a project with a scope, in a workspace that has classification on. */
    project: async (options: WorkspaceOptions = {}) => {
      const studio = await w.workspace(options);
      await w.db.query('update corkboard.workspaces set ai = true where id = $1', [studio.id]);
      const { id } = await studio.project();
      await studio.scope(id, { deliverables: ['Home page', 'Shop'], timeline: 'Six weeks' });
      const path = `/projects/${id}/revisions`;
      /** Logs a revision and asks for its verdict. */
      const ask = (description = 'A calmer header', key?: string) =>
        studio.post(path, { description, classify: true }, key ? { 'Idempotency-Key': key } : {});
      return { studio, path, ask };
    },
    /** Starts a worker; without one, jobs wait. */
    startWorker: async () => {
      workers.push((await work(readConfig(env), w.serviceUrl)).stop);
    },
    stopWorkers,
    /** A revision's verdict as stored in the database. */
    kept: async (revisionId: string) => {
      const [kept] = await w.sql(
        `select classify, verdict, verdict_reason as reason, verdict_question as question, unclassified
         from corkboard.revisions where id = $1`,
        revisionId,
      );
      return kept;
    },
    /** Sets how long responses of this world wait for a verdict, instead of classification_timeout. */
    deadline: (interval: string) =>
      w.db.query(
        `create or replace function corkboard.classification_timeout() returns interval language sql stable
         as $$ select interval '${interval}' $$`,
      ),
  });
}
