import { Option } from 'commander';
import { email, workspaceName } from '../actions/fields.ts';
import { removeLogo, setLogo } from '../actions/logo.ts';
import {
  workspaceRecord as record,
  removeWorkspace,
  resumeWorkspace,
  setNumbers,
  setWorkspace,
  suspendWorkspace,
} from '../actions/workspace.ts';
import { array } from '../records/columns.ts';
import { bps, currency } from '../vocabulary/fields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { verbOf } from './derive.ts';
import { id, option, required } from './parameters.ts';
import type { Noun } from './verb.ts';

export const workspace: Noun = {
  name: 'workspace',
  summary: 'customers, each with a workspace',
  verbs: [
    {
      name: 'create',
      summary: 'Add a workspace, its owner as the first member',
      parameters: [
        required('--name <n>', 'its name', workspaceName),
        required('--owner-email <e>', 'the address of its owner', email),
        option('--currency <c>', 'used when a project or invoice does not set its own', currency).default(
          'USD',
        ),
        option('--plan <p>', 'the name of its plan', requiredText(500)).default('pro'),
        option('--tax-rate-bps <b>', 'of invoices that name none; 2000 is 20 %', bps).default(0),
        new Option('--prices-include-tax', 'on invoices that do not say').default(false),
      ],
      query: `select ${record} as workspace from corkboard.create_workspace($1, $2, $3, $4, $5, $6) r`,
    },
    {
      name: 'list',
      summary: 'List the workspaces',
      query: `select ${array(`select ${record} from corkboard.all_workspaces() r order by r.id`)} as workspaces`,
      columns: {
        id: 'id',
        name: 'name',
        plan: 'plan',
        currency: 'defaultCurrency',
        owner: 'ownerEmail',
        state: 'state',
      },
    },
    {
      name: 'show',
      summary: 'Show a workspace',
      parameters: [id('w')],
      of: 'workspace',
      query: `select ${record} as workspace from corkboard.find_record(null::corkboard.workspaces, $1, $1) r`,
    },
    verbOf(setWorkspace),
    verbOf(setNumbers),
    verbOf(setLogo),
    verbOf(removeLogo),
    verbOf(suspendWorkspace),
    verbOf(resumeWorkspace),
    verbOf(removeWorkspace),
  ],
};
