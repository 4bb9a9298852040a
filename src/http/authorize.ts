import type { ServerResponse } from 'node:http';
import { type Admission, type AuthenticationRequest, authenticate } from '../admission/authenticate.ts';
import { prefixOfKey } from '../admission/key.ts';
import type { Database } from '../database/database.ts';
import type { Code } from '../errors/failure.ts';
import { announceRate } from './answer.ts';
import type { Request } from './handler.ts';
import { bearerKey } from './request.ts';

/** Authenticates a request by its key, and sets the rate-limit headers. Throws any rejection but `handledByCaller`. */
export async function authorize(
  database: Database,
  req: Request,
  res: ServerResponse,
  wanted: Pick<AuthenticationRequest, 'kind' | 'scope' | 'read' | 'attempt'>,
  handledByCaller?: Code,
): Promise<Admission> {
  const key = bearerKey(req);
  const admission = await authenticate(database, { key, deadline: req.deadline, ...wanted });
  req.access.workspaceId = admission.caller.workspaceId;
  req.access.keyPrefix = prefixOfKey(key);
  announceRate(res, admission.rate);
  const { refusal, lost } = admission;
  if (lost !== null) throw lost;
  if (refusal && refusal.code !== handledByCaller) throw refusal;
  return admission;
}
