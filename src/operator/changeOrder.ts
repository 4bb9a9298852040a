import { boundedCents, currency, integer } from '../vocabulary/fields.ts';
import { id, option, required, whole } from './parameters.ts';
import { call, json } from './query.ts';
import type { Noun } from './verb.ts';

export const changeOrder: Noun = {
  name: 'change-order',
  summary: 'additions to what was agreed',
  verbs: [
    {
      name: 'approve',
      summary: 'Add money and revision rounds to a project, as its client agreed',
      takes: [
        id('project'),
        required('--amount-cents <n>', 'what it costs', whole(boundedCents)),
        option('--currency <c>', "without: the scope's", currency),
        option('--rounds <n>', 'revision rounds it adds; without: none', whole(integer(0, 20))),
      ],
      of: 'project',
      query: call(
        'projects',
        'approve_change_order(it.workspace_id, it.id, $2, $3, $4)',
        `${json('id projectId amountCents currency rounds approvedAt')} as "changeOrder"`,
      ),
    },
  ],
};
