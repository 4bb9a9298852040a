import { table } from '../harness/print.ts';
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
  const repeated = times.filter(count => count > 1).length;
  console.log();
  table(
    ['What', 'How many', 'Of which'],
    [
      ['Writes', `${writes.length}`, `${acknowledged} acknowledged`],
      ['Acts by people', `${acts.length}`, ''],
      ['Events', `${events}`, ''],
      ['Deliveries', `${deliveries}`, `${attempts} attempts recorded`],
      ['Received', `${times.length}`, `${repeated} more than once`],
      ['Faults', `${faults.length}`, kinds.map(([kind, all]) => `${all!.length} ${kind}`).join(', ')],
    ],
  );
}
