import type { JobHelpers, Task } from 'graphile-worker';
import { readConfig } from '../src/config.ts';
import type { Job } from '../src/webhooks/attempts.ts';
import { Courier } from '../src/webhooks/courier.ts';

/** One per pool of jobs, which is what `query` belongs to. */
const couriers = new WeakMap<JobHelpers['query'], Courier>();

/** Makes one attempt of a delivery. */
const attemptDelivery: Task = async (job, { query }) => {
  let courier = couriers.get(query);
  if (!courier) {
    courier = new Courier(query, { allowPrivate: readConfig().webhookAllowPrivate });
    couriers.set(query, courier);
  }
  await courier.attempt(job as Job);
};

export default attemptDelivery;
