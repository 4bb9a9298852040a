import { z } from 'zod';
import { array, json } from '../records/columns.ts';
import { argument, option, trueOrFalse, whole } from './parameters.ts';
import type { Noun } from './verb.ts';

const record = json('name clients activeProjects seats monthlyWrites api webhooks classification');

const planName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, {
  error: 'must be at most 63 small letters, digits, hyphens and underscores',
});
/** Returns JSON, in which a cap of null (unlimited) differs from a missing one. */
const cap = z.union([z.literal('unlimited').transform(() => 'null'), whole()], {
  error: 'must be a whole number up to 2147483647, or unlimited',
});

export const plan: Noun = {
  name: 'plan',
  summary: 'what workspaces may use',
  none: 'unlimited',
  verbs: [
    {
      name: 'list',
      summary: 'List the plans',
      query: `select ${array(`select ${record} from corkboard.plans r order by r.name`)} as plans`,
    },
    {
      name: 'set',
      summary: 'Change a plan: what is given, nothing else. A new name makes a new plan',
      parameters: [
        argument('name', 'the name of the plan', planName),
        option('--clients <n|unlimited>', 'how many clients', cap),
        option('--active-projects <n|unlimited>', 'how many active projects', cap),
        option('--seats <n|unlimited>', 'how many members, the owner included', cap),
        option('--monthly-writes <n|unlimited>', 'how many records by the API in a month', cap),
        option('--api <true|false>', 'the API and the tool server', trueOrFalse),
        option('--webhooks <true|false>', 'webhooks', trueOrFalse),
        option('--classification <true|false>', 'classification of revisions', trueOrFalse),
      ],
      query: `select ${record} as plan from corkboard.set_plan($1, (
        select coalesce(jsonb_object_agg(name, value), '{}') from (values
          ('clients', $2::jsonb), ('active_projects', $3), ('seats', $4), ('monthly_writes', $5),
          ('api', $6), ('webhooks', $7), ('classification', $8)) given (name, value)
        where value is not null)) r`,
    },
  ],
};
