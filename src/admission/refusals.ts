import { Failure } from '../errors/failure.ts';
import type { Scope } from '../operations/define.ts';
import { nilId } from '../vocabulary/id.ts';
import { prefixOfKey } from './key.ts';
import { quotas, type Rate } from './rates.ts';

/** The rejection of a request before any tool runs: the tool server answers it with an HTTP error, not with a tool result. */
export class NotAdmitted extends Failure {}

/** Details of a revoked key, which appear only in the log. */
interface RevokedKey {
  workspaceId: string;
  keyPrefix: string;
}

/** The same failure for every invalid key, so that it doesn't reveal which keys exist. */
export class InvalidKey extends NotAdmitted {
  /** Set if the key was valid once. */
  readonly revoked: RevokedKey | null;

  constructor(revoked: RevokedKey | null = null) {
    super('invalid_key', 'The API key is missing or not valid.');
    this.revoked = revoked;
  }
}

/**
 * The failure of a request whose key was not found. `revokedIn`: the workspace of a revoked key, as
 * corkboard.workspace_of_revoked_key returns it.
 */
export const invalidKey = (key: string, revokedIn: string) =>
  new InvalidKey(revokedIn === nilId ? null : { workspaceId: revokedIn, keyPrefix: prefixOfKey(key) });

/** The failure of a request of a workspace whose plan has no API. */
export const planWithoutApi = () =>
  new NotAdmitted('plan_limit', 'The plan of this workspace does not include the API.');

/** The failure of a request of a suspended workspace. */
export const suspended = () =>
  new NotAdmitted(
    'plan_limit',
    'This workspace is suspended, so the API and the tool server can’t be used until the operator resumes it.',
  );

/** The failure of a rejected request with a valid key. The rate is charged anyway. */
export function refusal(
  code: 'rate_limited' | 'suspended' | 'plan_limit' | 'scope_required',
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
    case 'suspended':
      return suspended();
    case 'plan_limit':
      return planWithoutApi();
    case 'scope_required':
      return new Failure(code, `This needs a key with the scope ${scope}.`);
  }
}
