import { Failure } from '../errors/failure.ts';
import type { Scope } from '../operations/define.ts';
import { quotas, type Rate } from './rates.ts';

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
