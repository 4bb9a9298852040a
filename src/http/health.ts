import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRefusedRole } from '../errors/databaseFault.ts';
import { type Cause, causeOf } from '../errors/translate.ts';
import { log } from '../log.ts';
import type { Readiness, WorkerState } from '../telemetry/health.ts';
import { version } from '../version.ts';
import { send } from './answer.ts';

/** Answers that the process is alive, without using the database. A process that doesn't answer should be restarted. */
export const live = (req: IncomingMessage, res: ServerResponse) =>
  send(req, res, 200, JSON.stringify({ status: 'ok', version }));

/**
 * Answers whether the process is ready: 200, or 503 with the reason, and then it should get no requests for a while. The
 * answer of web also says whether a worker runs, which changes nothing about the status: web works without.
 */
export async function ready(
  req: IncomingMessage,
  res: ServerResponse,
  whyUnready: Readiness,
  workerState: () => Promise<WorkerState | undefined> = async () => undefined,
): Promise<void> {
  const { reason, worker } = await whyUnready().then(
    async reason => ({ reason, worker: await workerState().catch(() => undefined) }),
    error => ({ reason: failedCheck(error), worker: undefined }),
  );
  const status = reason === null ? 'ready' : 'unready';
  const body = JSON.stringify({ status, reason: reason ?? undefined, worker });
  send(req, res, reason === null ? 200 : 503, body);
}

/** The reasons if the check itself failed, by the cause. */
const reasons: Partial<Record<Cause, string>> = {
  database: 'The database does not answer.',
  connections: 'The database accepts no more connections.',
  disk: 'The disk of the database is full.',
};

/** The reason if the check itself failed. Then the database is asked nothing more. */
function failedCheck(error: unknown): string {
  log.warn({ err: error }, 'the check of the database failed');
  if (isRefusedRole(error)) return 'The database refuses this role.';
  return reasons[causeOf(error)] ?? 'The check of the database failed.';
}
