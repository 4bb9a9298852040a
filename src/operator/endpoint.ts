import {
  addEndpoint,
  disableEndpoint,
  editEndpoint,
  enableEndpoint,
  endpointFields,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../actions/endpoint.ts';
import { json } from '../records/columns.ts';
import { verbOf } from './derive.ts';
import { listIn } from './list.ts';
import { id } from './parameters.ts';
import type { Noun } from './verb.ts';

/** How an endpoint is doing, from the rows that corkboard.endpoint_health takes. */
const health = `
  select h.state, corkboard.iso(h.since) as since, h.why, corkboard.iso(h.until) as until
    from corkboard.workspaces w
    join corkboard.plans l on l.name = w.plan
    join corkboard.webhook_throttles c on c.workspace_id = :workspace and c.id = r.id
    cross join lateral corkboard.endpoint_health(
      row(r.*)::corkboard.webhook_endpoints, row(c.*)::corkboard.webhook_throttles, row(l.*)::corkboard.plans,
      w.suspended_at) h
   where w.id = :workspace`;
const record = json(endpointFields, 'r', `(select row_to_json(h) from (${health}) h) as health`);
type Health = Record<'state' | 'since' | 'why' | 'until', string | null>;
/** For a person: `failing since 2026-11-23T18:02:11.120Z: 3 deliveries in a row failed`. */
const inWords = ({ health: { state, since, why, until } }: { health: Health }) =>
  `${state}${state === 'working' && since ? ', retrying' : ''}${since ? ` since ${since}` : ''}${until ? ` until ${until}` : ''}${why ? `: ${why}` : ''}`;
/** Leaves out removed endpoints, whose rows stay until the last of their deliveries is deleted. */
const present = 'r.removed_at is null';

export const endpoint: Noun = {
  name: 'endpoint',
  summary: 'where a workspace wants its events sent',
  verbs: [
    verbOf(addEndpoint),
    listIn('webhook_endpoints', record, 'endpoints', {
      summary: 'List the endpoints of a workspace',
      holds: present,
      columns: {
        id: 'id',
        format: 'format',
        url: 'url',
        events: 'events',
        description: 'description',
        health: inWords,
      },
    }),
    {
      name: 'show',
      summary: 'Show an endpoint',
      parameters: [id()],
      of: 'endpoint',
      query: `select ${record} as endpoint from corkboard.webhook_endpoints r where r.workspace_id = :workspace and r.id = $1 and ${present}`,
    },
    verbOf(editEndpoint),
    verbOf(removeEndpoint),
    verbOf(enableEndpoint),
    verbOf(disableEndpoint),
    verbOf(testEndpoint),
    verbOf(rotateSecret),
  ],
};
