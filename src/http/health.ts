import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readiness } from '../vitals.ts';
import { send } from './answer.ts';

/** Answers that the process is alive: one that does not say so wants to be started anew. It asks nobody else. */
export const live = (req: IncomingMessage, res: ServerResponse) => send(req, res, 200, '{"status":"ok"}');

/** Answers whether a process can do its work: 200, or 503 with the reason, and then it wants to be left alone for a while. */
export async function ready(req: IncomingMessage, res: ServerResponse, whyUnready: Readiness): Promise<void> {
  const reason = await whyUnready().catch(() => 'The database does not answer.');
  if (reason === null) send(req, res, 200, '{"status":"ready"}');
  else send(req, res, 503, JSON.stringify({ status: 'unready', reason }));
}
