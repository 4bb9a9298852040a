import type { JobHelpers, Task } from 'graphile-worker';
import { readConfig } from '../src/config.ts';
import type { Job } from '../src/webhooks/attempts.ts';
import { Courier } from '../src/webhooks/courier.ts';

/** One per pool of jobs, which is what `query` belongs to. */
const couriers = new WeakMap<JobHelpers['query'], Courier>();

/** Makes one attempt of a delivery. */
const attemptDelivery: Task = async (payload, { query, job }) => {
  let courier = couriers.get(query);
  if (!courier) {
    const { webhookAllowPrivate, workerConcurrency } = readConfig();
    courier = new Courier(query, { allowPrivate: webhookAllowPrivate }, workerConcurrency);
    couriers.set(query, courier);
  }
  await courier.attempt(payload as Job, job.priority);
};

export default attemptDelivery;
