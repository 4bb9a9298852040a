import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  endpointFields,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../actions/endpoint.ts';
import { json } from '../records/columns.ts';
import { verbOf } from './derive.ts';
import { id, inWorkspace } from './parameters.ts';
import { listIn } from './query.ts';
import type { Noun } from './verb.ts';

const record = json(endpointFields);
/** Leaves out removed endpoints, whose rows stay until the last of their deliveries is deleted. */
const present = 'r.removed_at is null';

export const endpoint: Noun = {
  name: 'endpoint',
  summary: 'where a workspace wants its events sent',
  verbs: [
    verbOf(addEndpoint),
    {
      name: 'list',
      summary: 'List the endpoints of a workspace',
      takes: [inWorkspace],
      of: 'workspace',
      query: listIn('webhook_endpoints', record, 'endpoints', 'r.id', present),
      columns: {
        id: 'id',
        format: 'format',
        url: 'url',
        events: 'events',
        'failures in row': 'failuresInRow',
        off: 'disabledAt',
      },
    },
    {
      name: 'show',
      summary: 'Show an endpoint',
      takes: [id()],
      of: 'endpoint',
      query: `select ${record} as endpoint from corkboard.webhook_endpoints r where r.id = $1 and ${present}`,
    },
    verbOf(removeEndpoint),
    verbOf(enableEndpoint),
    verbOf(disableEndpoint),
    verbOf(testEndpoint),
    verbOf(rotateSecret),
  ],
};
