import type { z } from 'zod';
import { Scope } from '../records/scope.ts';
import { requiredText } from '../vocabulary/text.ts';
import { id, required } from './parameters.ts';
import { call, fieldsOf, json } from './query.ts';
import type { Noun } from './verb.ts';

/** As the API returns it: a scope without a price has no priceCents. */
const record = (scope: z.ZodObject) => json(`projectId ${fieldsOf(scope)} approvedBy`);

export const scope: Noun = {
  name: 'scope',
  summary: 'what is agreed to be made',
  verbs: [
    {
      name: 'approve',
      summary: 'Approve the scope of a project, as its client does',
      takes: [id('project'), required('--by <name>', 'who approves it', requiredText(500))],
      of: 'project',
      query: call(
        'projects',
        'approve_scope(it.workspace_id, it.id, $2)',
        `case when r.price_cents is null then ${record(Scope.omit({ priceCents: true }))} else ${record(Scope)} end as scope`,
      ),
    },
  ],
};
