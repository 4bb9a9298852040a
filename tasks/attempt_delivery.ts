import type { Equipped } from '../src/jobs/tasks.ts';
import type { Job } from '../src/webhooks/attempts.ts';

/** Makes one attempt of a delivery; the payload is a Job (src/webhooks/attempts.ts). */
export default ((payload, _helpers, { dispatcher }) => dispatcher.attempt(payload as Job)) satisfies Equipped;
