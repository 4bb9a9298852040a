import { z } from 'zod';
import { untilNone } from '../backlog.ts';
import { id, ofEndpoint, option } from './parameters.ts';
import { call, json, list } from './query.ts';
import type { Noun } from './verb.ts';

const fields = 'id workspaceId endpointId event status attemptsMade dueAt createdAt settledAt requestId';
const record = json(fields);
const attempts = list(`
  select ${json('number outcome statusCode durationMs response attemptedAt', 'a')}
  from corkboard.webhook_attempts a where a.workspace_id = r.workspace_id and a.delivery_id = r.id
  order by a.attempted_at, a.id`);

export const delivery: Noun = {
  name: 'delivery',
  summary: 'what was or will be sent to an endpoint',
  verbs: [
    {
      name: 'list',
      summary: 'List the deliveries to an endpoint, the newest first',
      takes: [
        ofEndpoint,
        option(
          '--status <s>',
          'pending, succeeded, failed or missed',
          z.enum(['pending', 'succeeded', 'failed', 'missed']),
        ),
      ],
      of: 'endpoint',
      query: `select ${list(`
          select ${record} from corkboard.webhook_deliveries r
          where r.workspace_id = e.workspace_id and r.endpoint_id = e.id and ($2::text is null or r.status = $2)
          order by r.created_at desc, r.id desc`)} as deliveries
        from corkboard.webhook_endpoints e where e.id = $1 and e.removed_at is null`,
      columns: {
        id: 'id',
        event: 'event',
        status: 'status',
        attempts: 'attemptsMade',
        due: 'dueAt',
        created: 'createdAt',
        settled: 'settledAt',
      },
    },
    {
      name: 'show',
      summary: 'Show a delivery with its data and every attempt',
      takes: [id()],
      of: 'delivery',
      query: `select ${json(fields, 'r', 'r.data', `${attempts} as attempts`)} as delivery
        from corkboard.webhook_deliveries r where r.id = $1`,
    },
    {
      name: 'replay',
      summary: 'Send it again, now and by the whole schedule',
      takes: [id()],
      of: 'delivery',
      query: call('webhook_deliveries', 'replay_delivery(it.workspace_id, it.id)', `${record} as delivery`),
    },
    {
      name: 'replay-missed',
      summary: 'Replay what an endpoint missed while it was off, and what failed since it last worked',
      takes: [ofEndpoint],
      of: 'endpoint',
      query: `select m.since, ${list(`select ${record} from unnest(m.deliveries) r order by r.id`)} as deliveries
        from corkboard.webhook_endpoints e, corkboard.replay_missed(e.workspace_id, e.id, $2) m where e.id = $1`,
      does: async ask => {
        const deliveries: unknown[] = [];
        let since: unknown = null;
        await untilNone(async () => {
          const batch = await ask(since);
          since = batch.since;
          deliveries.push(...batch.deliveries);
          return batch.deliveries.length;
        });
        return { deliveries };
      },
      columns: { id: 'id', event: 'event', created: 'createdAt' },
    },
  ],
};
