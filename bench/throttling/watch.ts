import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../clock.ts';
import type { Logged } from './receiver.ts';
import type { Endpoint, Site } from './site.ts';

const sampleMs = 1_000;

/** An endpoint's throttle and its deliveries at a moment. */
export interface Sample {
  endpoint: string;
  /** Since the start, in seconds. */
  second: number;
  /** The concurrency window, and the attempts in progress. */
  window: number;
  claims: number;
  /** How many attempts may start in a second; null if there is no limit. */
  rate: number | null;
  /** The seconds left of a pause that the endpoint asked for; 0 if there is none. */
  paused: number;
  /** The number of throttled deliveries, and of all pending ones. */
  waiting: number;
  pending: number;
  /** The number of deliveries that failed or were missed. */
  lost: number;
  isOn: boolean;
}

/** The course of an endpoint's deliveries. */
export interface Course {
  endpoint: Endpoint;
  /** When it started, in ms since the epoch. */
  begun: number;
  requests: Logged[];
  /** Never empty; the last sample is from the end. */
  samples: Sample[];
}

/** Samples endpoints until all their deliveries are settled, or the time is over. */
export async function watch(
  site: Pick<Site, 'client' | 'tell'>,
  endpoints: Endpoint[],
  begun: number,
  seconds: number,
): Promise<Course[]> {
  const samples: Sample[] = [];
  for (let isOver = false; !isOver; ) {
    await pause(sampleMs);
    const taken = await sample(site, endpoints, begun);
    samples.push(...taken);
    isOver = now() - begun > seconds * 1000 || taken.every(({ pending }) => pending === 0);
  }
  const log = (await site.tell('/log')) as Logged[];
  return endpoints.map(endpoint => ({
    endpoint,
    begun,
    requests: log.filter(({ receiver }) => receiver === endpoint.path),
    samples: samples.filter(sample => sample.endpoint === endpoint.id),
  }));
}

async function sample(
  { client }: Pick<Site, 'client'>,
  endpoints: Endpoint[],
  begun: number,
): Promise<Sample[]> {
  const { rows } = await client.query<Sample>(
    `select e.id as endpoint, $2::float8 as second, p.concurrency_window as window, p.rate, e.disabled_at is null as "isOn",
       greatest(extract(epoch from p.resumes_at - clock_timestamp()), 0)::float8 as paused,
       (select count(*)::int from corkboard.webhook_claims c
         where c.endpoint_id = e.id and c.claimed_until > clock_timestamp()) as claims,
       (select count(*)::int from corkboard.webhook_throttled_deliveries w where w.endpoint_id = e.id) as waiting,
       d.pending, d.lost
     from corkboard.webhook_endpoints e
     join corkboard.webhook_throttles p on p.workspace_id = e.workspace_id and p.id = e.id
     cross join lateral (
       select count(*) filter (where d.status = 'pending')::int as pending,
              count(*) filter (where d.status in ('failed', 'missed'))::int as lost
       from corkboard.webhook_deliveries d where d.workspace_id = e.workspace_id and d.endpoint_id = e.id) d
     where e.id = any ($1)`,
    [endpoints.map(({ id }) => id), (now() - begun) / 1000],
  );
  return rows;
}
