import type { Task } from 'graphile-worker';
import { untilDone } from '../src/database/batch.ts';

/** How many invoices go in one transaction: few enough to lock none for long. */
const batch = 1_000;

/** The daily check for invoices past their due date; each is found once, and emits invoice.overdue. */
const detectOverdue: Task = async (_payload, { query }) => {
  await untilDone(batch, async most => {
    const { rows } = await query<{ count: number }>(
      'select corkboard.detect_overdue(p_batch => $1) as count',
      [most],
    );
    return rows[0]!.count;
  });
};

export default detectOverdue;
