import { Failure } from '../errors/failure.ts';
import { finding } from './common.ts';
import type { Operation } from './define.ts';

/**
 * The refusal of a call whose id names no record of the workspace. It says where ids are found, because callers who send
 * a name in place of an id get it too: a malformed id is answered as an unknown one (decisions: Requests).
 */
export function missingRecord({ input }: Operation): Failure {
  const noun = 'clientId' in input.shape ? 'client' : 'project';
  return new Failure(
    'not_found',
    `No ${noun} with this id in this workspace: find it with ${finding[noun]}.`,
  );
}
