import type { ServerResponse } from 'node:http';
import { type Admission, admit } from '../admission/admit.ts';
import type { AdmissionRequest } from '../admission/together.ts';
import type { Database } from '../database/database.ts';
import type { Code } from '../failure.ts';
import { announceRate } from './answer.ts';
import type { Request } from './handler.ts';
import { bearerKey } from './request.ts';

/** How much of a key may be told, as of those that the database shows (sql/functions/create_key.sql). */
const prefixLength = 10;

/** Lets a request in and announces its rate. Throws what refuses it, but for what is said elsewhere. */
export async function letIn(
  database: Database,
  req: Request,
  res: ServerResponse,
  asked: Pick<AdmissionRequest, 'kind' | 'scope' | 'read'>,
  saidElsewhere?: Code,
): Promise<Admission> {
  const key = bearerKey(req);
  const admission = await admit(database, { key, patience: req.patience, ...asked });
  req.access.workspaceId = admission.caller.workspaceId;
  req.access.keyPrefix = key.slice(0, prefixLength);
  announceRate(res, admission.rate);
  const { refusal } = admission;
  if (refusal && refusal.code !== saidElsewhere) throw refusal;
  return admission;
}
