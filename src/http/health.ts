import type { IncomingMessage, ServerResponse } from 'node:http';
import { causeOf } from '../errors/translate.ts';
import { log } from '../log.ts';
import type { Readiness } from '../telemetry/health.ts';
import { send } from './answer.ts';

/** Answers that the process is alive, without using the database. A process that doesn't answer should be restarted. */
export const live = (req: IncomingMessage, res: ServerResponse) => send(req, res, 200, '{"status":"ok"}');

/** Answers whether the process is ready: 200, or 503 with the reason, and then it should get no requests for a while. */
export async function ready(req: IncomingMessage, res: ServerResponse, whyUnready: Readiness): Promise<void> {
  const reason = await whyUnready().catch(notSaid);
  if (reason === null) send(req, res, 200, '{"status":"ready"}');
  else send(req, res, 503, JSON.stringify({ status: 'unready', reason }));
}

/** The reason if the check itself failed. */
function notSaid(error: unknown): string {
  log.warn({ err: error }, 'the database does not say whether it is ready');
  return causeOf(error) === 'database'
    ? 'The database does not answer.'
    : 'The database does not say whether it is ready.';
}
