import { drain } from '../concurrency/drain.ts';
import { toFailure } from '../errors/translate.ts';
import { log } from '../log.ts';
import type { Equipped } from './tasks.ts';

/** The payload of the job: the ids of the workspace and the endpoint, and the other values of its query. */
type Payload = Record<string, string>;

/**
 * A task that finishes what a person started for many deliveries of an endpoint, batch by batch. (Their request handled
 * the first batch.) `query` handles a batch and returns the number of its deliveries as `count`. `values` returns the
 * query's values after the workspace and the endpoint. `what` names the work in the log if it is rejected.
 */
export const restOf =
  (what: string, query: string, values: (payload: Payload) => unknown[]): Equipped =>
  async (given, helpers, { checkpoint }) => {
    const payload = given as Payload;
    const { workspaceId, endpointId } = payload;
    const of = [workspaceId, endpointId, ...values(payload)];
    try {
      await drain(async () => (await helpers.query<{ count: number }>(query, of)).rows[0]!.count, checkpoint);
    } catch (error) {
      // The endpoint was turned off or removed meanwhile, or the plan has no webhooks any more. A person can start
      // again once that has changed.
      if (toFailure(error) === null) throw error;
      log.info({ workspaceId, endpointId, err: error }, `${what} of an endpoint was not finished`);
    }
  };
