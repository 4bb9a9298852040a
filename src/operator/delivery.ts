import { z } from 'zod';
import {
  deliveryFields,
  replayDelivery,
  replayMissed,
  retryDeliveries,
  retryDelivery,
} from '../actions/delivery.ts';
import { array, json } from '../records/columns.ts';
import { integer } from '../vocabulary/fields.ts';
import { verbOf } from './derive.ts';
import { either } from './either.ts';
import { id, idOption, ofEndpoint, option, whole } from './parameters.ts';
import type { Noun } from './verb.ts';

const attempts = array(`
  select ${json('number round outcome reason statusCode durationMs response attemptedAt', 'a')}
  from corkboard.delivery_attempts(r.workspace_id, r.id) a order by a.number`);
const keptUntil = 'corkboard.iso(corkboard.delivery_kept_until(r.settled_at)) as "keptUntil"';

/** A delivery's record, the outcome of its newest attempt, and since when it is throttled. */
const more = [
  'corkboard.event_record_name(r.data) as record',
  'corkboard.iso(corkboard.throttled_since(row(r.*)::corkboard.webhook_deliveries)) as "waitingSince"',
  'corkboard.last_attempt(r.workspace_id, r.id) as "lastAttempt"',
];
interface Attempt {
  outcome: string;
  statusCode: number | null;
  reason: string | null;
}
const resultOf = ({ lastAttempt }: { lastAttempt: Attempt | null }) =>
  lastAttempt === null
    ? '-'
    : [lastAttempt.outcome, lastAttempt.statusCode ?? lastAttempt.reason].filter(Boolean).join(': ');

export const delivery: Noun = {
  name: 'delivery',
  summary: 'what was or will be sent to an endpoint',
  verbs: [
    {
      name: 'list',
      summary: 'List the deliveries to an endpoint, the newest first: 100, unless --limit says otherwise',
      parameters: [
        ofEndpoint,
        option(
          '--status <s>',
          'pending, succeeded, failed or missed',
          z.enum(['pending', 'succeeded', 'failed', 'missed']),
        ),
        option('--limit <n>', 'at most this many, up to 10,000', whole(integer(1, 10_000))).default(100),
        idOption('--before <id>', 'only those made before this delivery: the next page of a list'),
      ],
      of: 'endpoint',
      query: `select ${array(`
          select ${json(deliveryFields, 'r', ...more)} from corkboard.webhook_deliveries r
          where r.workspace_id = :workspace and r.endpoint_id = e.id and ($2::text is null or r.status = $2)
            and (r.created_at, r.id) < (b.created_at, b.id)
          order by r.created_at desc, r.id desc
          limit $3::integer`)} as deliveries
        from corkboard.webhook_endpoints e, corkboard.delivery_page_start(:workspace, $1::uuid, $4) b
        where e.workspace_id = :workspace and e.id = $1 and e.removed_at is null`,
      columns: {
        id: 'id',
        event: 'event',
        record: 'record',
        status: ({ status, waitingSince }: { status: string; waitingSince: string | null }) =>
          waitingSince === null ? status : 'waiting for the endpoint’s pace',
        result: resultOf,
        attempts: 'attemptsMade',
        due: 'dueAt',
        created: 'createdAt',
        settled: 'settledAt',
      },
    },
    {
      name: 'show',
      summary: 'Show a delivery with its data and every attempt',
      parameters: [id()],
      of: 'delivery',
      notFoundHint: 'Deliveries are deleted 30 days after they succeeded, failed or were missed.',
      query: `select ${json(deliveryFields, 'r', ...more, 'r.round', keptUntil, 'r.data', `${attempts} as attempts`)} as delivery
        from corkboard.webhook_deliveries r where r.workspace_id = :workspace and r.id = $1`,
    },
    verbOf(replayDelivery),
    either(verbOf(retryDelivery), verbOf(retryDeliveries), 'all that wait for a later attempt'),
    verbOf(replayMissed, { id: 'id', event: 'event', created: 'createdAt' }),
  ],
};
