import { id } from './parameters.ts';
import { call, json } from './query.ts';
import type { Noun } from './verb.ts';

export const contract: Noun = {
  name: 'contract',
  summary: 'agreements on projects',
  verbs: [
    {
      name: 'sign',
      summary: 'Sign the contract of a project, which makes its agreement',
      takes: [id('project')],
      of: 'project',
      query: call(
        'projects',
        'sign_contract(it.workspace_id, it.id)',
        `${json('id projectId signedAt')} as contract`,
      ),
    },
  ],
};
