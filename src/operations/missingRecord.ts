import { Failure } from '../errors/failure.ts';
import { finding } from './common.ts';
import type { Operation } from './define.ts';

/**
 * The rejection of a call whose id matches no record of the workspace. It says where to find ids, because callers who send a
 * name in place of an id get it too: malformed ids are answered like unknown ones (decisions: Requests).
 */
export function missingRecord({ input }: Operation): Failure {
  const noun = 'clientId' in input.shape ? 'client' : 'project';
  return new Failure(
    'not_found',
    `No ${noun} with this id in this workspace: find it with ${finding[noun]}.`,
  );
}
