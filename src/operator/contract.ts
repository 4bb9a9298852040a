import { json } from './json.ts';
import { id } from './parameters.ts';
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
      query: `select ${json('r', 'id projectId signedAt')} as contract
        from corkboard.projects p, corkboard.sign_contract(p.workspace_id, p.id) r where p.id = $1`,
    },
  ],
};
