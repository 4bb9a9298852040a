import type { Database } from '../database/database.ts';
import { Failure } from '../failure.ts';
import type { Caller, Scope } from '../operations/define.ts';
import { canBeKey, hashOfKey } from './key.ts';
import { quotas, type Rate } from './rates.ts';
import { type AdmissionRequest, askAdmission } from './together.ts';

export interface Admission {
  rate: Rate;
  /** Why the caller may not go on, although the key is good; null: they may. */
  refusal: Failure | null;
  caller: Caller;
  /** The SHA-256 of the key, by which a write checks it again (src/admission/write.ts). */
  keyHash: Buffer;
  /** The JSON that `read` answered; null where it found nothing, was refused, or was not given. */
  answer: string | null;
}

/**
 * Admits a request in one round trip: checks the key, the minute's rate (charged in any case), the plan and the scope,
 * and answers a read that is admitted. Throws invalid_key, the same for every key that opens nothing
 * (spec: Authentication 3), and Overdue where the database was busy for too long. A text that cannot be a key is
 * rejected without asking the database, so that such requests don't take connections from callers whose workspace is
 * not known yet. Only the time of the answer differs, and the form of a key is no secret.
 */
export async function admit(database: Database, request: AdmissionRequest): Promise<Admission> {
  const { kind, scope } = request;
  if (!canBeKey(request.key)) throw invalidKey();
  const row = await askAdmission(database, request);
  if (row === null) throw invalidKey();
  const rate = { kind, used: row.used, resetsInSeconds: row.resets_in };
  return {
    rate,
    refusal: row.refusal === null ? null : refusal(row.refusal, rate, scope),
    caller: {
      workspaceId: row.workspace_id,
      label: row.label,
      taxRateBps: row.tax_rate_bps,
      pricesIncludeTax: row.prices_include_tax,
    },
    keyHash: hashOfKey(request.key),
    answer: row.answer,
  };
}

/** Why a request is not admitted at all. The tool server answers it by HTTP, and not as the result of a tool. */
export class NotAdmitted extends Failure {}

/** The same failure for every key that opens nothing, so that it does not tell which keys exist. */
export const invalidKey = () => new NotAdmitted('invalid_key', 'The API key is missing or not valid.');

/** The failure of a request whose workspace has a plan without the API. */
export const planWithoutApi = () =>
  new NotAdmitted('plan_limit', 'The plan of this workspace does not include the API.');

/** The failure of a request whose key is good but which is refused. It has charged the rate all the same. */
export function refusal(
  code: 'rate_limited' | 'plan_limit' | 'scope_required',
  rate: Rate,
  scope: Scope | null,
): Failure {
  switch (code) {
    case 'rate_limited': {
      const { kind, resetsInSeconds } = rate;
      return new Failure(
        code,
        `This workspace has used its ${quotas[kind]} ${kind}s of this minute. Try again in ${resetsInSeconds} s.`,
      );
    }
    case 'plan_limit':
      return planWithoutApi();
    case 'scope_required':
      return new Failure(code, `This needs a key with the scope ${scope}.`);
  }
}
