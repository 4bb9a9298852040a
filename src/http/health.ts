import type { IncomingMessage, ServerResponse } from 'node:http';
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
  const reason = await whyUnready().catch(notSaid);
  if (typeof reason === 'object' && reason !== null) {
    send(req, res, 503, JSON.stringify({ status: 'unready', reason: reason.notSaid }));
    return;
  }
  const worker = await workerState().catch(() => undefined);
  if (reason === null) send(req, res, 200, JSON.stringify({ status: 'ready', worker }));
  else send(req, res, 503, JSON.stringify({ status: 'unready', reason, worker }));
}

/** The reasons if the check itself failed, by the cause. */
const reasons: Partial<Record<Cause, string>> = {
  database: 'The database does not answer.',
  connections: 'The database accepts no more connections.',
  disk: 'The disk of the database is full.',
};

/** The reason if the check itself failed; the database is asked nothing more then. */
function notSaid(error: unknown): { notSaid: string } {
  log.warn({ err: error }, 'the database does not say whether it is ready');
  return { notSaid: reasons[causeOf(error)] ?? 'The database does not say whether it is ready.' };
}
