import type { ServerResponse } from 'node:http';
import { type Admission, admit } from '../admission/admit.ts';
import { prefixOfKey } from '../admission/key.ts';
import type { AdmissionRequest } from '../admission/together.ts';
import type { Database } from '../database/database.ts';
import type { Code } from '../failure.ts';
import { announceRate } from './answer.ts';
import type { Request } from './handler.ts';
import { bearerKey } from './request.ts';

/** Admits a request and sets the headers of its rate. Throws why it is refused, except for a code in `saidElsewhere`. */
export async function letIn(
  database: Database,
  req: Request,
  res: ServerResponse,
  wanted: Pick<AdmissionRequest, 'kind' | 'scope' | 'read'>,
  saidElsewhere?: Code,
): Promise<Admission> {
  const key = bearerKey(req);
  const admission = await admit(database, { key, patience: req.patience, ...wanted });
  req.access.workspaceId = admission.caller.workspaceId;
  req.access.keyPrefix = prefixOfKey(key);
  announceRate(res, admission.rate);
  const { refusal } = admission;
  if (refusal && refusal.code !== saidElsewhere) throw refusal;
  return admission;
}
