import { Option } from 'commander';
import { bps, currency } from '../vocabulary/fields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { email, id, option, required, trueOrFalse, whole } from './parameters.ts';
import { call, json, list } from './query.ts';
import type { Noun } from './verb.ts';

const record = json('id name ownerEmail defaultCurrency plan taxRateBps pricesIncludeTax ai createdAt');

// Made anew for each verb, for they have defaults where a workspace is created and none where it is changed.
const plan = () => option('--plan <p>', 'the name of its plan', requiredText(500));
const defaultCurrency = () => option('--currency <c>', 'of what names no other', currency);
const taxRate = () => option('--tax-rate-bps <b>', 'of invoices that name none; 2000 is 20 %', whole(bps));

export const workspace: Noun = {
  name: 'workspace',
  summary: 'customers, each with a workspace',
  verbs: [
    {
      name: 'create',
      summary: 'Add a workspace, its owner as the first member',
      takes: [
        required('--name <n>', 'its name', requiredText(500)),
        required('--owner-email <e>', 'the address of its owner', email),
        defaultCurrency().default('USD'),
        plan().default('pro'),
        taxRate().default(0),
        new Option('--prices-include-tax', 'on invoices that do not say').default(false),
      ],
      query: `select ${record} as workspace from corkboard.create_workspace($1, $2, $3, $4, $5, $6) r`,
    },
    {
      name: 'list',
      summary: 'List the workspaces',
      query: `select ${list(`select ${record} from corkboard.workspaces r order by r.id`)} as workspaces`,
      columns: { id: 'id', name: 'name', plan: 'plan', currency: 'defaultCurrency', owner: 'ownerEmail' },
    },
    {
      name: 'show',
      summary: 'Show a workspace',
      takes: [id('w')],
      of: 'workspace',
      query: `select ${record} as workspace from corkboard.workspaces r where r.id = $1`,
    },
    {
      name: 'set',
      summary: 'Change a workspace: what is given, nothing else',
      takes: [
        id('w'),
        plan(),
        defaultCurrency(),
        taxRate(),
        option('--prices-include-tax <true|false>', 'on invoices that do not say', trueOrFalse),
        option('--ai <true|false>', 'whether revisions may be classified', trueOrFalse),
      ],
      of: 'workspace',
      query: call('workspaces', 'set_workspace(it.id, $2, $3, $4, $5, $6)', `${record} as workspace`),
    },
  ],
};
