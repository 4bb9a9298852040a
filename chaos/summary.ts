import type { Run } from './checks/check.ts';
import { happened } from './checks/happened.ts';
import type { Planned } from './plan.ts';
import { received } from './receivers.ts';

/** Prints the numbers of writes, acts, faults and records. */
export async function summarize({ site, writes, acts }: Run, faults: Planned[]): Promise<void> {
  const [counted] = await site.database.rows<{ events: number; deliveries: number; attempts: number }>(
    `select (select count(*)::int from (${happened}) h) as events,
       (select count(*)::int from corkboard.webhook_deliveries) as deliveries,
       (select count(*)::int from corkboard.webhook_attempts) as attempts`,
  );
  const { events, deliveries, attempts } = counted!;
  const acknowledged = writes.filter(({ bodies }) => bodies.length > 0).length;
  const times = site.workspaces
    .flatMap(({ endpoints }) => endpoints)
    .flatMap(({ receiver }) => [...received(receiver).values()]);
  const kinds = Object.entries(Object.groupBy(faults, ({ kind }) => kind));
  console.log(`
writes      ${acknowledged} acknowledged, ${writes.length - acknowledged} not
acts        ${acts.length} by people
events      ${events}, ${deliveries} deliveries, ${attempts} attempts recorded
received    ${times.length} deliveries, ${times.filter(count => count > 1).length} of them more than once
faults      ${faults.length}: ${kinds.map(([kind, all]) => `${all!.length} ${kind}`).join(', ')}`);
}
